"""What a game is kept in, and what is kept of it in memory: nothing here knows what a table means."""
