"""The Django project: settings, addresses, server entry point."""

VERSION = "0.1.0"
"""Of the program, as a release is named; pyproject.toml, the foot of each page, /salute/, the metrics and archives read it here."""
