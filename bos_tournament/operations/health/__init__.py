"""How the running site is: its services, resources and workers, as a report."""
