"""What an army does without marching: it splits, joins another, goes into a city or out of it, takes
a garrison along or leaves one, changes hands.

The forms stand on the army's page; so does what was wrong with them.
"""

from __future__ import annotations

from flask import Blueprint, request, url_for
from flask.typing import ResponseReturnValue

from control.kernel.pages.admitted import desks
from control.kernel.pages.doing import act, done, or_again
from control.kernel.pages.parts import known
from control.sengoku.march.orders import orders_pages as orders
from control.sengoku.rules.desks import AT_THE_MAP
from control.sengoku.world.named_pages import form_of_keys

bp = Blueprint("manoeuvres", __name__, url_prefix="/armies")

MANOEUVRES = {
    "split": "army.split",
    "merge": "army.merge",
    "attach": "garrison.attach",
    "drop": "garrison.drop",
    "hand-over": "army.hand_over",
    "shift": "army.shift",
    "accompany": "person.accompany",
}
"""The word in the address, and the action."""


@bp.post("/<int:number>/<name>")
@desks(*AT_THE_MAP)
@or_again(lambda number, _name, error: orders.army_page(number, error))
def carry_out(number: int, name: str) -> ResponseReturnValue:
    """Carry out a manoeuvre of an army."""
    known(name, MANOEUVRES)
    form = {**form_of_keys(general="people", character="people"), "army": str(number)}
    entry = act(MANOEUVRES[name], form)
    return done(entry, url_for("orders.army", number=request.form.get("into") if name == "merge" else number))
