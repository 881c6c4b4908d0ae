"""The battle page: sides and commanders, tactics open or secret, odds step by step, the die, the losses, the end."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask import Blueprint, g, request, url_for
from flask.typing import ResponseReturnValue

from control.kernel.actions.registry import perform_together
from control.kernel.errors import ChangedElsewhere, OrderError, OrderNotAllowed, OrderNotUnderstood
from control.kernel.open_room import scanned_at
from control.kernel.pages.admitted import desks
from control.kernel.pages.doing import act, doing, done, form_key, or_again
from control.kernel.pages.parts import page
from control.sengoku.battle.rounds import battles_questions as queries
from control.sengoku.battle.tactics.tactics_pages import sealed_form
from control.sengoku.battle.tactics.tactics_questions import secret_of
from control.sengoku.rules.desks import AT_THE_MAP
from control.sengoku.rules.tables import ROLES
from control.sengoku.world.forces.forces_questions import ways_out
from control.sengoku.world.named_pages import form_of_keys
from control.sengoku.world.people.generals_questions import code_of_army
from printouts.codes import QUIET_ZONE, bars, modules

bp = Blueprint("battle", __name__, url_prefix="/battles")

OTHER = {"attacker_tactic": "defender_tactic", "defender_tactic": "attacker_tactic"}


@bp.get("/<int:number>")
@desks(*AT_THE_MAP)
def show(number: int, error: OrderError | None = None, form_name: str = "") -> ResponseReturnValue:
    """The battle as it stands, with what comes next, and what was wrong in one of its forms.

    What was typed stays, unless the battle went on without it or was set back: then roles may have changed, and he
    decides anew.
    """
    found = battle_of(number)
    typed = {} if isinstance(error, ChangedElsewhere) else request.form
    try:
        odds = odds_for(found, typed)
    except OrderError:  # then it is the very error that the form shows at its field
        odds = None
    return page(
        "battle/battle.html",
        battle=found,
        tables=g.room.scenario.tables,
        form=typed,
        error=error,
        form_name=form_name,
        ways_out=ways_out(g.room.scenario, found.province),
        odds=odds,
        helpers=besieged.near
        if not (found.rounds or found.over) and (besieged := queries.siege(g.session, number))
        else (),
    )


def battle_of(number: int) -> queries.BattleView:
    """The battle of that number."""
    found = queries.battle(g.session, g.room.scenario, number)
    if found is None:
        raise OrderNotUnderstood(f"There is no battle {number}.", field="battle")
    return found


def odds_for(battle: queries.BattleView, chosen: Mapping[str, str]) -> queries.OddsView | None:
    """The odds for the tactics chosen so far, and the roles; None if no round is to come."""
    if battle.next_round is None:
        return None
    tactics = chosen.get("attacker_tactic", ""), chosen.get("defender_tactic", "")
    if battle.secret:
        tactics = battle.secret.attacker.tactic, battle.secret.defender.tactic
    return queries.odds(
        g.session, g.room.scenario, battle.id, tactics if all(tactics) else None, swap=roles_change(chosen)
    )


@bp.get("/<int:number>/odds")
@desks(*AT_THE_MAP)
def odds(number: int) -> ResponseReturnValue:
    """The odds for two tactics, built up step by step; a part of the page, for the umpire's eyes."""
    found = battle_of(number)
    shown, error = None, None
    try:
        shown = odds_for(found, request.args)
    except OrderError as wrong:
        error = wrong
    return page("battle/_odds.html", battle=found, odds=shown, tables=g.room.scenario.tables, error=error)


@bp.post("/<int:number>/round")
@desks(*AT_THE_MAP)
def fight(number: int) -> ResponseReturnValue:
    """Fight the next round. The page asks each general by the role he had so far; the order goes by the new one."""
    form = {**request.form, "battle": str(number)}
    if roles_change(form):
        form = {OTHER.get(field, field): value for field, value in form.items()}
    else:
        form.pop("settled_by", None)  # the box was ticked, and is not any more
    return carry_out(number, "battle.fight_round", form, "round")


