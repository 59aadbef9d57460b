"""A tournament played by programs alone: real servers, the API over HTTP, and the standings computed again."""
