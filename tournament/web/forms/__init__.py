"""Forms: input is validated field by field and passed to the actions as values."""
