"""Any act of a game as a plain form, made from the act's own type."""
