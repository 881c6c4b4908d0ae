"""The hall: announcements, the page of the journal, the screens on the walls. Nothing of what a game is about."""
