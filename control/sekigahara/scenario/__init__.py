"""Reading and checking a scenario of 1600."""
