"""Commands of the machine's operator."""
