"""The games as other libraries of games know them; each file needs its library, an extra."""
