"""What happens instead of an event: asking for it, and the event after all."""
