"""How captured objects become native: adapters for tokenizers, models, constants and helpers."""
