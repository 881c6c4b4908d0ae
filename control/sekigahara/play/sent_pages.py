"""What the forms of acts send, and whether their page is asked for with everything that can be named."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flask import g, request, url_for
from flask.typing import ResponseReturnValue

from control.kernel.pages.doing import acted, sent_before
from control.kernel.pages.marks import mark_of
from control.kernel.pages.parts import known
from control.sekigahara.play.acted_questions import acts_so_far, number_of, stand_on
from control.sekigahara.play.acts_actions import nobody_was_quicker
from control.sekigahara.play.choosing_questions import OF, order_from
from control.sekigahara.play.roles import UMPIRE
from control.sekigahara.rules.sides import SIDES

One, Several = Callable[[str], str], Callable[[str], list[str]]
"""What a form has in a field: one thing, or several."""


def carry_out(
    name: str, again: Callable[[Any], ResponseReturnValue], order_of: Callable[[str, One, Several], Any] = order_from
) -> ResponseReturnValue:
    """Carry out what a form asks for, and go back to its page; there is none for what the rules do not know.

    ``order_of`` reads what was meant, some of it from how the game stands. So who was slower than somebody else at his
    side is told that before anything in his form is read.
    """
    known(name, OF)
    sent, desk = request.form, g.umpire.desk
    side, seen = desk if desk in SIDES else sent.get("side"), sent.get("seen", "")
    if side in SIDES and seen.isdecimal() and not sent_before():
        nobody_was_quicker(g.session, side, int(seen[:9]))
    order = order_of(name, lambda field: sent.get(field, ""), sent.getlist)
    return acted(name, order, url_for(".show"), again)


def around_forms() -> dict[str, Any]:
    """What a page of forms needs beside them: what was ticked, whether the umpire forces a step, how often each side
    has acted, and the mark of what they stand on."""
    ticked = {name: request.form.getlist(name) for name in request.form}
    number = number_of(g.umpire.desk)
    mark = mark_of(stand_on(g.session, number))
    return {"sent": ticked, "forcing": forcing(), "acted": acts_so_far(g.session), "of_desk": number, "mark": mark}


def forcing() -> bool:
    """Whether the umpire asks for forms in which everything can be named."""
    return "forcing" in request.values and g.umpire.desk == UMPIRE
