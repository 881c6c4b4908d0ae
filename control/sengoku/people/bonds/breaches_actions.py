"""Bonds that were broken, or were not, as an umpire says, and what becomes of who answered for them (R35, R36)."""

from __future__ import annotations

from sqlalchemy import select

from control.kernel.actions.action import Forcible
from control.kernel.actions.slips import Slip
from control.kernel.errors import OrderNotAllowed
from control.kernel.hall.rulings.rulings_actions import announce, note
from control.kernel.typed import Order, text
from control.kernel.wording import in_a_row
from control.sengoku.people.bonds.bonds_actions import HOSTAGES, WHO, BondNumber, pledged_to, standing_bond
from control.sengoku.people.bonds.hostages_actions import Held, hostage, noted
from control.sengoku.people.people_actions import WHO as MOVES_PEOPLE
from control.sengoku.people.people_actions import Person
from control.sengoku.politics.bonds.breaches_questions import suspicions
from control.sengoku.rows import Breach, Clan, Pledge, Treaty
from control.sengoku.scenario.model import HEADS
from control.sengoku.world.acting import World, action
from control.sengoku.world.bonds.treaties_actions import (
    among_those_who_know,
    bond_known,
    both_feel,
    for_those_who_know,
    kept_in_words,
    treaty_in_words,
)
from control.sengoku.world.bonds.treaties_questions import knows, who_knows
from control.sengoku.world.minding_questions import desk_of
from control.sengoku.world.people.proposals_actions import propose
from control.sengoku.world.telling.notices_actions import tell

REASONS = {1: "word-broken", 2: "treaty-broken", 3: "hostages-forsaken"}
"""What the scenario's list of honour calls a breach, by the strength of the bond."""


class Breached(Forcible):
    """A bond, the clan of it that broke it, and by what; ``fact`` is what the gate asked about, if it did."""

    treaty: BondNumber
    by: text("a clan", 1, label="Broken by")
    what: text("what it did", 3, label="What it did")
    fact: text("what was asked", most=120) = ""


def forsakes_hostages(world: World, order: Breached) -> str:
    """Why a second umpire has to say yes: hostages answer for the bond, and the head of a clan gave his word, for his
    clan or for himself (R44)."""
    bond = bond_known(world, order.treaty)
    person = bond.the_one_person if order.by == bond.one else bond.the_other_person
    by_head = order.by in (bond.one, bond.other) and (person is None or person.role in HEADS)
    sworn = bond.strength == HOSTAGES and not bond.broken_by
    return "the head of a clan breaks a bond sworn with hostages" if by_head and sworn else ""


@action(
    "treaty.breach",
    title="Declare a breach",
    order=Breached,
    desks=WHO,
    among=among_those_who_know,
    critical=forsakes_hostages,
)
def breach(world: World, order: Breached) -> str:
    """Declare that a clan broke a bond: it has ended, honour is proposed, and keepers are asked about hostages."""
    bond, by = answered(world, order, was=True)
    bond.ended, bond.broken_by = True, by.id
    told = f"{by.name} broke its word ({kept_in_words(bond)}): {order.what}."
    both_feel(world, bond, -2, told.removesuffix("."))
    if bond.audience == "public":
        tell(world, "breach", told, None, [bond.one, bond.other])
    elif all(knows(desk, bond) for desk in ("map", desk_of(bond.the_one), desk_of(bond.the_other))):
        tell(world, "breach", told, None, [bond.one, bond.other], only=True)
    said = ""
    if knows("team", bond):  # who keeps the ledger reads why
        propose(world, by.id, REASONS[bond.strength], told)
    else:
        said = " Team Control may not know, so no honour is proposed."
    asked = [one for one in pledged_to(world, bond) if one.clan == by.id and one.held_by]
    for one in asked:
        world.session.get_one(Pledge, (bond.id, one.id)).asked = True
    if asked:
        said += f" What becomes of {in_a_row(one.name for one in asked)} is asked of those who hold "
        said += "him." if len(asked) == 1 else "them."
    return told + said


