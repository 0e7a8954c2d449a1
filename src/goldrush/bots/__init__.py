"""Players that are not people; they see hidden records and nothing else."""
