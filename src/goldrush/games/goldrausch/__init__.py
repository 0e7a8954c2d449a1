"""Gold Rush / Goldrausch (Reiner Knizia, 1990)."""
