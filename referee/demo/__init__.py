"""The demo: tournaments from a readable script, and sample games."""
