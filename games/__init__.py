"""Rule engines: pure Python and msgspec, no Django."""
