"""GOLD (Reiner Knizia, 2020)."""
