"""Works out again what is derived from the entries of a record."""
