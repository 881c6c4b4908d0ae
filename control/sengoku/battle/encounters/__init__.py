"""Encounters: who has met whom, what is still open, and all that stands on the card of one.

How one is settled goes to `settling`.
"""
