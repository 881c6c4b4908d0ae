"""What shows players who is who: table signs and badges. Nothing on them is secret."""

from __future__ import annotations

from collections.abc import Iterator

from control.kernel.printing.kinds import Item, Kind, Press, single
from control.sengoku.paper.table_papers_questions import badge_data, sign_data
from printouts.people.badges import badges
from printouts.people.table_sign import table_sign

PRINTERS = ("game", "team", "npd", "bakufu", "map")


def sign_items(press: Press) -> Iterator[Item]:
    """A sign for each table."""
    for clan, sign in sign_data(press.session, press.scenario):
        yield Item(clan, sign.clan.name, clan, sign)


def badge_items(press: Press) -> Iterator[Item]:
    """A badge for each person."""
    for person, badge in badge_data(press.session, press.scenario):
        yield Item(person.id, badge.name, person.clan, badge)


KINDS = (
    Kind(
        "table_signs",
        "Table signs",
        "table sign",
        "players",
        PRINTERS,
        sign_items,
        single(table_sign),
        "No clan is played, so there is no table to put a sign on.",
    ),
    Kind(
        "badges",
        "Badges",
        "badge",
        "players",
        PRINTERS,
        badge_items,
        badges,
        "No clan is played and nobody is cast, so there is no badge to print.",
    ),
)
