"""Encounters, battles from the first round to the settling, sealed tactics, chances; the answers of NPD Control.

Movement that leads to a battle is in `march`, what a risk draw does to a person in `people`.
"""
