"""The Emperor's court: nobles who come in play, resign their office or die (handbook 4; R29, R43)."""

from __future__ import annotations

from sqlalchemy import select

from control.kernel.errors import ChangedElsewhere, OrderNotAllowed, OrderNotUnderstood
from control.kernel.typed import Order, number, one_of, text
from control.kernel.wording import capital
from control.sengoku.people.court.court_questions import ROLES
from control.sengoku.people.kin_actions import not_taken
from control.sengoku.people.kin_questions import id_for
from control.sengoku.rows import Courtier
from control.sengoku.rules.desks import AT_COURT
from control.sengoku.rules.people.titles import LOWEST
from control.sengoku.world.acting import World, action
from control.sengoku.world.people.titles_questions import title_in_words
from control.sengoku.world.telling.notices_actions import clans_of_the_bakufu, tell

WAYS = {"dies": "He dies", "resigns": "He resigns his office"}
"""How somebody leaves the court, or his office there."""


class AddCourtier(Order):
    """Somebody new at court: a noble with his court ``rank``, and his ``office`` if he has one; or the Emperor, who has
    neither, where there is none (R29)."""

    name: text("a name", 1, 60, label="Name")
    role: one_of("a role at court", *ROLES, label="Who he is") = "noble"
    rank: number(1, LOWEST, "a court rank", label="Court rank") | None = None
    office: text("an office", most=60, label="Office at court") = ""
    age: number(0, 120, "an age", label="Age") | None = None
    ancestor: text("an ancestor", most=60, label="Ancestor") = ""


@action("court.add", title="Make a noble of the court", order=AddCourtier, desks=AT_COURT)
def add(world: World, order: AddCourtier) -> str:
    """Make a noble of the Emperor's court, or an Emperor where there is none."""
    noble, name = order.role == "noble", " ".join(order.name.split())
    if noble and order.rank is None:
        raise OrderNotUnderstood(f"Say his court rank, from 1, the highest, to {LOWEST} (R29).", field="rank")
    if not noble:
        the_emperor_may_come(world, order)
    not_taken(world, name)
    new = Courtier(
        id=id_for(world.session, name),
        name=name,
        role=order.role,
        rank=order.rank,
        title=order.office,
        age=order.age,
        ancestor=order.ancestor,
        made=True,
    )
    world.session.add(new)
    world.session.flush()
    if not noble:
        told = f"{name} is Emperor"
        hear(world, f"{told}.")
        return f"{told} (R29)."
    office = f", {order.office}" if order.office else ""
    return f"{name}{office}, is at court: {title_in_words('court_rank', '', order.rank)} (R29)."


def the_emperor_may_come(world: World, order: AddCourtier) -> None:
    """Refuse a second Emperor, one with a rank or an office, and one made elsewhere than at Game Control."""
    if order.rank is not None or order.office:
        raise OrderNotUnderstood(
            "The Emperor stands above all ranks and offices (R29). Leave them empty.",
            field="office" if order.rank is None else "rank",
        )
    if world.umpire.desk != world.of_game.leads:
        leader = world.of_game.roles[world.of_game.leads]
        raise OrderNotAllowed(f"{leader} speaks for the Emperor (R43). Let it be entered there.", field="role")
    there = world.session.scalar(select(Courtier.name).filter_by(role="emperor", alive=True))
    if there is not None:
        raise OrderNotAllowed(f"There is an Emperor: {there}. There is one alone. Make a noble.", field="role")


class Leave(Order):
    """Somebody at court who dies, or a noble who resigns his office and keeps his rank."""

    courtier: text("somebody at court", 1, label="Who")
    how: one_of("what becomes of him", *WAYS, label="What becomes of him") = "dies"


@action("court.leave", title="Leave the court", order=Leave, desks=AT_COURT)
def leave(world: World, order: Leave) -> str:
    """Let a noble die, or resign his office at court; or let the Emperor die."""
    one = at_court(world, order.courtier)
    if order.how == "dies":
        return f"{capital(one.name)} died.{passes_away(world, one)}"
    if not one.title:
        why = f"{one.name} has no office to resign."
        raise OrderNotAllowed(f"{why} Say that he died, or leave him where he is.", field="how")
    office, one.title = one.title, ""
    world.session.flush()
    return f"{one.name} resigned his office of {office}; he is {title_in_words('court_rank', '', one.rank)} still."


def at_court(world: World, key: str, field: str = "courtier") -> Courtier:
    """Somebody at court who lives. Raises an OrderError for one who is unknown or dead."""
    one = world.get(Courtier, key, field)
    if not one.alive:
        raise ChangedElsewhere(f"{one.name} is dead. Choose somebody who lives.", field=field)
    return one


def passes_away(world: World, one: Courtier) -> str:
    """Somebody at court dies; for the sentence. Of an Emperor the Bakufu hears at once."""
    one.alive = False
    world.session.flush()
    if one.role != "emperor":
        return ""
    hear(world, f"{one.name} is dead.")
    return " There is no Emperor until Game Control makes one (R29)."


def hear(world: World, sentence: str) -> None:
    """The Bakufu is to be told."""
    tell(world, "person", sentence, None, clans_of_the_bakufu(world.session), only=True)
