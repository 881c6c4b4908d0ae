"""Tactics chosen in secret, each on the general's own phone, and shown together."""
