"""Oh My Gold! (Marie and Wilfried Fort, 2019)."""
