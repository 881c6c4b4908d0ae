"""Letters, treaties, edicts."""
