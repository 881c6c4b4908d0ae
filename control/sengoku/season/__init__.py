"""How a game begins; the season's gate: what is open before it closes, its end and the next one's beginning; Game
Control's desk.

What is open in a chapter is asked there; the season on the clock is in `hall`.
"""
