"""The band at the top of every page, and what a code on paper opens."""

from __future__ import annotations

from control.kernel.codes import Code
from control.kernel.game import Finds, Navigation, Place
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
BUT_GAME = tuple(desk for desk in DESKS if desk != "game")
NAV = (
    Place("now.show", "Now", ("team", "npd", "intelligence", "bakufu")),
    Place("map_desk.show", "Map"),
    Place("game.show", "Game"),
    Place("locals.show", "Locals", ("npd",)),
    Place("npd.show", "Answers", ("npd",)),
    Place("team.show", "Clan", ("team",)),
    Place("clock.desk", "Clock"),
    Place("gate.show", "Season"),
    Place("honour.show", "Honour"),
    Place("order_grid.show", "Orders", ("map",)),
    Place("people.show", "People", ("map",)),
    Place("bakufu.show", "Bakufu", ("bakufu",)),
    Place("books.show", "Books", ("npd", "bakufu")),
    Place("letters.show", "Letters", ("npd", "bakufu")),
    Place("edicts.show", "Edicts", ("bakufu",)),
    Place("shadows.show", "Shadows", ("intelligence",)),
    Place("telling.show", "Tell"),
)
MORE = {
    "At the table": (
        Place("order_grid.show", "Orders"),
        Place("people.show", "People"),
        Place("map_desk.muster", "Troops"),
        Place("walk_round.show", "Walk-round"),
        Place("casting.command", "Who commands", ("map",)),
        Place("treaties.show", "Treaties"),
        Place("locals.clans", "Locals", ("team", "game")),
        Place("locals.rebels", "Rebels", ("map",)),
    ),
    "Rank and law": (
        Place("bakufu.show", "Bakufu"),
        Place("petitions.show", "Petitions"),
        Place("shogun.show", "Shogun"),
        Place("titles.show", "Titles"),
        Place("claimed.show", "Services"),
        Place("bowing.show", "Who bows"),
        Place("court.show", "The court"),
        Place("edicts.show", "Edicts"),
        Place("letters.show", "Letters"),
        Place("shadows.show", "Shadows"),
    ),
    "Teams": (
        Place("books.show", "Books", ("game",)),
        Place("gate.winter", "Winter", ("npd", "bakufu")),
        Place("kin.show", "Make people"),
        Place("casting.show", "Casting"),
        Place("casting.door.show", "Door", BUT_GAME),
        Place("rota.show", "Rota", BUT_GAME),
    ),
    "The hall and paper": (
        Place("displays.desk", "Displays"),
        Place("news.show", "News"),
        Place("announcements.show", "Announcements"),
        Place("public_map.display", "Display"),
        Place("printing.show", "Print"),
        Place("casting.papers.reprint", "Reprint", ("map",)),
    ),
    "The record": (
        Place("journal.show", "Journal", ("map", "game", "team")),
        Place("journal.apart", "Journal apart", ("intelligence",)),
        Place("confirmations.show", "Second umpire"),
        Place("help.show", "Help"),
        Place("demo.show", "Demo"),
        Place("rules.show", "Rules"),
        Place("rulings.show", "Rulings"),
        Place("safety.show", "Copies"),
        Place("spare.show", "Spare"),
        Place("scenario.show", "Scenario"),
    ),
}
"""The pages in the band at the top, and those behind "More" under their headings."""
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

HALL = ("clock.full", *(f"public_map.{page}" for page in ("display", "drawing", "legend", "season")))
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
    "treaties",
    "works",
)
"""What is typed there is never written to a device, and a page that is left alone covers itself. One that is forgotten
here, or among the LOCKS, is named by tests/secrecy/test_routes.py."""
LOCKS = ("confirmations", "journal", "safety", "telling")
"""Not Map Control's own desk, which lies open before whoever comes to it with his card."""

FINDS = Finds(
    "finding.find",
    ("map", *(desk for desk in DESKS if desk != "map")),
    "A7-F, Ōmi, Takeda",
    "the code of a card, or the first letters of a province, clan or general",
    "finding.suggest",
)

NAVIGATION = Navigation(
    HOME,
    NAV,
    MORE,
    PHONE_MORE,
    PART_OF,
    FINDS,
    hall=frozenset(HALL),
    cover="public_map.drawing",
    secret=frozenset(SECRET),
    locks=frozenset(LOCKS),
)


def opened_by_card(read: Code) -> str:
    """The address of what a card, a letter, an edict or a slip stands for."""
    from flask import url_for  # a command does without it

    if read.kind == "L":
        return url_for("letters.letter", code=str(read))
    if read.kind == "E":
        return url_for("edicts.edict", code=str(read))
    if read.kind == "P":
        return url_for("petitions.petition", code=str(read))
    if read.kind == "C":
        return url_for("calls.call", code=str(read))
    if read.kind == "B":
        return url_for("battle.show", number=read.number)
    return url_for("orders.order" if read.kind == "M" else "orders.army", number=read.number)