@bp.post("/<int:number>/commander")
@desks(*AT_THE_MAP)
def commander(number: int) -> ResponseReturnValue:
    """Choose who commands a side."""
    form: dict[str, Any] = {"in_person": "false", **request.form, "battle": str(number)}  # no tick sends nothing
    if form.pop("several", ""):  # one box for each general of the side
        form.pop("personally", "")
        ticked = request.form.getlist("personally")
        form["in_person"] = str(form.get("general") in ticked).lower()
        form["others_in_person"] = [one for one in ticked if one != form.get("general")]
    return carry_out(number, "battle.set_commander", form, f"commander-{form.get('side', '')}")


@bp.post("/<int:number>/ask")
@desks(*AT_THE_MAP)
def ask(number: int) -> ResponseReturnValue:
    """Ask both generals in secret, or openly after all."""
    form = {**request.form, "battle": str(number)}
    if form.pop("how", "") != "openly":
        return carry_out(number, "battle.ask_tactics", form, "ask")
    form.pop("secretly", None)  # who wants it openly means what was asked, by whomever
    return carry_out(number, "battle.ask_openly", form, "ask")


@bp.get("/<int:number>/secret")
@desks(*AT_THE_MAP)
def secret(number: int) -> ResponseReturnValue:
    """Who has sealed his tactic, and both of them once both are in; a part of the page."""
    asking = secret_of(g.session, number)
    if asking is None or asking.round != request.args.get("round", type=int):  # a banner says that it has gone on
        return "", 204
    if request.args.get("shown") == asking.mark:
        return "", 204
    found = battle_of(number)
    return page("battle/_secret.html", battle=found, tables=g.room.scenario.tables, odds=odds_for(found, {}))


@bp.post("/<int:number>/seal")
@desks(*AT_THE_MAP)
@or_again(lambda number, error: show(number, error, "seal"))
def seal_for_side(number: int) -> ResponseReturnValue:
    """Seal a tactic for a side that has no phone: it is sealed before it becomes an order, as on a phone."""
    form = {"battle": str(number), "round": request.form.get("round", ""), "role": request.form.get("role", "")}
    sealed = sealed_form(secret_of(g.session, number), form, request.form)
    return carry_out(number, "battle.choose_tactic", sealed, "seal")


@bp.get("/<int:number>/phone/<role>")
@desks(*AT_THE_MAP)
def phone(number: int, role: str) -> ResponseReturnValue:
    """The code of a commanding general's own page, for one who has no card at hand."""
    found = battle_of(number)
    if role not in ROLES:
        raise OrderNotUnderstood(f'A side is the attacker or the defender, not "{role}".', field="role")
    side = found.attacker if role == "attacker" else found.defender
    army = next((unit.army for unit in side.units if unit.army and unit.leads), None)
    if army is None:
        raise OrderNotUnderstood(f"{side.name} has no general, so you seal the tactic here.", field="role")
    code = code_of_army(g.session, army)
    own = url_for("tactics.show", token=code)
    rows = modules(scanned_at() + own.removeprefix(request.script_root))
    path = "".join(f"M{column} {row}h{length}v1h-{length}z" for row, column, length in bars(rows))
    return page(
        "battle/phone.html",
        battle=found,
        side=side,
        path=path,
        size=len(rows),
        quiet=QUIET_ZONE,
        own=own,
        code=code,
        army=army,
    )


@bp.post("/<int:number>/share")
@desks(*AT_THE_MAP)
def share(number: int) -> ResponseReturnValue:
    """Share a side's losses out among its units as the umpire typed them."""
    side = request.form.get("side", "")
    shares = {name[6:]: value for name, value in request.form.items() if name.startswith("share-")}
    form: dict[str, Any] = {
        "battle": str(number),
        "side": side,
        "shares": {name: value or "0" for name, value in shares.items()},
    }
    return carry_out(number, "battle.share_losses", form, f"share-{side}")


