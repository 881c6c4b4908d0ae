"""Papers of the campaign of 1600."""
