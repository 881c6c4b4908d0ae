"""The rules of the handbook, pure and explained: values in, values with their reasons out.

No table, page, clock or die of their own; what the game has become meanwhile is asked in `world` and the chapters.
"""
