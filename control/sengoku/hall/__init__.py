"""The hall: seasons on the clock, clans on the rota, news, screens, rulings and the handbook, the scenario in play."""
