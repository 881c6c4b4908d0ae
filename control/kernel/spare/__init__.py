"""A spare: a second machine that follows the game entry by entry, proves each, and can take the game over."""
