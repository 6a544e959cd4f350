"""Every write to the record of a table."""
