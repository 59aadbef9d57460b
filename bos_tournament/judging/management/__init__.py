"""Commands of judging: the demo, which needs every app before it."""
