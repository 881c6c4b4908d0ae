"""The onset of winter: everybody goes home, upkeep, savings, income, display, works (R20–R25)."""
