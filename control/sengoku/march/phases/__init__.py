"""The map desk: the movement phases, the map, and the encounters that they bring.

What an encounter is, is in `control/sengoku/battle`.
"""
