"""The board of a scenario, and how far a stack can go on it, by which way."""
