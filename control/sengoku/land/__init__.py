"""Provinces and places: what they are, and how they change hands; a clan for whoever minds it; those that nobody plays,
what touched them and what they answer; rebels."""
