"""The desks of the control room, and what each of them sees."""

from __future__ import annotations

DESKS = {
    "game": "Game Control",
    "map": "Map Control",
    "team": "Team Control",
    "npd": "Non-Player Daimyo Control",
    "intelligence": "Intelligence Control",
    "bakufu": "Bakufu",
}

AT_THE_MAP = ("map", "game")
"""The desks that move armies and fight battles."""

AT_COURT = ("bakufu", "game")
"""The desks that act for Emperor and Bakufu."""

SEES_ARMIES = AT_THE_MAP
"""The desks that see the sizes of forces, their generals and their orders; everybody else sees flags."""

SEES_TREATIES = ("map", "game", "team", "npd")
"""The desks that see what clans have agreed with one another; players tell each other what they like."""

SEES_SHADOWS = ("intelligence",)
"""The desks that see covert work, and can count it (R37); Game Control may look, and that is written there."""

SEES_HONOUR = ("team", "game")
"""The desks that see the ledger of honour; everybody else sees the order of the clans when it is released (R28)."""

SEES_LOCALS = ("npd", "team", "game")
"""The desks that see how the people of a clan that nobody plays stand to others: NPD Control, and Team Control those of
clans that players took over; Game Control all of them."""

SEES_BOOKS = ("team", "npd", "bakufu", "game")
"""The desks that see books: Game Control all of them, each other one those of the clans it minds (`minds`)."""

TRAVELS = ("team", "game")
"""Who sends people on a journey in winter from the page of letters; others have them moved by Map Control."""
