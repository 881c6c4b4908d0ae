"""Titles given and taken back, each by who may (handbook 4; R30, R43)."""

from __future__ import annotations

from sqlalchemy import select
from sqlalchemy.orm import joinedload

from control.kernel.actions.action import Forcible
from control.kernel.errors import ChangedElsewhere, OrderNotAllowed, OrderNotUnderstood
from control.kernel.typed import Order, number, one_of, text
from control.sengoku.rows import Character, Province, Service, Title
from control.sengoku.rules.desks import AT_COURT
from control.sengoku.rules.people.titles import AUTHORITIES, KINDS, LOWEST, Chain, chain, missing
from control.sengoku.world.acting import World, action
from control.sengoku.world.people.proposals_actions import propose
from control.sengoku.world.people.reprints_actions import person_changed
from control.sengoku.world.people.titles_actions import TAKEN_BACK, leaves_lower_ranks
from control.sengoku.world.people.titles_questions import (
    authorities,
    held_title_in_words,
    id_of_title,
    title_in_words,
    vacancies,
)
from control.sengoku.world.telling.notices_actions import tell

FIELDS = {"granted": "authority", "recommended": "recommended_by", "approved": "approved_by"}
"""Where each part of a chain stands in the order."""
BESIDE = (joinedload(Title.the_character), joinedload(Title.the_province))
"""What is read of a title besides."""


class Named(Order):
    """A title by its name: an office with its ``province``, a court rank with its ``rank``."""

    kind: one_of("a title", *KINDS, label="Title")
    province: text("a province", label="Province") = ""
    rank: number(1, LOWEST, "a court rank", label="Court rank") | None = None


class Grant(Forcible, Named):
    """A title and who gets it: an office with its ``province``, a court rank with its ``rank``; and the chain it came
    by: who recommended it, who approved it, who granted it (R30)."""

    character: text("a person", 1, label="Who gets it")
    authority: one_of("who grants it", *AUTHORITIES, label="Granted by")
    recommended_by: one_of("who recommends it", *AUTHORITIES, label="Recommended by") | None = None
    approved_by: one_of("who approves it", *AUTHORITIES, label="Approved by") | None = None
    note: text("a note", label="What for") = ""
    asked_by: text("who asked for it", most=80, label="Asked by") = ""
    service: number(1, 10**6, "the number of a service", label="For the service") | None = None


@action("title.grant", title="Grant a title", order=Grant, desks=AT_COURT)
def grant(world: World, order: Grant) -> str:
    """Give a title to a living person. An office has one holder; who rises at court leaves the lower rank."""
    person = world.living(order.character)
    where = place_of(world, order)
    given = Chain(order.authority, order.recommended_by or "", order.approved_by or "")
    are_there(world, {field: getattr(order, field) for field in FIELDS.values()})
    if not world.replays:
        speaks_for(world, given.approved, "approved_by")
    lack, part = missing(order.kind, order.rank, given)
    if lack:
        elsewhere = "" if part != "approved" or leads(world) else f" {world.of_game.leader} enters it (R43)."
        world.forbid(f"{lack}{elsewhere}", field=FIELDS[part], ruling="R30")
    speaks_for(world, order.authority)
    if order.service is not None and world.get(Service, order.service, "service").clan != person.clan:
        raise OrderNotAllowed("Another clan did that service. Choose one of his own clan.", field="service")
    left = made_free(world, person, order)
    by = given.words(authorities(world.session))
    title = Title(
        asked_by=order.asked_by,
        granted=by,
        service=order.service,
        year=world.game.year,
        season=world.game.season,
        id=id_of_title(world.session, order.kind, person.id, order.province or None, order.rank),
        kind=order.kind,
        character=person.id,
        province=order.province or None,
        rank=order.rank,
    )
    world.session.add(title)
    world.session.flush()
    told = f"{person.name} is {title_in_words(order.kind, where, order.rank)}"
    tell(world, "title", f"{told}.", None, sorted({person.clan, *left}), only=True)
    person_changed(world, person, told)
    propose(world, person.clan, "title", told, person.id)
    asked = f"asked for by {order.asked_by}, " if order.asked_by else ""
    note = f" Note: {order.note}." if order.note else ""
    return f"{told}: {asked}granted by {by} (R30).{note}"


