"""The record of the game at a table, and the judge's page."""
