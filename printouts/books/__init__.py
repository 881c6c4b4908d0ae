"""Papers of the books."""