def place_of(world: World, order: Named) -> str:
    """The name of the province of an office, empty for a court rank. Raises an OrderError where the order names too
    little or too much."""
    if order.kind == "court_rank":
        if order.rank is None:
            raise OrderNotUnderstood(f"Say which court rank, from 1, the highest, to {LOWEST}.", field="rank")
        if order.province:
            raise OrderNotUnderstood("A court rank has no province. Leave it empty.", field="province")
        return ""
    if not order.province:
        raise OrderNotUnderstood(f"Say of which province he is to be {order.kind}.", field="province")
    if order.rank is not None:
        raise OrderNotUnderstood(f"A {order.kind} has no rank. Leave it empty.", field="rank")
    return world.get(Province, order.province, "province").name


def speaks_for(world: World, authority: str, field: str = "authority") -> None:
    """The Bakufu's desk speaks for Shogun and Bakufu, Game Control for the Emperor, be it that he grants or that he
    approves (R43)."""
    if authority == "emperor" and not leads(world):
        raise OrderNotAllowed(
            f"{world.of_game.leader} speaks for the Emperor (R43). Let it be entered there.", field=field, ruling="R43"
        )


def leads(world: World) -> bool:
    """Whether it is entered at the desk that leads."""
    return world.umpire.desk == world.of_game.leads


def are_there(world: World, given: dict[str, str | None]) -> None:
    """Refuse what comes from a Shogun or an Emperor while nobody is that; ``given`` by the fields of the order."""
    nobody = vacancies(world.session)
    for field, authority in given.items():
        if authority in nobody:
            why = f"{nobody[authority]} Nobody gives or takes a title in his name until there is one."
            world.forbid(why, field=field, ruling="R30")


def made_free(world: World, person: Character, order: Grant) -> set[str]:
    """Take away what stands in the way of a grant: an office that another holds, by force alone, and the lower court
    rank of somebody who rises. The clans that lost something by it."""
    lost = set()
    if order.kind == "court_rank":
        leaves_lower_ranks(world, person, order.rank or 0, "rank")
    else:
        found = select(Title).filter_by(kind=order.kind, province=order.province)
        for title in world.session.scalars(found.options(*BESIDE)):
            holder, words = title.the_character, held_title_in_words(title)
            if holder is person:
                raise ChangedElsewhere(f"{person.name} is {words} already.", field="character")
            way = "Take it back first." if holder.alive else "Settle that first: confirm his heir, or let it fall back."
            state = f"{holder.name} is {words}" if holder.alive else f"{words} is vacant: {holder.name} is dead"
            world.forbid(f"{state}. {way}", field="province", ruling="R39")
            lost.add(holder.clan)
            world.session.delete(title)
    world.session.flush()
    return lost


class Revoke(Forcible):
    """A title that its holder is to lose, who takes it back, and why."""

    title: text("a title", 1)
    authority: one_of("who takes it back", *AUTHORITIES, label="Taken back by")
    reason: text("the reason", 3, label="Reason")


@action("title.revoke", title="Take a title back", order=Revoke, desks=AT_COURT)
def revoke(world: World, order: Revoke) -> str:
    """Take a title back; who grants titles of its kind may do so (R30)."""
    title = world.get(Title, order.title, "title", beside=BESIDE, gone=TAKEN_BACK)
    holder, words = title.the_character, held_title_in_words(title)
    if not holder.alive:
        raise OrderNotAllowed(
            f"{holder.name}, {words}, is dead. Confirm it to his heir, or let it fall back.",
            field="title",
            ruling="R39",
        )
    may = chain(title.kind, title.rank).granted
    if order.authority != may:
        world.forbid(
            f"{words} comes from {AUTHORITIES[may]}, who alone takes it back (R30).",
            field="authority",
            ruling="R30",
        )
    are_there(world, {"authority": order.authority})
    speaks_for(world, order.authority)
    world.session.delete(title)
    world.session.flush()
    by = authorities(world.session)[order.authority]
    told = f"{holder.name} is no longer {words}"
    tell(world, "title", f"{told}: {by} took it back.", None, [holder.clan], only=True)
    person_changed(world, holder, told)
    return f"{told}: {by} took it back (R30). Reason: {order.reason}."
