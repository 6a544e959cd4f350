"""The laptop edition: one file that a club starts with Python alone. `build.py` packs it, `start.py` is what it runs."""
