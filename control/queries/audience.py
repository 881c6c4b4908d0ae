"""Who may see what: the one list that every query asks."""

SEES_ARMIES = ("map", "game")
"""The desks that see the sizes of forces, their generals and their orders; everybody else sees flags."""
