"""How a game begins; the season's gate: what is open before it closes, its end and the next one's beginning; Game
Control's desk."""
