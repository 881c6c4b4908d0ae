"""The hall: clock and rota, announcements, rulings, the page of the journal, what waits for a second umpire, the
screens on the walls. Nothing of what a game is about."""
