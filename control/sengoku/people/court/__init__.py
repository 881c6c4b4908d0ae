"""The Emperor's court, the Shogun, titles as they are given, claimed and taken back, and who bows to whom.

What a title is and who bears it is in `control/sengoku/world/people`.
"""
