"""The land before it is drawn: projected, its borders shared, where there is room on it."""
