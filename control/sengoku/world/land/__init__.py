"""The map and who holds what; rebels, who are nobody's.

What carries the size of a force goes to `forces`.
"""
