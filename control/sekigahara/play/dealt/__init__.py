"""For an umpire who types what was done with the real game: what was dealt and played at the table."""
