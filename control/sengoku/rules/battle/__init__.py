"""A battle: its sides, its steps, its rounds, what may come of it and how likely, and the cards for risk."""
