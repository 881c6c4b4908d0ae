"""Codes withdrawn and given anew: those of the desks, and those of the generals for their own pages.

What is given stands in no journal entry, and what was withdrawn does not come back: neither can be taken back. Two
umpires who hear of one stolen code would each give another, and what the first has told a queue of people by then would
open nothing: so the second is asked (Slip).
"""

from __future__ import annotations

from control.kernel.actions.slips import Slip
from control.kernel.codes import new_desk_code
from control.kernel.errors import OrderNotAllowed
from control.kernel.rows import Desk
from control.kernel.typed import number, one_of
from control.sengoku.rows import Army, Character
from control.sengoku.rules.desks import AT_THE_MAP, DESKS
from control.sengoku.world.acting import World, action
from control.sengoku.world.names import ARMY_CARDS
from control.sengoku.world.people.generals_questions import serial_of
from control.sengoku.world.people.reprints_actions import again


class NewDeskCode(Slip):
    """The desk whose code is withdrawn; with ``sign_out`` whoever is signed in there has to sign in again."""

    desk: one_of("a desk", *DESKS)
    sign_out: bool = False

    def facts(self) -> tuple[str, ...]:
        """Whose code it is."""
        return (self.desk,)


@action(
    "desk.new_code",
    title="Give a desk a new code",
    order=NewDeskCode,
    desks=("game",),
    seen_by=("game",),
    also=("withdraws",),
)
def new_code(world: World, order: NewDeskCode) -> str:
    """Withdraw the code of a desk and give it a new one; perhaps sign out whoever is there."""
    desk = world.session.get_one(Desk, order.desk)
    desk.issue += 1
    desk.code = new_desk_code(world.game.seed, desk.key, desk.issue)
    world.session.flush()
    if not order.sign_out:
        return f"{desk.name} has a new code. Whoever is signed in there stays."
    desk.since = desk.issue
    return f"{desk.name} has a new code, and whoever was signed in there has to sign in again."


class NewGeneralsCode(Slip):
    """The army whose general gets a new code."""

    army: number(1, 10**6, "the number of an army", card=ARMY_CARDS)

    def facts(self) -> tuple[int, ...]:
        """Whose code it is."""
        return (self.army,)


@action(
    "army.new_code",
    title="Give a general a new code",
    order=NewGeneralsCode,
    desks=AT_THE_MAP,
    also=("withdraws",),
)
def new_generals_code(world: World, order: NewGeneralsCode) -> str:
    """Withdraw the code with which a general chooses his tactics, and give him a new one, to be printed."""
    army = world.get(Army, order.army, "army")
    if not army.standing:
        raise OrderNotAllowed(f"Army {army.code} is no longer on the map, and needs no code.", field="army")
    world.number(serial_of(army.id))
    again(world, "generals_code", "a new code was given", army=army.id)
    general = world.session.get_one(Character, army.general)
    return f"{general.name}, army {army.code}, has a new code for his tactics. The old one opens nothing."
