"""Rulings made in play: rule options that change, and decisions in words."""
