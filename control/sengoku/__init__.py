"""The Sengoku megagame: a folder for each chapter of its handbook.

Below them lie `rules` (pure), `scenario` (what a game begins with), `rows` (the tables) and `world` (what several
chapters ask). The last part of a file's name says what is in it: `_actions` change the game, `_questions` ask it,
`_pages` show it, `_papers` fill printouts.
"""
