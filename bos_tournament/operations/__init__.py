"""What happened and what is still to be done: the trail, jobs, repeated requests."""
