"""Bonds and hostages as they are made, kept, broken and paid.

What is bound is in `control/sengoku/world/bonds`, pages of treaties are in `politics`.
"""
