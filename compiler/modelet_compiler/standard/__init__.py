"""Parts of Python's standard library in Python, compiled like the user's own helpers.

A function `module.name` or `Class.method` is registered in operations/standard.py; it takes what CPython's takes, and does what
CPython's does, in the same order.
"""

FOLDER = "modelet_compiler/standard/"
"""Where its functions are, in the portable names of files."""
