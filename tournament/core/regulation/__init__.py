"""Regulations as versioned data, and their validation."""
