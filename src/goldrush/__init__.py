"""Five gold-rush board games on one rules implementation."""
