"""Encounters, levies, tactics, rounds, risk: actions and pages."""
