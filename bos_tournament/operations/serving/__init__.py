"""How requests reach Django and answers leave: the door, kept pages, streams, limits, headers."""
