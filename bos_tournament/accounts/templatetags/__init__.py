"""What templates say about cards."""
