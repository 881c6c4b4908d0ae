"""The band at the top of every page, and what a code on paper opens."""

from __future__ import annotations

from control.kernel.codes import Code
from control.kernel.game import Finds, Navigation
from control.sengoku.rules.desks import DESKS

HOME = {
    "map": "map_desk.show",
    "game": "game.show",
    "team": "now.show",
    "npd": "now.show",
    "intelligence": "now.show",
    "bakufu": "now.show",
}
"""Where a desk opens: on what now. That of Map Control stands beside the map, Game Control's on its own page."""
INSIDE = ("map", "game")
OTHERS = tuple(desk for desk in DESKS if desk != "game")
NAV = (
    ("now.show", "Now", ("team", "npd", "intelligence", "bakufu")),
    ("map_desk.show", "Map", INSIDE),
    ("game.show", "Game", ("game",)),
    ("locals.show", "Locals", ("npd",)),
    ("npd.show", "Answers", ("npd",)),
    ("team.show", "Clan", ("team",)),
    ("clock.desk", "Clock", ("game",)),
    ("gate.show", "Season", ("team", "game")),
    ("honour.show", "Honour", ("team", "game")),
    ("order_grid.show", "Orders", ("map",)),
    ("people.show", "People", ("map",)),
    ("bakufu.show", "Bakufu", ("bakufu",)),
    ("books.show", "Books", ("npd", "bakufu")),
    ("letters.show", "Letters", ("npd", "bakufu")),
    ("edicts.show", "Edicts", ("bakufu",)),
    ("shadows.show", "Shadows", ("intelligence",)),
    ("telling.show", "Tell", (*INSIDE, "team", "npd", "bakufu")),
)
MORE = {
    "At the table": (
        ("order_grid.show", "Orders", ("game",)),
        ("people.show", "People", ("game",)),
        ("map_desk.muster", "Troops", INSIDE),
        ("walk_round.show", "Walk-round", INSIDE),
        ("casting.command", "Who commands", ("map",)),
        ("treaties.show", "Treaties", tuple(DESKS)),
        ("locals.clans", "Locals", ("team", "game")),
    ),
    "Rank and law": (
        ("bakufu.show", "Bakufu", ("game",)),
        ("petitions.show", "Petitions", ("game", "team", "npd", "bakufu")),
        ("shogun.show", "Shogun", ("game", "bakufu")),
        ("titles.show", "Titles", ("game", "bakufu")),
        ("claimed.show", "Services", ("game", "team", "npd", "bakufu")),
        ("bowing.show", "Who bows", tuple(DESKS)),
        ("court.show", "The court", tuple(DESKS)),
        ("edicts.show", "Edicts", ("game",)),
        ("letters.show", "Letters", ("game", "team")),
        ("shadows.show", "Shadows", ("game",)),
    ),
    "Teams": (
        ("books.show", "Books", ("game",)),
        ("gate.winter", "Winter", ("npd", "bakufu")),
        ("kin.show", "Make people", (*INSIDE, "team", "npd", "bakufu")),
        ("casting.show", "Casting", ("game",)),
        ("casting.door.show", "Door", OTHERS),
        ("rota.show", "Rota", OTHERS),
    ),
    "The hall and paper": (
        ("displays.desk", "Displays", ("game",)),
        ("news.show", "News", ("game",)),
        ("announcements.show", "Announcements", tuple(DESKS)),
        ("public_map.display", "Display", tuple(DESKS)),
        ("printing.show", "Print", tuple(DESKS)),
        ("casting.papers.reprint", "Reprint", ("map",)),
    ),
    "The record": (
        ("journal.show", "Journal", (*INSIDE, "team")),
        ("journal.apart", "Journal apart", ("intelligence",)),
        ("confirmations.show", "Second umpire", tuple(DESKS)),
        ("help.show", "Help", tuple(DESKS)),
        ("demo.show", "Demo", tuple(DESKS)),
        ("rules.show", "Rules", tuple(DESKS)),
        ("rulings.show", "Rulings", tuple(DESKS)),
        ("safety.show", "Copies", ("game",)),
        ("spare.show", "Spare", ("game",)),
        ("scenario.show", "Scenario", ("game",)),
    ),
}
"""The pages in the band at the top, and those behind "More" under
their headings: endpoint, word, and the desks that have it."""
PHONE_MORE = {"game": ("map_desk.show", "clock.desk"), "npd": ("books.show",), "bakufu": ("books.show",)}
"""What gives way behind "More" on a phone, so that the band keeps to two rows; the small clock leads to the clock."""
PART_OF = {
    "battle": "map_desk",
    "calls": "bakufu",
    "chances": "map_desk",
    "clans": "team",
    "encounters": "map_desk",
    "finding": "map_desk",
    "manoeuvres": "map_desk",
    "orders": "map_desk",
    "provinces": "map_desk",
    "works": "team",
    "midway": "safety",
    "options": "rulings",
    "rota": "casting",
}
"""The pages that have no word of their own in the band, and those from which one comes to them."""


HALL = ("clock.full", *(f"public_map.{page}" for page in ("display", "drawing", "season")))
SECRET = (
    "bakufu",
    "books",
    "calls",
    "claimed",
    "clans",
    "gate",
    "honour",
    "letters",
    "locals",
    "midway",
    "now",
    "petitions",
    "shadows",
    "tactics",
    "team",
    "works",
)

FINDS = Finds(
    "finding.find",
    ("map", *(desk for desk in DESKS if desk != "map")),
    "A7-K, Ōmi, Takeda",
    "the code of a card, or the first letters of a province, clan or general",
    "finding.suggest",
)

NAVIGATION = Navigation(
    HOME, NAV, MORE, PHONE_MORE, PART_OF, FINDS, frozenset(HALL), "public_map.drawing", frozenset(SECRET)
)


def opened_by_card(read: Code) -> str:
    """The address of what a card, a letter or an edict stands for."""
    from flask import url_for  # a command does without it

    if read.kind == "L":
        return url_for("letters.letter", code=str(read))
    if read.kind == "E":
        return url_for("edicts.edict", code=str(read))
    if read.kind == "P":
        return url_for("petitions.petition", code=str(read))
    if read.kind == "C":
        return url_for("calls.call", code=str(read))
    return url_for("orders.order" if read.kind == "M" else "orders.army", number=read.number)
