"""The judge's page."""
