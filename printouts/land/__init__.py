"""Papers of the land."""
