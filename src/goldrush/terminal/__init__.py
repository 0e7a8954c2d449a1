"""The games in a terminal: boards drawn from views, and a table to play at."""
