"""The clock of the season: start, pause, a minute more, skip, back; the plan of the day (handbook 2)."""
