"""The battle page: forces, tactics, odds step by step, the die, the result, the end."""

from __future__ import annotations

from collections.abc import Mapping

from flask import Blueprint, g, request, url_for
from flask.typing import ResponseReturnValue

from control.desks.parts import act, desks, done, page, status_of
from control.queries import battles as queries
from control.queries.forces import neighbours
from control.queries.names import id_of
from control.rules.errors import OrderError, OrderNotUnderstood

bp = Blueprint("battle", __name__, url_prefix="/battles")

WHO = ("map", "game")


@bp.get("/<int:number>")
@desks(*WHO)
def show(number: int) -> ResponseReturnValue:
    """The battle as it stands, with what comes next."""
    return battle_page(number)


def battle_page(number: int, error: OrderError | None = None, form_name: str = "") -> ResponseReturnValue:
    """The battle, with what was wrong in one of its forms."""
    found = battle_of(number)
    try:
        odds = odds_for(found, request.form)
    except OrderError:  # then it is the very error that the form shows at its field
        odds = None
    answer = page(
        "battle/battle.html", battle=found, tables=g.room.scenario.tables, form=request.form, error=error,
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
    """The odds for the tactics chosen so far; None if no round is to come."""
    tactics = chosen.get("attacker_tactic", ""), chosen.get("defender_tactic", "")
    if battle.next_round is None:
        return None
    return queries.odds(g.session, g.room.scenario, battle.id, tactics if all(tactics) else None)


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
    """Fight the next round."""
    return carry_out(number, "battle.fight_round", {**request.form, "battle": str(number)}, "round")


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


def carry_out(number: int, action: str, form: dict[str, str], form_name: str) -> ResponseReturnValue:
    """Perform it, and show the battle again."""
    try:
        return done(act(action, form), url_for(".show", number=number))
    except OrderError as error:
        return battle_page(number, error, form_name)
