"""Treaties between clans, written down when they are made and when they end (handbook 4 and 7; R14, R16)."""

from __future__ import annotations

from sqlalchemy import or_, select
from sqlalchemy.orm import joinedload

from control.kernel.errors import OrderNotAllowed
from control.kernel.typed import Order, number, one_of, text
from control.sengoku.rows import Clan, Treaty
from control.sengoku.world.acting import World, action
from control.sengoku.world.attitudes_actions import feel
from control.sengoku.world.treaties_questions import KINDS, WORDS

WHO = ("map", "game", "team", "npd")

WITH_CLANS = joinedload(Treaty.the_one), joinedload(Treaty.the_other)


class RecordTreaty(Order):
    """A treaty between two clans. Of a vassalage ``one`` is the overlord and ``other`` the vassal."""

    kind: one_of("a kind of treaty", *KINDS)
    one: text("a clan", 1)
    other: text("a clan", 1)
    terms: text("the terms") = ""


@action("treaty.record", title="Record a treaty", order=RecordTreaty, desks=WHO)
def record(world: World, order: RecordTreaty) -> str:
    """Record a treaty that two clans have made."""
    one, other = world.get(Clan, order.one, "one"), world.get(Clan, order.other, "other")
    if one is other:
        raise OrderNotAllowed(f"{one.name} needs no treaty with itself. Name another clan.", field="other")
    if (standing := between(world, order.kind, one.id, other.id)) is not None:
        raise OrderNotAllowed(
            f"{treaty_in_words(standing)} already, since {standing.season} {standing.year}. End that treaty first to "
            "make it anew.",
            field="kind",
        )
    treaty = make(world, order.kind, one.id, other.id, order.terms)
    both_feel(world, treaty, 1, treaty_in_words(treaty))
    return f"Treaty: {treaty_in_words(treaty)}" + (f": {order.terms}." if order.terms else ".")


class EndTreaty(Order):
    """A treaty that stands no more, and why: broken, run out, or changed for another."""

    treaty: number(1, 10**6, "the number of a treaty")
    reason: text("a reason", 3)


@action("treaty.end", title="End a treaty", order=EndTreaty, desks=WHO)
def end(world: World, order: EndTreaty) -> str:
    """End a treaty, with the reason."""
    treaty = world.get(Treaty, order.treaty, "treaty", beside=WITH_CLANS)
    if treaty.ended:
        raise OrderNotAllowed(f"That treaty ({treaty_in_words(treaty)}) has ended already.", field="treaty")
    treaty.ended = True
    both_feel(world, treaty, -1, f"No longer: {treaty_in_words(treaty)}")
    return f"No longer: {treaty_in_words(treaty)}. Reason: {order.reason}."


def both_feel(world: World, treaty: Treaty, steps: int, why: str) -> None:
    """Whoever of the two nobody plays may think better or worse of the other for it."""
    feel(world, treaty.one, treaty.other, steps, why)
    feel(world, treaty.other, treaty.one, steps, why)


def make(world: World, kind: str, one: str, other: str, terms: str = "") -> Treaty:
    """Write a treaty down."""
    treaty = world.new(Treaty, kind=kind, one=one, other=other, terms=terms)
    world.session.flush()
    return world.get(Treaty, treaty.id, "treaty", beside=WITH_CLANS)


def between(world: World, kind: str, one: str, other: str) -> Treaty | None:
    """The standing treaty of this kind between two clans, whoever is named first."""
    return world.session.scalar(
        select(Treaty)
        .options(*WITH_CLANS)
        .where(
            Treaty.kind == kind,
            Treaty.ended.is_(False),
            or_((Treaty.one == one) & (Treaty.other == other), (Treaty.one == other) & (Treaty.other == one)),
        )
    )


def treaty_in_words(treaty: Treaty) -> str:
    """A treaty in a sentence."""
    return f"{treaty.the_one.name} {WORDS[treaty.kind]} {treaty.the_other.name}"
