"""Who may see what: the one list that every query asks."""

SEES_ARMIES = ("map", "game")
"""The desks that see the sizes of forces, their generals and their orders; everybody else sees flags."""

SEES_TREATIES = ("map", "game", "team", "npd")
"""The desks that see what clans have agreed with one another; players tell each other what they like."""
