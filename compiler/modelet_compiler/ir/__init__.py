"""The IR, before and after types, and the propagation between them."""
