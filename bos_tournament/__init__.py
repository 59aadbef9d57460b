"""BOS Tournament: the site around the engine. Importing this package imports nothing else."""
