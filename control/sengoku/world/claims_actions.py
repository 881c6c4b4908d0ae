"""Claims: who is at work on an encounter or a battle, so that two umpires never settle the same one (handbook 6).

A claim is a courtesy that is enforced: whoever holds one is named to everybody else, and only he goes on with it
until he lets it go or another takes it over, which the journal keeps. Game Control passes every claim. Umpires are
known by their names.
"""

from __future__ import annotations

from control.kernel.errors import ChangedElsewhere, OrderNotAllowed
from control.kernel.typed import Order, number, one_of, text
from control.sengoku.rows import Battle, Claim, Encounter
from control.sengoku.rules.desks import AT_THE_MAP
from control.sengoku.world.acting import World, action
from control.sengoku.world.claims_questions import is_anothers

KINDS = ("encounter", "battle")
Kind = one_of("what is claimed", *KINDS)
Number = number(1, 10**6, "the number of an encounter or a battle")


class TakeClaim(Order):
    """An encounter or a battle that an umpire takes on; ``over`` takes it from the umpire who holds it."""

    kind: Kind
    number: Number
    over: bool = False


@action("claim.take", title="Claim", order=TakeClaim, desks=AT_THE_MAP)
def take(world: World, order: TakeClaim) -> str:
    """Claim an open encounter or battle, or take it over from another umpire."""
    what = still_open(world, order.kind, order.number)
    claim, me = claim_of(world, order.kind, order.number), world.umpire.name
    holder = claim.umpire if claim else ""
    if holder and not is_anothers(holder, me):
        raise OrderNotAllowed(f"You hold {what} already.", field="claim")
    if holder and not order.over:
        raise OrderNotAllowed(f"{holder} is at work on {what}. Take it over from them, or leave it.", field="claim")
    hold(world, order.kind, order.number, me)
    return f"{me} took over {what} from {holder}." if holder else f"{me} claimed {what}."


class ReleaseClaim(Order):
    """An encounter or a battle that an umpire lets go; with a ``note`` it is put aside, and the note says why."""

    kind: Kind
    number: Number
    note: text("a note", most=120) = ""


@action("claim.release", title="Release a claim", order=ReleaseClaim, desks=AT_THE_MAP)
def release(world: World, order: ReleaseClaim) -> str:
    """Let go of an encounter or a battle, or put it aside with a note."""
    what = still_open(world, order.kind, order.number)
    mine(world, order.kind, order.number)
    claim = claim_of(world, order.kind, order.number)
    if order.note:
        if claim and not claim.umpire and claim.note == order.note:
            raise ChangedElsewhere(f"{what.capitalize()} is put aside already: {claim.note}.", field="note")
        hold(world, order.kind, order.number, "", order.note)
        return f"{world.umpire.name} put {what} aside: {order.note}."
    if claim is None:
        raise OrderNotAllowed(f"Nobody holds {what}.", field="claim")
    world.session.delete(claim)
    return f"{world.umpire.name} released {what}."


def mine(world: World, kind: str, number_: int) -> None:
    """Refuse, by the name of the holder, if another umpire holds this encounter or battle; takes nothing."""
    claim = claim_of(world, kind, number_)
    if claim and is_anothers(claim.umpire, world.umpire.name) and world.umpire.desk != "game":
        raise OrderNotAllowed(
            f"{claim.umpire} is at work on {kind} {number_}. Take it over first if it is yours to settle.",
            field="claim",
        )


def claim_for(world: World, battle: int) -> None:
    """Claim a battle for this umpire if nobody holds it. Game Control stands above claims, and leaves none."""
    claim = claim_of(world, "battle", battle)
    if world.umpire.desk != "game" and (claim is None or not claim.umpire):
        hold(world, "battle", battle, world.umpire.name)


def hand_on(world: World, encounter: int, battle: int) -> None:
    """A battle is minded by whoever minded the encounter it came from, else by the umpire who opens it."""
    claim = claim_of(world, "encounter", encounter)
    if claim and claim.umpire:
        hold(world, "battle", battle, claim.umpire)
    claim_for(world, battle)
    drop(world, "encounter", encounter)


def drop(world: World, kind: str, number_: int) -> None:
    """Forget the claim on something that is settled."""
    if claim := claim_of(world, kind, number_):
        world.session.delete(claim)


def hold(world: World, kind: str, number_: int, umpire: str, note: str = "") -> None:
    """Write down who holds it now."""
    claim = claim_of(world, kind, number_)
    if claim is None:
        claim = Claim(kind=kind, number=number_)
        world.session.add(claim)
    claim.umpire, claim.note = umpire, note
    world.session.flush()


def claim_of(world: World, kind: str, number_: int) -> Claim | None:
    """The claim on an encounter or a battle, if there is one."""
    return world.session.get(Claim, (kind, number_))


def still_open(world: World, kind: str, number_: int) -> str:
    """An encounter or battle in words, if there is still something to do about it."""
    if kind == "encounter":
        settled = world.get(Encounter, number_, "number").outcome != ""
    else:
        settled = world.get(Battle, number_, "number").over
    if settled:
        done = "settled" if kind == "encounter" else "over"
        raise OrderNotAllowed(f"{kind.capitalize()} {number_} is {done}; there is nothing to claim.", field="number")
    return f"{kind} {number_}"
