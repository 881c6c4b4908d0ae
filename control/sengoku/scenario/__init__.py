"""Scenario folders, read into rules objects, every fault with its place."""