class NoBreach(Breached, Slip):
    """A bond, and what did not break it, and why not. It is announced, so that two rulings on one thing are one too
    many."""

    reason: text("a reason", 3)

    def facts(self) -> tuple[str | int, ...]:
        """Which bond, who was suspected, and what the gate asked."""
        return self.treaty, self.by, self.fact

    def wording(self) -> str:
        """What was done."""
        return str(self.what)


@action(
    "treaty.no_breach",
    title="Rule that it was no breach",
    order=NoBreach,
    desks=("game",),
    among=among_those_who_know,
)
def no_breach(world: World, order: NoBreach) -> str:
    """Rule that something was no breach of a bond; the bond stands, and it is not asked again."""
    bond, by = answered(world, order, was=False)
    told = f"No breach by {by.name} ({kept_in_words(bond)}): {order.what}. {order.reason}"
    if bond.audience == "public":
        note(world, told, ruling="R35")
        announce(world, f"Ruling (R35): {told}")
    return f"{told}."


def answered(world: World, order: Breached, *, was: bool) -> tuple[Treaty, Clan]:
    """A bond that stands, or stood when the deed was done that is asked about, and the clan of it that an umpire spoke
    of: what he said is written down."""
    bond, by = bond_known(world, order.treaty), world.get(Clan, order.by, "by")
    if bond.broken_by or not order.fact:
        standing_bond(world, order.treaty)
    elif bond.ended and not world.replays and (bond.id, order.fact) not in asked_about(world):
        raise OrderNotAllowed(
            f"That treaty ({treaty_in_words(bond)}) has ended, and nobody asks about that any more. What was done "
            "while it bound, and is not answered, stands at the gate.",
            field="fact",
        )
    for_those_who_know(world, bond)
    if by.id not in (bond.one, bond.other):
        raise OrderNotAllowed(
            f"{by.name} is not bound by that treaty. Name {bond.the_one.name} or {bond.the_other.name}.",
            field="by",
            ruling="R35",
        )
    when = {"year": world.game.year, "season": world.game.season, "entry": world.entry}
    world.session.add(Breach(treaty=bond.id, by=by.id, what=order.what, was=was, fact=order.fact, **when))
    world.session.flush()
    return bond, by


def asked_about(world: World) -> set[tuple[int, str]]:
    """Of which bonds what is asked."""
    return {(one.treaty, one.fact) for one in suspicions(world.session)}


class Keep(Order):
    """A hostage whose clan broke the bond he answers for, and who is kept all the same; ``shown`` as for HandOver."""

    character: Person
    note: text("a note") = ""
    shown: Held | None = None


def asked_of(world: World, person: str) -> list[tuple[Pledge, Treaty]]:
    """The broken bonds, as far as this desk may know, for which it is asked what becomes of a hostage."""
    asked = select(Pledge, Treaty).join(Treaty, Treaty.id == Pledge.treaty)
    found = world.session.execute(asked.where(Pledge.character == person, Pledge.asked.is_(True)))
    return [(pledge, bond) for pledge, bond in found if knows(world.umpire.desk, bond)]


def among_keepers(world: World, order: Keep) -> tuple[str, ...] | None:
    """The desks that hide from the others that he answered for a bond; None if everybody may know."""
    hidden = [bond for _, bond in asked_of(world, order.character) if bond.audience != "public"]
    return who_knows(hidden[-1]) if hidden else None


@action("hostage.keep", title="Keep a hostage", order=Keep, desks=(*MOVES_PEOPLE, "npd"), among=among_keepers)
def keep(world: World, order: Keep) -> str:
    """Keep a hostage though his clan broke its word: his keepers have said what becomes of him."""
    person, host = hostage(world, order.character, order.shown)
    rows = asked_of(world, person.id)
    if not rows:
        raise OrderNotAllowed(f"Nobody asks what becomes of {person.name}: he is kept as he was.", field="character")
    for pledge, bond in rows:
        pledge.asked = False
        for_those_who_know(world, bond)
    return f"{host.name} keeps {person.name}, though his clan broke its word.{noted(order.note)}"
