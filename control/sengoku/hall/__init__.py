"""The hall: the clock, news, screens, the rota of umpires, rulings and the handbook, the scenario in play."""
