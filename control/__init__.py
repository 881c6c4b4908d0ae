"""The control room: what joins a game to the command and the server lies here, what every game needs in `kernel`, each
game in a folder of its own. No rule, page or table is in a file beside them.
"""
