"""Players that only hurry on to the goal, for games that are a race."""
