"""What the rules of BOS ask of the engine."""
