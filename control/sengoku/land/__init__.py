"""Provinces and places: what they are, and how they change hands."""
