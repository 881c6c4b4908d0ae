"""Armies, garrisons and the defence of a place: how large they are, who leads them, what counts for a side.

For the desks that see armies: what everybody may know goes to `land`.
"""
