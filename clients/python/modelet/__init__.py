"""Modelet: call compiled inference functions in-process."""
