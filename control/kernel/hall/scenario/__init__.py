"""The scenario that a game carries, and changing a file of it in play."""
