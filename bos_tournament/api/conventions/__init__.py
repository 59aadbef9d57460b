"""What all addresses of the API have in common: who asks and how, what is refused and in which form, pages and docs."""
