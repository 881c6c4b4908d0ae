"""Who may be on a page: umpires of its desks; others are asked to sign in, or told whose page it is."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import wraps
from typing import ParamSpec, TypeVar

from flask import abort, g, redirect, url_for

from control.kernel.actions.world import Umpire
from control.kernel.errors import NotThisDesk
from control.kernel.pages.addresses import asked_for
from control.kernel.roles import EVERY_DESK
from control.kernel.wording import in_a_row

Given = ParamSpec("Given")


Answer = TypeVar("Answer")


def desks(*allowed: str) -> Callable[[Callable[Given, Answer]], Callable[Given, Answer]]:
    """Only umpires of these desks (none named: of any) get past; others are asked to sign in, or told whose page it
    is."""

    def decorate(view: Callable[Given, Answer]) -> Callable[Given, Answer]:
        @wraps(view)
        def guarded(*args: Given.args, **kwargs: Given.kwargs) -> Answer:
            require(allowed or (EVERY_DESK,))
            return view(*args, **kwargs)

        guarded.desks = allowed  # type: ignore[attr-defined]
        return guarded

    return decorate


def require(allowed: Iterable[str]) -> None:
    """Stop here unless the umpire sits at one of these desks."""
    umpire: Umpire | None = g.umpire
    if umpire is None:
        abort(redirect(url_for("front.sign_in", next=asked_for()), 303))
    game = g.room.game
    if umpire.desk not in game.desks(*allowed):
        raise NotThisDesk(f"This page belongs to {in_a_row(map(game.called, game.desks(*allowed)))}.")
