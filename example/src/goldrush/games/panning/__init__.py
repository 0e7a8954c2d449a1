"""Panning."""
