"""Casting, kin, people, what to tell."""
