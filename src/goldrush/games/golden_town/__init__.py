"""La Ruée vers l'Or, or Golden-Town."""
