"""What shows players who is who: table signs and badges. Nothing on them is secret."""

from __future__ import annotations

from collections.abc import Iterator

from control.kernel.printing.kinds import Item, Kinds, Press, single
from control.sengoku.paper.table.table_papers_questions import badge_data, sign_data
from printouts.people.badges import badges
from printouts.people.table_sign import table_sign

PRINTERS = ("game", "team", "npd", "bakufu", "map")
KINDS = Kinds("players")


@KINDS.add(
    "table_signs",
    "Table signs",
    "table sign",
    PRINTERS,
    single(table_sign),
    "No clan is played, so there is no table to put a sign on.",
)
def sign_items(press: Press) -> Iterator[Item]:
    """A sign for each table."""
    for clan, sign in sign_data(press.session, press.scenario):
        yield Item(clan, sign.clan.name, clan, sign)


@KINDS.add(
    "badges",
    "Badges",
    "badge",
    PRINTERS,
    badges,
    "No clan is played and nobody is cast, so there is no badge to print.",
)
def badge_items(press: Press) -> Iterator[Item]:
    """A badge for each person."""
    for person, badge in badge_data(press.session, press.scenario):
        yield Item(person.id, badge.name, person.clan, badge)
