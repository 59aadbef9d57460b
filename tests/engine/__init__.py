"""What the engine promises."""
