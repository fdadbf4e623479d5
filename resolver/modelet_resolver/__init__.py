"""Finds the right binary for a name."""
