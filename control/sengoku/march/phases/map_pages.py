"""Map Control: the map, the phase, the encounters, armies and garrisons."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from flask import Blueprint, g, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.wrappers import Response

from control.kernel.errors import ChangedElsewhere, OrderError, OrderNotUnderstood
from control.kernel.open_room import shown_as
from control.kernel.pages.admitted import desks
from control.kernel.pages.doing import act_all, acted, done, or_again
from control.kernel.pages.drawn_once import the_same_for_all
from control.kernel.pages.parts import page, page_or_part
from control.kernel.rows import Entry
from control.sengoku.battle.encounters import encounters_questions as encounter_queries
from control.sengoku.battle.encounters.encounters_actions import open_battles, open_encounters
from control.sengoku.battle.rounds import battles_questions as battle_queries
from control.sengoku.books.books_questions import to_come
from control.sengoku.march import marching_questions as marching
from control.sengoku.rules.desks import AT_THE_MAP
from control.sengoku.rules.tables import PHASES
from control.sengoku.world.bonds.lords_questions import lords, vassals
from control.sengoku.world.forces import forces_questions as force_queries
from control.sengoku.world.forces.held_questions import land_of_armies
from control.sengoku.world.forces.provinces_questions import ProvinceCard, province_card
from control.sengoku.world.land.atlas import drawn_map
from control.sengoku.world.land.land_questions import ArrowAt, clan_signs
from control.sengoku.world.named_pages import form_of_keys
from control.sengoku.world.names import ground_typed, id_of, no_province
from control.sengoku.world.standing_questions import standing

bp = Blueprint("map_desk", __name__, url_prefix="/map")

REASONS = ("announced, but not entered", "the umpires gave them", "raised for an answer at the table")
"""Why counters are put down at once: offered on the form, the first filled in."""


@bp.get("/")
@desks(*AT_THE_MAP)
def show() -> ResponseReturnValue:
    """The map with everything beside it; ``?province=omi`` chooses a province and opens its card."""
    wanted = request.args.get("province", "").strip()[:60]
    if not wanted:
        return map_page()
    key = id_of(wanted, g.room.scenario.provinces)
    card = province_card(g.session, g.room.scenario, key, g.umpire.desk)
    if card is None:
        return again(OrderNotUnderstood(no_province(wanted, g.room.scenario.provinces), field="province"))
    return map_page(card=card)


def map_page(card: ProvinceCard | None = None, **more: Any) -> Response:
    """The desk: the map, with the card of a chosen province upon it, and everything beside it."""
    view = land_of_armies(g.session, g.room.scenario, g.umpire.desk)
    drawn = {"drawing": drawn_map(view, card.id if card else None), "serving": vassals(view.clans, view.lords)}
    return page("march/map/desk.html", **desk_context() | drawn | more, card=card, lies=shown_as("upright"))


def desk_context() -> dict[str, Any]:
    """What the parts beside the map show."""
    return {
        "encounters": encounter_queries.encounters(g.session, g.umpire.desk, g.umpire.name if is_filtered() else ""),
        "mine": is_filtered(),
        "busy": open_encounters(g.session) + open_battles(g.session),
        "battles": battle_queries.battles(g.session, g.room.scenario),
        "most_rounds": g.room.scenario.tables.forces.rounds,
        "armies": force_queries.armies(g.session, g.room.scenario),
        "garrisons": force_queries.garrisons(g.session, g.room.scenario),
        "error": None,
    }


def is_filtered() -> bool:
    """Whether the umpire wants to see only the encounters that he has claimed."""
    return bool(request.args.get("mine"))


@bp.get("/drawing")
@desks(*AT_THE_MAP)
@the_same_for_all()
def drawing() -> ResponseReturnValue:
    """The map alone, fetched anew when the journal has grown."""
    return page("march/map/_drawing.html", drawing=drawn_map(land_of_armies(g.session, g.room.scenario, g.umpire.desk)))


@bp.get("/business")
@desks(*AT_THE_MAP)
def business() -> ResponseReturnValue:
    """What is to be done: phase, encounters, battles; a part of the desk."""
    return page("march/map/_business.html", **desk_context())


@bp.get("/forces")
@desks(*AT_THE_MAP)
def forces() -> ResponseReturnValue:
    """Armies with their orders, and garrisons; a part of the desk."""
    return page_or_part(
        "march/map/forces.html",
        "march/map/_forces.html",
        armies=force_queries.armies(g.session, g.room.scenario),
        garrisons=force_queries.garrisons(g.session, g.room.scenario),
        serving=vassals(clan_signs(g.session).values(), lords(g.session, g.umpire.desk)),
    )


@bp.get("/phase")
@desks(*AT_THE_MAP)
def preview(error: OrderError | None = None) -> ResponseReturnValue:
    """What the next phase would bring, before it is run: the map with arrows, who moves where, whom they meet; or what
    is open first."""
    now = standing(g.session, g.room.scenario)
    view, found = land_of_armies(g.session, g.room.scenario, g.umpire.desk), None
    if now.next_phase:
        found = marching.preview(g.session, g.room.scenario, now.next_phase, g.umpire.desk)
        view = replace(
            view,
            arrows=tuple(
                ArrowAt(move.clan, move.army, move.origin, move.to, "planned", f"{move.general}, {move.code}")
                for move in (*found.moves, *found.stopped)
            ),
        )
    return page(
        "march/map/phase.html",
        preview=found,
        drawing=drawn_map(view),
        error=error,
        busy=open_encounters(g.session) + open_battles(g.session),
    )


@bp.post("/phase")
@desks(*AT_THE_MAP)
@or_again(preview)
def phase() -> ResponseReturnValue:
    """Run the next movement phase, as the preview showed it; with ``to`` the empty ones up to that too, or none."""
    first, last = request.form.get("phase", 0, type=int), min(request.form.get("to", 0, type=int), PHASES[-1])
    if not 0 < first < last:
        return acted("movement.run_phase", request.form, url_for(".show"), preview)
    return done(run_empty(first, last)[-1], url_for(".show"))


def run_empty(first: int, last: int) -> list[Entry]:
    """Run phases in which nobody moves, an entry for each. Raises ChangedElsewhere if one of them is empty no more."""
    now = standing(g.session, g.room.scenario)
    if now.phase < first and marching.preview(g.session, g.room.scenario, first, g.umpire.desk).empty_to < last:
        raise ChangedElsewhere(
            f"Phases {first} to {last} are not empty any more. Look at phase {first} as it is now.",
            field="seen",
        )
    orders: list[dict[str, Any]] = [{"phase": phase} for phase in range(first, last + 1)]
    orders[0]["seen"] = request.form.get("seen", "")
    return act_all("movement.run_phase", orders)


def again(error: OrderError) -> ResponseReturnValue:
    """The desk once more, with what was wrong at its top."""
    return map_page(error=error)


@bp.get("/raise")
@desks(*AT_THE_MAP)
def muster(error: OrderError | None = None) -> ResponseReturnValue:
    """The forms that bring troops onto the map: raise a garrison, form an army."""
    return page(
        "march/map/muster.html",
        musters=force_queries.musters(g.session),
        candidates=force_queries.candidates(g.session),
        garrisons=force_queries.garrisons(g.session, g.room.scenario),
        coming=to_come(g.session),
        error=error,
        reasons=REASONS,
    )


@bp.post("/raise/<name>")
@desks(*AT_THE_MAP)
def mustered(name: str) -> ResponseReturnValue:
    """Raise a garrison or form an army."""
    if name not in ("garrison.raise", "army.form"):
        raise OrderNotUnderstood(f'"{name}" is nothing this page does.', field="action")
    form = form_of_keys(general="people") | ground_typed(request.form.get("province", ""), g.room.scenario)
    return acted(name, form, url_for(".muster"), muster)
