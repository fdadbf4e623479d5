"""Functions of other libraries, in Python that is compiled like a user's helpers."""
