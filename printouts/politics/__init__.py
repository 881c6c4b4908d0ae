"""Letters and edicts."""
