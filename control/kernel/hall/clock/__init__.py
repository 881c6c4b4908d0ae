"""The clock of a stretch of the game and the plan of the day."""
