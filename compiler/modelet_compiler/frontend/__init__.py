"""From Python source to the IR before types."""
