"""The Gold Rush, or Gold River."""
