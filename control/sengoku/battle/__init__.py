"""Encounters, battles from the first round to the settling, sealed tactics, chances; the answers of NPD Control; the
cards for risk, and what they do to a person.

Movement that leads to a battle is in `march`, the page on which cards are drawn in `people`.
"""
