"""Who bows to whom: any two people, in one sentence, with why and how each is announced (handbook 4; R29)."""

from __future__ import annotations

from flask import Blueprint, g, request
from flask.typing import ResponseReturnValue

from control.kernel.pages.admitted import desks
from control.kernel.pages.parts import page
from control.kernel.roles import EVERY_DESK
from control.sengoku.world.land.land_questions import clan_signs
from control.sengoku.world.names import id_of
from control.sengoku.world.people.people_questions import living
from control.sengoku.world.people.precedence_questions import bow, court

bp = Blueprint("bowing", __name__, url_prefix="/bows")


@bp.get("/")
@desks(EVERY_DESK)
def show() -> ResponseReturnValue:
    """Two boxes for two names, and who of them bows."""
    people = [*court(g.session), *living(g.session)]
    known = {person.id: person for person in people}
    typed = {side: request.args.get(side, "") for side in ("one", "other")}
    ids = {side: id_of(name, known) for side, name in typed.items()}
    return page(
        "people/bows.html",
        people=people,
        typed={side: known[key].name if key in known else typed[side] for side, key in ids.items()},
        unknown=[side for side, key in ids.items() if side in request.args and key not in known],
        same=bool(ids["one"]) and ids["one"] == ids["other"],
        bow=bow(g.session, ids["one"], ids["other"]) if all(key in known for key in ids.values()) else None,
        signs=clan_signs(g.session),
    )
