"""Reads files that people bring: rosters, rankings, workbooks of other programs."""
