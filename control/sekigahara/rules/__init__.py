"""The rules of the campaign, pure and explained: a state and an act in, the next state with its sentences out.

No table, page, clock or die of its own; what a campaign is in a room is in `play`.
"""
