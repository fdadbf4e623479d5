"""Weights in the layouts that the engine reads: when an artifact is built, or when weights that are had elsewhere first arrive.

Needs numpy; the resolver imports it only then.
"""