@bp.get("/<int:number>/claim")
@desks(*AT_THE_MAP)
def claim(number: int) -> ResponseReturnValue:
    """Who has this battle; a part of the page."""
    found = queries.line(g.session, g.room.scenario, number)
    return page("battle/_claim.html", battle=found) if found else ("", 204)


@bp.post("/<int:number>/claim")
@desks(*AT_THE_MAP)
def claimed(number: int) -> ResponseReturnValue:
    """Take the battle, take it over, or put it aside with a note."""
    form = {"kind": "battle", "number": str(number)}
    if request.form.get("how") == "aside":
        return carry_out(number, "claim.release", {**form, "note": request.form.get("note", "")}, "claim")
    over = {"over": "true"} if request.form.get("how") == "over" else {}
    return carry_out(number, "claim.take", {**form, **over}, "claim")


@bp.get("/<int:number>/slip")
@desks(*AT_THE_MAP)
def slip(number: int) -> ResponseReturnValue:
    """The battle slip for both generals, to be shown or printed."""
    found = queries.slip(g.session, g.room.scenario, number)
    if found is None:
        raise OrderNotUnderstood(f"There is no battle {number}.", field="battle")
    return page("battle/slip.html", slip=found)


@bp.post("/<int:number>/grant")
@desks(*AT_THE_MAP)
def grant(number: int) -> ResponseReturnValue:
    """Grant a side columns by hand."""
    return carry_out(number, "battle.grant_columns", {**request.form, "battle": str(number)}, "grant")


@bp.post("/<int:number>/end")
@desks(*AT_THE_MAP)
def end(number: int) -> ResponseReturnValue:
    """End the battle."""
    form = form_of_keys(retreat_to="provinces")
    return carry_out(number, "battle.end", {**form, "battle": str(number)}, "end")


@bp.post("/<int:number>/let-in")
@desks(*AT_THE_MAP)
def let_in(number: int) -> ResponseReturnValue:
    """Let a third clan help the besiegers before the first round: the battle is called off and called anew with it, all
    or nothing (R6, R41)."""
    besieged, third = queries.siege(g.session, number), request.form.get("clans", "")
    key = form_key()
    if besieged is None:
        raise OrderNotUnderstood(f"Battle {number} is no siege.", field="battle")
    clans = [*besieged.attackers, third]
    name = clan.name if (clan := g.room.scenario.clans.get(third)) else third
    steps = [
        ("battle.end", {"battle": number, "round": 0, "anew": True}, f"{key}/end" if key else ""),
        (
            "encounter.call",
            {"province": besieged.province, "place": besieged.place, "clans": clans, "reason": f"{name} comes to help"},
            f"{key}/call" if key else "",
        ),
    ]
    try:
        with doing():
            entry = perform_together(g.room, g.umpire, steps)[-1]
    except OrderError as error:
        error.field = error.field.partition(".")[2]
        return show(number, error, "let-in")
    new = next(change["key"][0] for change in entry.changes if change["table"] == "encounter")
    return done(entry, url_for("encounters.show", number=new))


def roles_change(form: Mapping[str, str]) -> bool:
    """Whether the box is ticked by which the defender attacks in the next round (R6)."""
    return form.get("swap_roles") == "true"


def carry_out(number: int, action: str, form: dict[str, Any], form_name: str) -> ResponseReturnValue:
    """Perform it, and show the battle again."""
    try:
        return done(act(action, form), url_for(".show", number=number))
    except OrderError as error:
        if roles_change(form):
            error.field = OTHER.get(error.field, error.field)
        # Another desk took back the round that the page showed.
        if form_name == "round" and isinstance(error, OrderNotAllowed) and error.field == "round":
            error = ChangedElsewhere(error.sentence, field="round", ruling=error.ruling)
        return show(number, error, form_name)
