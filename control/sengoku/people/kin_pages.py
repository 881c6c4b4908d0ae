"""The people of a clan: somebody new, or the family and Taisho that the page proposes (R40); another at its head, other
roles."""

from __future__ import annotations

from flask import Blueprint, g, request, url_for
from flask.typing import ResponseReturnValue

from control.kernel.errors import OrderError, OrderNotUnderstood
from control.kernel.pages.admitted import desks
from control.kernel.pages.doing import act_all, acted, done
from control.kernel.pages.parts import page
from control.sengoku.people import kin_questions as queries
from control.sengoku.people.kin_actions import WHO
from control.sengoku.people.offices_actions import BELOW
from control.sengoku.scenario.model import RELATIONS, SEXES
from control.sengoku.world.people.people_questions import ROLE_NAMES, is_headless, person, persons

bp = Blueprint("kin", __name__, url_prefix="/people/new")

FIELDS = ("name", "role", "sex", "relation", "age", "ancestor", "experience")
MOST = 12
"""At most so many are proposed and accepted at a time."""


@bp.get("")
@desks(*WHO)
def show(error: OrderError | None = None) -> ResponseReturnValue:
    """Who is proposed for a clan, and the form for anybody else."""
    clans = queries.may_make(g.session, g.umpire.desk)
    known = [key for key, _name in clans]
    clan = request.values.get("clan", "")
    clan = clan if clan in known else ""
    proposed = queries.proposals(g.session, g.room.scenario, clan) if clan else ()
    living = [one for one in persons(g.session, clan=clan) if one.alive] if clan else []
    head = queries.stood_last(g.session, clan) if clan else None
    return page(
        "people/new.html",
        clans=clans,
        clan=clan,
        clan_name=dict(clans).get(clan, ""),
        proposed=proposed,
        living=living,
        head=person(g.session, head.id) if head else None,
        puts=bool(clan) and queries.can_be_replaced(g.session, clan, head),
        retired=head is None or queries.has_left(head, clan),
        asked=bool(clan) and is_headless(g.session, clan),
        others=[(one.id, f"{one.name}, {one.title}") for one in living if not one.is_head],
        roles=ROLE_NAMES,
        below={key: ROLE_NAMES[key] for key in BELOW},
        may_be={key: name for key, name in ROLE_NAMES.items() if key != "shogun"},
        relations=RELATIONS,
        sexes=SEXES,
        error=error,
    )


@bp.post("")
@desks(*WHO)
def add() -> ResponseReturnValue:
    """Make one person."""
    return acted("person.add", request.form, url_for(".show", clan=request.form.get("clan", "")), show)


@bp.post("/several")
@desks(*WHO)
def several() -> ResponseReturnValue:
    """Make those of the proposed who are ticked, as they stand in the form: an entry for each, all or none."""
    clan, form = request.form.get("clan", ""), request.form
    spots = [name.removeprefix("take-") for name in form if name.startswith("take-")][:MOST]
    orders = [{"clan": clan, **{one: form.get(f"{one}-{spot}", "") for one in FIELDS}} for spot in spots]
    try:
        if not orders:
            raise OrderNotUnderstood("Tick somebody first.", field="take")
        entries = act_all("person.add", orders)
    except OrderError as error:
        spot, _, field = error.field.partition(".")
        if spot.isdecimal():
            error.field = f"{field}-{spots[int(spot)]}"
        return show(error)
    return done(entries[-1], url_for(".show", clan=clan))


@bp.post("/head")
@desks(*WHO)
def head() -> ResponseReturnValue:
    """Let another stand at the head of a clan."""
    return acted("head.replace", form_without_clan(), url_for(".show", clan=request.form.get("clan", "")), show)


@bp.post("/role")
@desks(*WHO)
def role() -> ResponseReturnValue:
    """Give somebody who lives another role in his clan."""
    return acted("person.appoint", form_without_clan(), url_for(".show", clan=request.form.get("clan", "")), show)


def form_without_clan() -> dict[str, str]:
    """What a form says beside the clan of the page it stands on."""
    return {name: value for name, value in request.form.items() if name != "clan"}
