"""Reads across models; each function is named after the question it answers."""
