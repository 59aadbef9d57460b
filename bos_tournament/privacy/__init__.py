"""What people may ask of their data: to take it along, to be one account, to be forgotten."""
