"""The displays on the walls: what they show."""

from __future__ import annotations

import re
from typing import Any

from sqlalchemy import select

from control.kernel.actions.action import KERNEL_ACTIONS
from control.kernel.actions.world import World
from control.kernel.errors import ChangedElsewhere, OrderNotAllowed, OrderNotUnderstood
from control.kernel.game import UmpiredGame
from control.kernel.hall.screens.screens_questions import display_in_words
from control.kernel.roles import LEAD
from control.kernel.rows import Display
from control.kernel.typed import Order, number, one_of, text

SECONDS = 20
TAKEN = {"desk", "now", "view"}
"""Addresses of ours under /display/, which no display can have; a game may have more (UmpiredGame.taken)."""
MOST = 40


def point_to(game: UmpiredGame) -> type[Order]:
    """What a display shows of this game."""
    choice = one_of("a view", *game.views)

    class PointDisplay(Order):
        """What a display shows: one view, or several it takes in turns of ``seconds``. A display that does not exist
        yet is made; what is left out stays as it is. With ``new`` it must not exist yet; ``shown`` is the display in
        words as the page had it."""

        display: text("the address of a display", 1, 30)
        name: text("the name of a display", 0, 60) = ""
        shows: list[choice] = []  # noqa: RUF012 (pydantic copies it)
        seconds: number(5, 600, "the seconds of a turn") | None = None
        new: bool = False
        shown: text("the display as the page had it", most=400) = ""

    return PointDisplay


def what_it_may_show(world: World) -> str:
    """Asks what a display is to show, in the words that stand on the form."""
    return f"Say what it shows: {', '.join(view.words for view in world.of_game.views.values())}."


@KERNEL_ACTIONS.add("display.point", title="Point a display", order=point_to, desks=(LEAD,))
def point(world: World, order: Any) -> str:
    """Make a display, or change what one shows."""
    key = order.display.lower()
    display = world.session.get(Display, key)
    shows = list(dict.fromkeys(order.shows))
    unchanged(world, display, order)
    if display is None:
        if not shows:
            raise OrderNotUnderstood(what_it_may_show(world), field="shows")
        display = new_display(world, key, order.name)
    elif order.new:
        raise OrderNotAllowed("There is a display of this address already. Change that one.", field="display")
    elif not (shows or order.name or order.seconds):
        raise OrderNotUnderstood(what_it_may_show(world), field="shows")
    display.name = order.name or display.name
    display.shows = shows or display.shows
    display.seconds = order.seconds or display.seconds
    said = display_in_words(world.of_game, display)
    if not world.session.is_modified(display) and not world.replays:
        raise OrderNotAllowed(f"{said}. So it does already: choose something else for it.", field="shows")
    return f"{said}."


def unchanged(world: World, display: Display | None, order: Any) -> None:
    """Refuse what was meant for a display as it is no more: whoever points one at the wall has seen what is on it."""
    now = display_in_words(world.of_game, display) if display else ""
    if order.shown and order.shown != now:
        what = f"{now} now" if display else "It is no more"
        raise ChangedElsewhere(f"A colleague changed this display since you opened the page. {what}.", field="shows")


def new_display(world: World, key: str, name: str) -> Display:
    """A display of its own address. Raises OrderNotUnderstood for one that cannot be an address."""
    if not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", key):
        raise OrderNotUnderstood(
            f"A display’s address has small letters, digits and hyphens, such as “hall” or “door-2”, not “{key}”.",
            field="display",
        )
    if key in {*TAKEN, *world.of_game.taken}:
        raise OrderNotAllowed(f"“{key}” is an address of the program itself. Take another.", field="display")
    if len(world.session.scalars(select(Display.id)).all()) >= MOST:
        raise OrderNotAllowed(f"There are {MOST} displays already. Remove one first.", field="display")
    display = Display(id=key, name=name or key.replace("-", " ").capitalize(), shows=[], seconds=SECONDS)
    world.session.add(display)
    return display


class RemoveDisplay(Order):
    """A display that is no longer wanted; ``shown`` is the display in words as the page had it."""

    display: text("the address of a display", 1, 30)
    shown: text("the display as the page had it", most=400) = ""


@KERNEL_ACTIONS.add("display.remove", title="Remove a display", order=RemoveDisplay, desks=(LEAD,))
def remove(world: World, order: RemoveDisplay) -> str:
    """Remove a display; a screen that has it open says so."""
    unchanged(world, world.session.get(Display, order.display), order)
    display = world.get(Display, order.display, "display")
    world.session.delete(display)
    return f"Display “{display.name}” was removed."
