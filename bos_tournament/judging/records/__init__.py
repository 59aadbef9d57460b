"""Written games: taken in, judged by the engine, compared, and shown."""
