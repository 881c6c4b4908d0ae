"""The board as everybody may see it."""
