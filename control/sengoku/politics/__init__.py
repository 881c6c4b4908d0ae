"""Letters, edicts and treaties."""
