"""One readable hand-made player a game."""
