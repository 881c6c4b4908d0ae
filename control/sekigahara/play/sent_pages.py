"""What the forms of acts send, and whether their page is asked for with everything that can be named."""

from __future__ import annotations

from typing import Any

from flask import g, request

from control.kernel.pages.marks import mark_of
from control.kernel.pages.parts import known
from control.sekigahara.play.acted_questions import acts_so_far, number_of, stand_on
from control.sekigahara.play.choosing_questions import OF, order_from
from control.sekigahara.play.roles import UMPIRE


def order_sent(name: str) -> dict[str, Any]:
    """The order that a form sent for an action; there is no page for one that the rules do not know."""
    known(name, OF)
    sent = request.form
    return order_from(name, lambda field: sent.get(field, ""), sent.getlist, sent.get("side", ""))


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
