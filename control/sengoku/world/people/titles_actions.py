"""Titles of the dead: what passes to the successor at once, and what the Bakufu confirms or takes back (handbook 4;
R30, R39)."""

from __future__ import annotations

from sqlalchemy import select
from sqlalchemy.orm import contains_eager, joinedload

from control.kernel.errors import ChangedElsewhere, OrderNotAllowed, OrderNotUnderstood
from control.kernel.typed import Order, text
from control.sengoku.rows import Character, Clan, Succession, Title
from control.sengoku.rules.desks import AT_COURT
from control.sengoku.scenario.model import HEADS
from control.sengoku.world.acting import World, action
from control.sengoku.world.people.reprints_actions import person_changed
from control.sengoku.world.people.titles_questions import (
    claimant,
    held_title_in_words,
    is_home_office,
    nobody_claims,
)
from control.sengoku.world.telling.notices_actions import clans_of_the_bakufu, tell

TAKEN_BACK = "Perhaps a colleague has taken it back, or let it fall back."
"""What may have become of a title that nobody has."""


def held_by(world: World, person: Character) -> list[Title]:
    """The titles of a person, in the order of their keys."""
    found = select(Title).filter_by(character=person.id).order_by(Title.id)
    return list(world.session.scalars(found.options(joinedload(Title.the_province))))


def leaves_lower_ranks(
    world: World, person: Character, rank: int, field: str, instead: str = "Take that back first."
) -> None:
    """Take the lower court rank from somebody who rises. Refuse one that is no rise."""
    for title in held_by(world, person):
        if title.rank is None:
            continue
        if title.rank <= rank:
            raise OrderNotAllowed(f"{person.name} is {held_title_in_words(title)} already. {instead}", field=field)
        world.session.delete(title)


def inherit(world: World, clan: Clan, dead: Character, heir: Character) -> str:
    """Constable of the home province passes to the successor of a head at once (R39); for the sentence."""
    for title in held_by(world, dead):
        if is_home_office(title, clan):
            title.character = heir.id
            world.session.flush()
            return f" He is {held_title_in_words(title)} in his place (R39)."
    return ""


def claims_in_words(world: World, heir: Character) -> str:
    """The titles that somebody claims since he stands at the head of his clan, in words: those of the dead whom he
    followed, and of those whom they had followed (R39). Empty if there are none."""
    left = select(Title).join(Title.the_character).where(Character.alive.is_(False)).order_by(Title.id)
    found = world.session.scalars(left.options(contains_eager(Title.the_character), joinedload(Title.the_province)))
    return " and ".join(
        held_title_in_words(title) for title in found if claimant(world.session, title.character) == heir.id
    )


def vacated(world: World, dead: Character) -> str:
    """What a death leaves vacant: it is put on the Bakufu's list, but for what passes by itself (R39). For the
    sentence."""
    clan = world.session.get_one(Clan, dead.clan)
    passes = dead.role in HEADS
    left = [title for title in held_by(world, dead) if not (passes and is_home_office(title, clan))]
    if not left:
        return ""
    words = " and ".join(held_title_in_words(title) for title in left)
    if court := clans_of_the_bakufu(world.session):
        said = f"{dead.name}, {words}, is dead. Confirm his heir, or let it fall back?"
        tell(world, "title", said, None, court, only=True)
    return f"Vacant until the Bakufu has confirmed an heir: {words} (R39)."


class Confirm(Order):
    """A vacant title and who holds it from now on: without a ``character`` the claimant, who followed the dead."""

    title: text("a title", 1)
    character: text("a person") = ""


@action("title.confirm", title="Confirm a title", order=Confirm, desks=AT_COURT)
def confirm(world: World, order: Confirm) -> str:
    """Confirm a dead person's title to his heir, or give it to whoever is named (R39)."""
    title, dead = vacant(world, order.title)
    key = order.character or claimant(world.session, dead.id)
    if not key:
        why = nobody_claims(world.session, dead, dead.name)
        raise OrderNotUnderstood(
            f"{why[0].upper()}{why[1:]}. Name who is to have it, or let it fall back.", field="character"
        )
    person = world.living(key)
    if title.rank is not None:
        leaves_lower_ranks(world, person, title.rank, "character", "Let this one fall back, or name another.")
    title.character = person.id
    world.session.flush()
    told = f"{person.name} is {held_title_in_words(title)} after {dead.name}."
    tell(world, "title", told, None, sorted({person.clan, dead.clan}), only=True)
    person_changed(world, person, told.removesuffix("."))
    return f"{told.removesuffix('.')}: the Bakufu confirmed it (R39)."


class FallBack(Order):
    """A vacant title that nobody inherits."""

    title: text("a title", 1)


@action("title.fall_back", title="Let a title fall back", order=FallBack, desks=AT_COURT)
def fall_back(world: World, order: FallBack) -> str:
    """Let a dead person's title fall back to those who gave it: nobody holds it until it is granted anew (R39)."""
    title, dead = vacant(world, order.title)
    words = held_title_in_words(title)
    world.session.delete(title)
    world.session.flush()
    tell(world, "title", f"{words} fell back: nobody has it after {dead.name}.", None, [dead.clan], only=True)
    return f"{words} fell back to those who gave it: nobody has it after {dead.name} (R39)."


def vacant(world: World, key: str) -> tuple[Title, Character]:
    """A title whose holder is dead, and the dead. Raises an OrderError for any other."""
    person = joinedload(Title.the_character).joinedload(Character.the_clan)
    title = world.get(Title, key, "title", beside=(person, joinedload(Title.the_province)), gone=TAKEN_BACK)
    holder, clan = title.the_character, title.the_character.the_clan
    if holder.alive:
        raise ChangedElsewhere(f"{holder.name} is {held_title_in_words(title)}, and lives.", field="title")
    asked = select(Succession.id).where(Succession.character == holder.id, Succession.is_open()).limit(1)
    if is_home_office(title, clan) and world.session.scalar(asked) is not None:
        raise OrderNotAllowed(
            f"{held_title_in_words(title)} goes to whoever follows {holder.name} at the head of {clan.name}, as "
            "soon as he is named (R39).",
            field="title",
            ruling="R39",
        )
    return title, holder
