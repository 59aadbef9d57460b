"""The same deeds over HTTP and JSON."""
