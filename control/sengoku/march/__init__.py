"""Orders, the phases of movement, manoeuvres, the map desk and the walk round the map.

What two armies that met become is in `battle`.
"""
