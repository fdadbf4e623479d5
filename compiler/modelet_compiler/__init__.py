"""Compiles Python functions into native libraries."""
