"""Bonds as they are written down, by whoever makes one (handbook 4 and 7; R14, R16, R35). Recording one with its
hostages and its bride is in people/bonds/bonds_actions.py."""

from __future__ import annotations

from typing import Any

from sqlalchemy import ColumnElement, func, or_, select
from sqlalchemy.orm import joinedload

from control.kernel.errors import OrderNotUnderstood
from control.kernel.journal.audience import audience
from control.sengoku.rows import Character, Pledge, Treaty
from control.sengoku.world.acting import World
from control.sengoku.world.bonds.attitudes_actions import feel
from control.sengoku.world.bonds.treaties_questions import WORDS, binds, knows, who_knows
from control.sengoku.world.minding_questions import desk_of

WITH_CLANS = tuple(
    joinedload(one) for one in (Treaty.the_one, Treaty.the_other, Treaty.the_one_person, Treaty.the_other_person)
)

one_bound, other_bound = (
    func.coalesce(person, clan)
    for person, clan in ((Treaty.one_person, Treaty.one), (Treaty.other_person, Treaty.other))
)
"""Whom a bond binds: the persons, or else the clans."""


def make(world: World, kind: str, one: str, other: str, terms: str = "", **more: Any) -> Treaty:
    """Write a bond down. One that not everybody may know takes no number in the row, which would show a gap, but one
    drawn from the game's secret."""
    if more.get("audience", "public") != "public":
        more["id"] = world.hidden_number("treaty")
    more["entry"] = world.after + (not world.apart)
    treaty = world.new(Treaty, kind=kind, one=one, other=other, terms=terms, **more)
    world.session.flush()
    return world.get(Treaty, treaty.id, "treaty", beside=WITH_CLANS)


def between(world: World, kind: str, one: str, other: str, but: Treaty | None = None) -> Treaty | None:
    """The standing bond of this kind between two clans or persons, whoever is named first, as far as this desk may
    know; another one than that which is left out."""
    both = or_((one_bound == one) & (other_bound == other), (one_bound == other) & (other_bound == one))
    return the_first_known(world, Treaty.kind == kind, both, but=but)


def service(world: World, lord: str, vassal: str) -> Treaty | None:
    """The standing bond by which one clan or person is overlord of another, as far as this desk may know; who serves
    whom the other way round is no answer."""
    return the_first_known(world, Treaty.kind == "vassalage", one_bound == lord, other_bound == vassal)


def marriage_of(world: World, bride: Character, but: Treaty | None = None) -> Treaty | None:
    """The marriage of a bride whose groom lives, as far as this desk may know; the one that is left out is none."""
    living = select(Character.id).where(Character.alive.is_(True))
    return the_first_known(world, Treaty.bride == bride.id, Treaty.groom.in_(living), but=but)


def serves_nobody_else(world: World, lord: str, vassal: str, field: str, vassals_name: str) -> None:
    """Refuse a second overlord of a vassal, or of a person, while everybody may know of the first."""
    bond = the_first_known(world, Treaty.kind == "vassalage", other_bound == vassal, Treaty.audience == "public")
    entered_before = world.replays and not world.force  # what was forced is forced when it is played again
    if bond is None or lord == (bond.one_person or bond.one) or entered_before:
        return
    now = (bond.the_one_person or bond.the_one).name
    world.forbid(
        f"{now} is overlord of {vassals_name}, {since(bond)}, and nobody openly serves two. End that treaty first.",
        field=field,
        ruling="H7",
    )


def since(bond: Treaty) -> str:
    """Since when a bond stands."""
    return f"since {bond.season} {bond.year}"


def the_first_known(world: World, *which: ColumnElement[bool], but: Treaty | None = None) -> Treaty | None:
    """The oldest of these bonds that stands and of which this desk may know, apart from one."""
    found = select(Treaty).where(Treaty.ended.is_(False), *which).order_by(Treaty.entry, Treaty.id)
    known = (bond for bond in world.session.scalars(found.options(*WITH_CLANS)) if knows(world.umpire.desk, bond))
    return next((bond for bond in known if bond is not but and binds(world.game, bond)), None)


def bond_known(world: World, number: int) -> Treaty:
    """The bond of this number. For a desk that may not know of it there is none."""
    bond = world.session.scalar(select(Treaty).filter_by(id=number).options(*WITH_CLANS))
    if bond is None or not knows(world.umpire.desk, bond):
        raise OrderNotUnderstood(f'There is no treaty "{number}".', field="treaty")
    return bond


def answers_no_more(world: World, person: Character) -> None:
    """Whoever is nobody's hostage any more answers for no bond (R36)."""
    for pledge in world.session.scalars(select(Pledge).filter_by(character=person.id)):
        world.session.delete(pledge)


def for_those_who_know(world: World, bond: Treaty) -> None:
    """Keep the entry from whoever may not know of the bond."""
    if bond.audience != "public":
        world.seen_by = audience(*who_knows(bond))


def among_those_who_know(world: World, order: Any) -> tuple[str, ...] | None:
    """The desks that hide the bond of an order from the others; None if everybody may know of it."""
    bond = bond_known(world, order.treaty)
    return None if bond.audience == "public" else who_knows(bond)


def both_feel(world: World, bond: Treaty, steps: int, why: str) -> None:
    """Whoever of the two nobody plays may think better or worse of the other for it, if his desk may know."""
    for clan, other in ((bond.the_one, bond.the_other), (bond.the_other, bond.the_one)):
        if knows(desk_of(clan), bond):
            feel(world, clan.id, other.id, steps, why)


def treaty_in_words(treaty: Treaty) -> str:
    """A bond in a sentence."""
    one, other = treaty.the_one_person or treaty.the_one, treaty.the_other_person or treaty.the_other
    return f"{one.name} {WORDS[treaty.kind]} {other.name}"


def kept_in_words(treaty: Treaty) -> str:
    """The same where a row keeps it: a journal of before, played again, must come to the same rows."""
    return passage_as_before(treaty_in_words(treaty))


def passage_as_before(said: str) -> str:
    """A sentence on a bond, a passage in the words that it had before (Action.formerly)."""
    return said.replace(WORDS["passage"], "free passage with")
