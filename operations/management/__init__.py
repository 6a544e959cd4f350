"""Commands of whoever keeps the machine."""
