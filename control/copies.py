"""Copies of the game: snapshots with a second folder, checked, listed and restored."""
