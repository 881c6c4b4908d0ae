"""The dossier of a clan on its Controller's phone: all it has, and what is done for it, one tap away."""

from __future__ import annotations

from flask import Blueprint, g, redirect, session, url_for
from flask.typing import ResponseReturnValue

from control.kernel.errors import NotThisDesk, OrderError, OrderNotUnderstood
from control.kernel.pages.admitted import desks
from control.kernel.pages.doing import acted, done, sent_before
from control.kernel.pages.parts import page
from control.sengoku.land import clan_questions as queries
from control.sengoku.rules.desks import SEES_BOOKS
from control.sengoku.world.named_pages import clan_of, form_of_keys, names_of

bp = Blueprint("clans", __name__, url_prefix="/clans")

DEEDS = {
    "visit": "person.visit",
    "return": "person.return",
    "accompany": "person.accompany",
    "call": "risk.call",
    "hand-over": "hostage.hand_over",
    "release": "hostage.release",
}
"""What is done for a clan's people from its dossier: the word in the address, and the action."""


@bp.get("/<key>")
@desks(*SEES_BOOKS)
def show(key: str) -> ResponseReturnValue:
    """All of a clan that this desk minds. It is remembered. The clans of nobody have one page, with how they stand."""
    if g.umpire.desk == "npd":
        file_of(key)
        return redirect(url_for("locals.dossier", clan=key), 303)
    answer = clan_page(key)
    session["clan"] = key  # the one he walks with
    return answer


def clan_page(key: str, error: OrderError | None = None) -> ResponseReturnValue:
    """The dossier, with what was wrong with a form."""
    return page("land/clan/clan.html", one=file_of(key), deeds=deeds_here(), error=error, **named())


@bp.get("/<key>/now")
@desks(*SEES_BOOKS)
def now(key: str) -> ResponseReturnValue:
    """What the dossier says, without its forms; fetched anew when the journal has grown."""
    return page("land/clan/_file.html", one=file_of(key))


def named() -> dict[str, list[str]]:
    """The names that the forms offer."""
    return {known: names_of(known) for known in ("provinces", "clans")}


def deeds_here() -> set[str]:
    """What this desk may do from here: the words in the addresses."""
    return {word for word, name in DEEDS.items() if g.umpire.desk in g.room.game.actions[name].desks}


def file_of(key: str) -> queries.ClanFile:
    """The clan. Raises OrderNotUnderstood, NotThisDesk."""
    clan = clan_of(key)
    found = queries.clan_file(g.session, g.room.scenario, g.umpire.desk, key)
    if found is None:
        raise NotThisDesk(f"This desk has no dossier of {clan.name}: another minds it.", field="clan")
    return found


@bp.post("/<key>/<deed>")
@desks(*SEES_BOOKS)
def do(key: str, deed: str) -> ResponseReturnValue:
    """Send somebody visiting or back, along with an army or to draw a card; hand a hostage over, or let one go."""
    found = file_of(key)
    if deed not in deeds_here():
        raise OrderNotUnderstood("That is not done from here.", field="action")
    form = form_of_keys(province="provinces", to="clans")
    theirs = {one.id for one in found.people} | {one.id for one in found.keeps}
    if entry := sent_before():  # a hostage who was moved on is theirs no more
        return done(entry, url_for(".show", key=key))
    if form.get("character") and form["character"] not in theirs:
        error = OrderNotUnderstood(f"Choose somebody of {found.account.clan.name}.", field="character")
        return clan_page(key, error)
    return acted(DEEDS[deed], form, url_for(".show", key=key), lambda error: clan_page(key, error))
