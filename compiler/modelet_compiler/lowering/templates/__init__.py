"""Chat templates: Jinja's syntax tree becomes a program of the engine's template interpreter."""
