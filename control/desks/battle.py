"""The battle page: forces, tactics, odds step by step, the die, the result, the end."""

from __future__ import annotations

from collections.abc import Mapping

from flask import Blueprint, g, request, url_for
from flask.typing import ResponseReturnValue

from control.desks.parts import act, desks, done, page, status_of
from control.queries import battles as queries
from control.queries.forces import neighbours
from control.queries.names import id_of
from control.rules.errors import ChangedElsewhere, OrderError, OrderNotUnderstood

bp = Blueprint("battle", __name__, url_prefix="/battles")

WHO = ("map", "game")
OTHER = {"attacker_tactic": "defender_tactic", "defender_tactic": "attacker_tactic"}


@bp.get("/<int:number>")
@desks(*WHO)
def show(number: int) -> ResponseReturnValue:
    """The battle as it stands, with what comes next."""
    return battle_page(number)


def battle_page(number: int, error: OrderError | None = None, form_name: str = "") -> ResponseReturnValue:
    """The battle, with what was wrong in one of its forms.

    What was typed stays, unless the battle went on without it: then roles may have changed, and he decides anew.
    """
    found = battle_of(number)
    typed = {} if isinstance(error, ChangedElsewhere) else request.form
    try:
        odds = odds_for(found, typed)
    except OrderError:  # then it is the very error that the form shows at its field
        odds = None
    answer = page(
        "battle/battle.html", battle=found, tables=g.room.scenario.tables, form=typed, error=error,
        form_name=form_name, ways_out=neighbours(g.room.scenario, found.province), odds=odds,
    )
    answer.status_code = status_of(error) if error else 200
    return answer


def battle_of(number: int) -> queries.BattleView:
    """The battle of that number."""
    found = queries.battle(g.session, g.room.scenario, number)
    if found is None:
        raise OrderNotUnderstood(f"There is no battle {number}.", field="battle")
    return found


def odds_for(battle: queries.BattleView, chosen: Mapping[str, str]) -> queries.OddsView | None:
    """The odds for the tactics chosen so far, and the roles; None if no round is to come."""
    tactics = chosen.get("attacker_tactic", ""), chosen.get("defender_tactic", "")
    if battle.next_round is None:
        return None
    return queries.odds(
        g.session, g.room.scenario, battle.id, tactics if all(tactics) else None, swap=roles_change(chosen)
    )


@bp.get("/<int:number>/odds")
@desks(*WHO)
def odds(number: int) -> ResponseReturnValue:
    """The odds for two tactics, built up step by step; a part of the page, for the umpire's eyes."""
    found = battle_of(number)
    shown, error = None, None
    try:
        shown = odds_for(found, request.args)
    except OrderError as wrong:
        error = wrong
    answer = page("battle/_odds.html", battle=found, odds=shown, tables=g.room.scenario.tables, error=error)
    answer.status_code = status_of(error) if error else 200
    return answer


@bp.post("/<int:number>/round")
@desks(*WHO)
def fight(number: int) -> ResponseReturnValue:
    """Fight the next round. The page asks each general by the role he had so far; the order goes by the new one."""
    form = {**request.form, "battle": str(number)}
    if roles_change(form):
        form = {OTHER.get(field, field): value for field, value in form.items()}
    return carry_out(number, "battle.fight_round", form, "round")


@bp.post("/<int:number>/grant")
@desks(*WHO)
def grant(number: int) -> ResponseReturnValue:
    """Grant a side columns by hand."""
    return carry_out(number, "battle.grant_columns", {**request.form, "battle": str(number)}, "grant")


@bp.post("/<int:number>/end")
@desks(*WHO)
def end(number: int) -> ResponseReturnValue:
    """End the battle."""
    form = {**request.form, "battle": str(number)}
    form["retreat_to"] = id_of(form.get("retreat_to", ""), g.room.scenario.provinces)
    return carry_out(number, "battle.end", form, "end")


def roles_change(form: Mapping[str, str]) -> bool:
    """Whether the box is ticked by which the defender attacks in the next round (R6)."""
    return form.get("swap_roles") == "true"


def carry_out(number: int, action: str, form: dict[str, str], form_name: str) -> ResponseReturnValue:
    """Perform it, and show the battle again."""
    try:
        return done(act(action, form), url_for(".show", number=number))
    except OrderError as error:
        if roles_change(form):
            error.field = OTHER.get(error.field, error.field)
        return battle_page(number, error, form_name)
