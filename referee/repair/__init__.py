"""Recomputes what is derived from the entries of a record."""
