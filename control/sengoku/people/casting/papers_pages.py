"""The papers that must be printed again."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from flask import Blueprint, g, request, url_for
from flask.typing import ResponseReturnValue

from control.kernel.errors import OrderError
from control.kernel.pages.admitted import desks
from control.kernel.pages.doing import acted
from control.kernel.pages.lists import part_of
from control.kernel.pages.parts import page
from control.kernel.wording import folded
from control.sengoku.march.orders.movers_questions import leaves
from control.sengoku.people.casting.casting_questions import roles
from control.sengoku.rules.desks import AT_THE_MAP
from control.sengoku.world.forces.forces_questions import armies
from control.sengoku.world.names import id_of
from control.sengoku.world.people.reprints_questions import PAPERS, PaperView, papers

bp = Blueprint("papers", __name__)


@bp.get("/reprint")
@desks(*AT_THE_MAP)
def reprint(error: OrderError | None = None) -> ResponseReturnValue:
    """The papers that have become wrong."""
    return page(
        "people/casting/reprint.html",
        **listed(),
        kinds={key: paper.name for key, paper in PAPERS.items()},
        error=error,
    )


@bp.get("/reprint/list")
@desks(*AT_THE_MAP)
def reprint_list() -> ResponseReturnValue:
    """The list alone, fetched anew when the journal has grown."""
    return page("people/casting/_reprint.html", **listed())


def listed() -> dict[str, Any]:
    """The papers, and which of those to be printed come now."""
    found = papers(g.session)
    found = replace(found, open=without_leave(found.open))
    return {"papers": found, "cut": part_of(found.open)}


def without_leave(found: tuple[PaperView, ...]) -> tuple[PaperView, ...]:
    """These papers; of those that are order cards of armies which may not march, and so get none, with the reason."""
    if not any(one.print == ORDERS for one in found):
        return found
    standing = armies(g.session, g.room.scenario)
    given = zip(standing, leaves(g.session, g.room.scenario, standing), strict=True)
    stays = {str(army.id): leave.stays for army, leave in given if leave.stays}
    return tuple(
        replace(one, none=stays[one.key]) if one.print == ORDERS and one.key in stays else one for one in found
    )


ORDERS = "order_cards"


@bp.post("/reprint/done")
@desks(*AT_THE_MAP)
def tick() -> ResponseReturnValue:
    """Tick off a paper that was printed, or all of them."""
    return acted("reprint.done", request.form, url_for(".reprint"), reprint)


@bp.post("/reprint")
@desks(*AT_THE_MAP)
def add() -> ResponseReturnValue:
    """Have a paper printed again that was lost."""
    form = {name: request.form.get(name, "") for name in ("paper", "why")}
    whose = PAPERS[form["paper"]].of if form["paper"] in PAPERS else "clan"
    form[whose] = named(request.form.get("of", "").strip(), whose)
    return acted("reprint.add", form, url_for(".reprint"), reprint)


def named(typed: str, whose: str) -> str:
    """The id of a clan or person, or the number of an army by its code; what was typed if there is none such."""
    if whose == "clan":
        return id_of(typed, g.room.scenario.clans)
    wanted = folded(typed)
    if whose == "army":
        found = [str(one.id) for one in armies(g.session, g.room.scenario) if folded(one.code) == wanted]
    else:
        found = [one.id for table in roles(g.session) for one in table.roles if wanted == folded(one.name)]
    return found[0] if found else typed
