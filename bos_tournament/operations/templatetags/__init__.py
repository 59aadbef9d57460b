"""Tags for templates: what asks again."""
