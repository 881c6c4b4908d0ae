"""A general's own page: he chooses his tactic in secret with the code on his own paper (handbook 6).

The page is open to whoever holds that paper, and to nobody else: its address ends in letters that only the game's
secret makes. It shows one thing, what is asked of this general now, and changes by itself.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Any

from flask import Blueprint, g, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from control.kernel.actions.registry import perform
from control.kernel.actions.world import PLAYER, Umpire
from control.kernel.database.keeping import FOR_EVERYBODY
from control.kernel.entrance.cookies import known_device, remember_device
from control.kernel.entrance.front_pages import brake
from control.kernel.errors import ChangedElsewhere, OrderError, OrderNotUnderstood
from control.kernel.pages.doing import doing, form_key
from control.kernel.pages.drawn_once import fresh_key
from control.kernel.pages.parts import htmx, page
from control.sengoku.battle.tactics import tactics_questions as queries
from control.sengoku.battle.tactics.tactics_actions import may_choose, seal
from control.sengoku.rules.people.generals_codes import army_named, is_general_code
from control.sengoku.rules.tables import ROLES
from control.sengoku.world.people.generals_questions import code_of_army

bp = Blueprint("tactics", __name__, url_prefix="/tactic")


@bp.get("/")
def door() -> ResponseReturnValue:
    """Where a general types the code of his paper."""
    typed = request.args.get("code", "")[:40]
    if not typed:
        return page("battle/tactic/door.html", code="", error=None)
    try:
        if phone_of(typed) is None:
            raise OrderNotUnderstood(
                "No general has this code. Look at your paper again; if another code was given since, ask the umpire "
                "at the map for it.",
                field="code",
            )
    except OrderError as error:
        return page("battle/tactic/door.html", code=typed, error=error)
    return redirect(url_for(".show", token="".join(typed.split()).upper()), 303)


@bp.get("/<token>")
def show(token: str) -> ResponseReturnValue:
    """What is asked of this general now."""
    found = phone_of(token)
    return own_page(token, found) if found else nobodys()


@bp.get("/<token>/now")
def now(token: str) -> ResponseReturnValue:
    """The same without the frame, if it is no longer what the page shows: a choice in the making is never touched."""
    found = phone_of(token)
    if found is None:
        return nobodys()
    if request.args.get("shown") == mark(found):
        return "", 204
    return page("battle/tactic/_phone.html", phone=found, token=token, shown=mark(found), error=None)


@bp.post("/<token>")
def choose(token: str) -> ResponseReturnValue:
    """Seal what the general chose, and put it in for his side."""
    found = phone_of(token)
    if found is None:
        return nobodys()
    form = {"battle": str(found.battle), "round": request.form.get("round", ""), "role": found.role}
    try:
        asking = queries.secret_of(g.session, found.battle) if found.commands else None
        if asking and any(request.form.get(field, form[field]) != form[field] for field in ("battle", "role")):
            raise ChangedElsewhere(
                "What you chose was for another battle, or for the other side. Choose for this one.", field="round"
            )
        sealed = sealed_form(asking, form, request.form)
        key = form_key()
        with doing():
            perform(g.room, Umpire(found.general, PLAYER), "battle.choose_tactic", sealed, key=key, form=True)
    except OrderError as error:
        again = phone_of(token)
        assert again is not None
        return own_page(token, again, error)
    return redirect(url_for(".show", token=token), 303)


def phone_of(token: str) -> queries.PhoneView | None:
    """What the holder of this token is shown; None for a token that is nobody's. Raises Braked, without looking at it,
    when too many of those came."""
    army = army_named(token)
    right = code_of_army(g.session, army)
    opens = brake("general").attempt(
        request.remote_addr or "",
        known_device("general", request),
        lambda: True if right and is_general_code(token, right) else None,
    )
    if not opens:
        return None
    remember_device("general", str(army), request)
    g.session.info[FOR_EVERYBODY] = False  # he is shown more than everybody is
    return queries.phone(g.session, g.room.scenario, army)


def own_page(token: str, found: queries.PhoneView, error: OrderError | None = None) -> ResponseReturnValue:
    """The page with its one part."""
    return page("battle/tactic/phone.html", phone=found, token=token, shown=mark(found), error=error)


def mark(found: queries.PhoneView) -> str:
    """A short text that changes whenever the page would show something else."""
    return hashlib.sha256(repr(found).encode()).hexdigest()[:12]


def nobodys() -> ResponseReturnValue:
    """The answer to a token that is nobody's. A page that was open when its code was withdrawn says so in the place of
    what it showed, and asks no more."""
    sentence = "This is no general's page. Scan the code on your paper again, or ask the umpire at the map."
    if htmx():
        return page("battle/tactic/_nobodys.html", sentence=sentence), {"HX-Reswap": "outerHTML"}
    return render_template("error.html", sentence=sentence, heading="No such page"), 404


def sealed_form(asking: Any, form: dict[str, str], sent: Mapping[str, str]) -> dict[str, str]:
    """The order for a tactic that somebody chose, with the tactic sealed. Raises OrderError if it cannot be chosen."""
    if asking is None or str(asking.round) != form["round"] or form["role"] not in ROLES:
        raise ChangedElsewhere("No tactic is asked for this round any more.", field="round")
    tactic = sent.get("tactic", "")
    if not tactic:
        raise OrderNotUnderstood("Choose one of the tactics.", field="tactic")
    may_choose(g.room.scenario.tables, tactic, sea=asking.sea)
    salt = sent.get("key", "")[:60] or fresh_key()  # the same form makes the same seal: sent twice, it acts once
    return {
        **form,
        "sealed": seal(queries.seal_key(g.session), asking.battle, asking.round, form["role"], tactic, salt),
    }
