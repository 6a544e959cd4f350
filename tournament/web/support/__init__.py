"""Shared by views: log-in, the page cache, converters of addresses."""
