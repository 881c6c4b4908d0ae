"""Papers that have become wrong: whoever changes who plays or leads puts them on the list to be printed again."""

from __future__ import annotations

from collections.abc import Collection

from sqlalchemy import String, cast, exists, select

from control.kernel.errors import ChangedElsewhere, OrderNotUnderstood
from control.kernel.rows import Touch
from control.kernel.typed import Order, number, one_of, text
from control.kernel.wording import counted
from control.sengoku.rows import Army, Character, Clan, Reprint
from control.sengoku.rules.desks import AT_THE_MAP
from control.sengoku.world.acting import World, action
from control.sengoku.world.land.rising_actions import with_lord
from control.sengoku.world.names import ARMY_CARDS
from control.sengoku.world.people.generals_questions import serial_of
from control.sengoku.world.people.reprints_questions import PAPERS, alike


def again(
    world: World,
    paper: str,
    why: str,
    *,
    clan: str | None = None,
    character: str | None = None,
    army: int | None = None,
) -> Reprint:
    """Put a paper on the list, one of clan, person and army saying whose it is.

    Every cause has a row of its own, so that each can be taken back alone; the list shows a paper once.
    """
    row = world.new(Reprint, paper=paper, clan=clan, character=character, army=army, why=why, done=False)
    world.session.flush()
    return row


def person_changed(world: World, person: Character, why: str, *, sheet: bool = True, armies: bool = True) -> None:
    """Somebody else plays this person, or he is somebody else now: his card (the dead have none), the cards of his army
    (unless none of it is said there: their code for its tactics ends), his clan's sheet (unless it is on the list by
    another way)."""
    if person.alive:
        again(world, "character_card", why, character=person.id)
    led = select(Army).filter_by(general=person.id, standing=True).order_by(Army.id)
    for army in world.session.scalars(led) if armies else ():
        army_changed(world, army, why)
    if sheet:
        clan_changed(world, person.clan, why)


def army_changed(world: World, army: Army, why: str) -> None:
    """Another general leads this army, or another player its general; whoever had the code for its tactics knows it no
    more."""
    world.number(serial_of(army.id))
    again(world, "order_cards", why, army=army.id)
    again(world, "army_card", why, army=army.id)
    again(world, "generals_code", why, army=army.id)


def clan_changed(world: World, clan: str, why: str) -> None:
    """The people of a clan's table have changed."""
    again(world, "clan_sheet", why, clan=clan)


class Done(Order):
    """A paper of the list that has been printed, by the number of one of its causes; without one, all of them.

    Only causes up to number ``last`` are ticked off, so that nothing is that came meanwhile. With ``done`` false that
    one cause is open again.
    """

    reprint: number(1, 10**9, "the number of a paper") | None = None
    last: number(1, 10**9, "the number of a paper")
    done: bool = True


@action("reprint.done", title="Tick off what was printed", order=Done, desks=AT_THE_MAP)
def tick(world: World, order: Done) -> str:
    """Tick off a paper that was printed again, or all of them; or put one back on the list."""
    if order.reprint is None:
        rows = list(
            world.session.scalars(
                select(Reprint).where(Reprint.done.is_(False), Reprint.id <= order.last).order_by(Reprint.id)
            )
        )
        if not rows or not order.done:
            raise ChangedElsewhere("Everything is printed already.", field="reprint")
        papers = len({alike(row) for row in rows})
        what = counted(papers, "paper")
    else:
        named = world.get(Reprint, order.reprint, "reprint")
        rows = [named]
        if order.done:
            rows = [
                row
                for row in world.session.scalars(
                    select(Reprint)
                    .filter_by(paper=named.paper, done=False)
                    .where(Reprint.id <= order.last)
                    .order_by(Reprint.id)
                )
                if alike(row) == alike(named)
            ]
        if not rows or named.done is order.done:
            raise ChangedElsewhere(
                f"The {called(world, named)} is {'ticked off' if named.done else 'on the list'} already.",
                field="reprint",
            )
        what = f"the {called(world, named)}"
    for row in rows:
        row.done = order.done
    return f"Printed again: {what}." if order.done else f"To be printed again after all: {what}."


class Add(Order):
    """A paper to be printed again: which, of which clan, person or army, and why."""

    paper: one_of("a paper", *PAPERS)
    clan: text("a clan") = ""
    character: text("a person") = ""
    army: number(1, 10**6, "the number of an army", card=ARMY_CARDS) | None = None
    why: text("a reason", 3, 120)


@action("reprint.add", title="Have a paper printed again", order=Add, desks=AT_THE_MAP)
def add(world: World, order: Add) -> str:
    """Put a paper on the list by hand: it was lost, or has a fault."""
    whose = PAPERS[order.paper].of
    given = getattr(order, whose)
    if not given:
        raise OrderNotUnderstood(f"Say which {NOUNS[whose]} the {PAPERS[order.paper].name} is of.", field=whose)
    if other := next((one for one in NOUNS if one != whose and getattr(order, one)), None):
        whole = PAPERS[order.paper].name
        raise OrderNotUnderstood(f"The {whole} is of no {NOUNS[other]}. Leave it empty.", field=other)
    if whose == "clan":
        with_lord(world, given)
    else:
        world.get(Character if whose == "character" else Army, given, whose)
    row = again(world, order.paper, order.why, **{whose: given})
    return f"To be printed again: the {called(world, row)} ({order.why})."


NOUNS = {"clan": "clan", "character": "person", "army": "army"}


def called(world: World, row: Reprint) -> str:
    """A paper in a sentence."""
    session = world.session
    of = (
        session.get_one(Clan, row.clan).name
        if row.clan
        else session.get_one(Character, row.character).name
        if row.character
        else f"army {session.get_one(Army, row.army).code}"
    )
    return f"{PAPERS[row.paper].name} of {of}"


def tick_off(world: World, kind: str, printed: Collection[str], state: int) -> None:
    """What was on the list of papers to be printed again when these were gathered, after entry ``state`` of the
    journal: what came on it while they were drawn is not on them."""
    papers = [paper for paper, about in PAPERS.items() if about.print == kind]
    since = exists().where(
        Touch.table == Reprint.__tablename__, Touch.key == cast(Reprint.id, String), Touch.changed, Touch.entry > state
    )
    still = select(Reprint).where(Reprint.paper.in_(papers), Reprint.done.is_(False), ~since)
    for row in world.session.scalars(still):
        if str(row.clan or row.character or row.army) in printed:
            row.done = True
