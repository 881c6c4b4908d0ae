"""Who plays whom: casting, players and their codes, the door, and the papers that they must have again.

Umpires and their codes are in `control/kernel/entrance`.
"""
