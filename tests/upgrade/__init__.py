"""A site of the version before, brought up to this one: everything it held is still there and still told."""
