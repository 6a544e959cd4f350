"""The demo: tournaments from a script that a person can read, and sample games."""
