"""The note of a restore: what the journal, the desks and open forms hear of it when the game was set back to a copy.

Codes that were withdrawn since stay withdrawn: neither whoever got hold of one nor a device that was signed out comes
back by it.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import or_, select
from sqlalchemy.orm import Session

from control.kernel.actions.action import KERNEL_ACTIONS
from control.kernel.actions.world import World
from control.kernel.codes import new_desk_code
from control.kernel.database.versions import highest_version, lowest_version, raise_versions
from control.kernel.roles import EVERY_DESK, LEAD
from control.kernel.rows import Announcement, Desk, Serial
from control.kernel.rows.base import A_CODE
from control.kernel.typed import Order, number, text

FLUSHES = 50
"""No entry writes one row more often than that: by it versions were raised before ``highest`` was noted."""


LOOK_AGAIN = "Look at what you have on paper, and at what you keep from other desks, and enter again what is missing."


class CodeOfDesk(Order):
    """How far the codes of a place had come (Desk): only what is further than in the copy counts."""

    place: text("the place of a code", 1, 60)
    issue: number(0, 10**6, "the number of codes withdrawn")
    since: number(0, 10**6, "the first code whose sign-ins count")


class Counted(Order):
    """How far a count of codes had come (Serial)."""

    name: text("the name of a count", 1, 120)
    last: number(0, 10**9, "the last number given")


class Restored(Order):
    """Which copy the game was set back to, how many journal entries were lost by it and how many came back with it.
    Another copy keeps what was replaced; it ends with entry ``kept``. ``codes`` and ``counts`` say how far codes had
    come before, ``highest`` how far the versions of rows."""

    snapshot: text("the name of a copy", 1, 120)
    lost: number(0, 10**6, "the number of entries lost")
    returned: number(0, 10**6, "the number of entries that came back") = 0
    kept: number(0, 10**9, "the number of an entry") = 0
    highest: number(0, 10**12, "the highest version of a row") = 0
    codes: list[CodeOfDesk] = []  # noqa: RUF012 (pydantic copies it)
    counts: list[Counted] = []  # noqa: RUF012 (pydantic copies it)


@KERNEL_ACTIONS.add(
    "game.restored",
    title="Note a restore",
    order=Restored,
    desks=(LEAD,),
    seen_by=(EVERY_DESK,),
    hides=("codes", "counts", "highest"),
)
def restored(world: World, order: Restored) -> str:
    """Note that the game was set back to a copy, and tell every desk. The program does it; nobody need."""
    # A form opened before knows versions that come again now: none may be taken for the same (contract of `get`).
    raise_versions(world.session, world.of_game.tables.values(), by_how_many(world, order))
    keep_withdrawn(world, order)
    many = f"{entries(order.lost)} after it" if order.lost else "no entry of the journal"
    lost = f"{many} {were(order.lost or 1)} lost"
    back = f", {entries(order.returned)} came back" if order.returned else ""
    sentence = f"The game was set back to how it stood in {world.of_game.moment(world.game).stretch}: {lost}{back}."
    # what stands apart went back with it, and this says no more of that than if there had been nothing
    world.new(Announcement, text=f"{sentence} {LOOK_AGAIN}", desks=[])
    kept = f" What was replaced is kept in the copy that ends with entry {order.kept}." if order.kept else ""
    return f"{sentence}{kept}"


def by_how_many(world: World, order: Restored) -> int:
    """By how many all versions go up: above the highest that there was, here or in what this replaces. Whoever restores
    the same copy twice, or goes back and forth, comes to none that a form may have seen in between."""
    lost: int = order.lost
    if not order.highest:
        return FLUSHES * (lost + 1)
    highest: int = max(order.highest, highest_version(world.session, world.of_game.tables.values()))
    return highest - lowest_version(world.session)


def keep_withdrawn(world: World, order: Restored) -> None:
    """Withdraw what had been withdrawn. A place that was given since the copy is gone with its code, and its number is
    given to nobody else."""
    for one in order.codes:
        desk = world.session.get(Desk, one.place)
        if desk is None:
            continue
        if one.issue > desk.issue:
            desk.issue, desk.code = one.issue, new_desk_code(world.game.seed, desk.key, one.issue)
        desk.since = max(desk.since, one.since)
    for count in order.counts:
        serial = world.session.get(Serial, count.name)
        if serial is None:
            serial = Serial(name=count.name, last=0)
            world.session.add(serial)
        serial.last = max(serial.last, count.last)


OF_CODES = select(Serial).where(or_(Serial.name == Desk.__tablename__, Serial.name.contains(A_CODE)))
"""The counts of codes: of the places that umpires have of their own, and of what the game gives codes to."""


def withdrawn(now: Session, then: Session) -> dict[str, Any]:
    """What an order of `Restored` says of codes, of a game that is set back to how it stood ``then``."""
    came = {one.key: (one.issue, one.since) for one in then.scalars(select(Desk))}
    far = {one.name: one.last for one in then.scalars(OF_CODES)}
    codes = [
        {"place": one.key, "issue": one.issue, "since": one.since}
        for one in now.scalars(select(Desk).order_by(Desk.key))
        if one.key in came and (one.issue, one.since) != came[one.key]
    ]
    counts = [
        {"name": one.name, "last": one.last}
        for one in now.scalars(OF_CODES.order_by(Serial.name))
        if one.last > far.get(one.name, 0)
    ]
    return {**({"codes": codes} if codes else {}), **({"counts": counts} if counts else {})}


def entries(many: int) -> str:
    """A number of entries in words."""
    return "1 entry" if many == 1 else f"{many:,} entries"


def were(many: int) -> str:
    """Was or were."""
    return "was" if many == 1 else "were"
