"""Matches reviewed after they were played: see review."""
