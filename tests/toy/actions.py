"""What may be done on the river."""

from __future__ import annotations

from sqlalchemy import select

from control.kernel.actions.action import Actions
from control.kernel.actions.world import World
from control.kernel.chance.seals import make_seal, open_seal
from control.kernel.errors import OrderNotAllowed
from control.kernel.hall.clock.clock_actions import begin_stretch
from control.kernel.journal.audience import audience
from control.kernel.typed import Order, one_of, text
from tests.toy.rows import Bid, Boat, Run, Scout

SIDES = ("north", "south")
ACTIONS = Actions()


class Cross(Order):
    """Where the boat goes, and with what."""

    bank: one_of("a bank", *SIDES)
    cargo: text("the cargo", 1, 40)


@ACTIONS.add("boat.cross", title="Cross", order=Cross, desks=("umpire",), hides=("cargo",))
def cross(world: World, order: Cross) -> str:
    """Send the boat over."""
    boat = world.get(Boat, 1, "boat")
    boat.bank, boat.cargo = order.bank, order.cargo
    world.game.crossings += 1
    begin_stretch(world)
    return f"The boat goes {order.bank}."


class Send(Order):
    """Where the scout goes."""

    place: text("a place", 1, 40)


@ACTIONS.add("scout.send", title="Send a scout", order=Send, desks=SIDES)
def send(world: World, order: Send) -> str:
    """Send a scout over."""
    world.session.add(Scout(id=world.number("scout"), side=world.umpire.desk, place=order.place))
    world.seen_by = audience(world.umpire.desk)
    return f"A scout of the {world.umpire.desk} goes to {order.place}."


class MakeBid(Order):
    """A bid, sealed by `seal`."""

    sealed: text("a sealed bid", 1, 200)


def seal(secret: str, side: str, price: str) -> str:
    """What a side bids, under its seal."""
    return make_seal(secret, f"bid/{side}", price, side)


@ACTIONS.add("bid.make", title="Bid", order=MakeBid, desks=SIDES)
def make(world: World, order: MakeBid) -> str:
    """Put a sealed bid in."""
    world.session.add(Bid(side=world.umpire.desk, sealed=order.sealed))
    return f"The {world.umpire.desk} has sealed a bid."


@ACTIONS.add("bid.open", title="Open the bids", order=Order, desks=("umpire", *SIDES), also=("shows",))
def open_bids(world: World, _order: Order) -> str:
    """Open both bids, once both are in."""
    bids = list(world.session.scalars(select(Bid).order_by(Bid.side)))
    if len(bids) < len(SIDES):
        raise OrderNotAllowed("Not before both have bid.")
    for bid in bids:
        bid.price = open_seal(world.game.secret, f"bid/{bid.side}", bid.sealed)
    return "The bids: " + ", ".join(f"{bid.side} {bid.price}" for bid in bids) + "."


class Smuggle(Order):
    """What is smuggled; a ``scout`` of the north may come along, whom the north sees."""

    load: text("a load", 1, 40)
    scout: text("a place", 0, 40) = ""


@ACTIONS.add("run.make", title="Smuggle", order=Smuggle, desks=("shade", "umpire"), apart=True)
def smuggle(world: World, order: Smuggle) -> str:
    """Smuggle something over, and let nobody else notice that there was anything to notice."""
    die = world.dice.d6("the night") if order.load != "nothing" else 0
    world.new(Run, load=order.load, die=die)
    if order.scout:
        world.new(Scout, side="north", place=order.scout)
    return f"Over went {order.load}."
