"""The edicts of the Bakufu: issued, withdrawn, and opened by the code on their paper (handbook 8)."""

from __future__ import annotations

from functools import partial

from flask import Blueprint, g, request, url_for
from flask.typing import ResponseReturnValue

from control.kernel.codes import Code
from control.kernel.errors import OrderError, OrderNotUnderstood
from control.kernel.pages.admitted import desks
from control.kernel.pages.doing import acted
from control.kernel.pages.lists import part_of
from control.kernel.pages.parts import page, page_or_part
from control.kernel.wording import capital
from control.sengoku.politics.bakufu import edicts_questions as queries
from control.sengoku.rules.desks import AT_COURT, DESKS
from control.sengoku.world.bonds.at_odds_questions import Odds
from control.sengoku.world.people.titles_questions import vacancies

bp = Blueprint("edicts", __name__, url_prefix="/edicts")


@bp.get("/")
@desks(*AT_COURT)
def show(error: OrderError | None = None) -> ResponseReturnValue:
    """The edicts, and the form for a new one."""
    found, odds = queries.edicts(g.session), Odds(g.session, g.umpire.desk)
    standing = part_of([one for one in found if not one.withdrawn], uncut=bool(error))
    return page_or_part(
        "politics/edicts/edicts.html",
        "politics/edicts/edicts.html" if error else "politics/edicts/_edicts.html",
        standing_edicts=standing,
        odds={one.number: odds.named_in(one.words) for one in standing.rows},
        gone=part_of([one for one in found if one.withdrawn], named="gone-"),
        authorities=in_whose_name(),
        error=error,
    )


def in_whose_name() -> dict[str, str]:
    """In whose names an edict may be issued: while nobody is Shogun, or Emperor, Game Control alone may force it."""
    nobody, may_force = vacancies(g.session), g.umpire.desk == g.room.game.leads
    return {
        key: capital(words) + ("; there is none now" if key in nobody else "")
        for key, words in queries.AUTHORITIES.items()
        if may_force or key not in nobody
    }


@bp.post("/")
@desks(*AT_COURT)
def issue() -> ResponseReturnValue:
    """Issue an edict."""
    return acted("edict.issue", request.form, url_for(".show"), show)


@bp.post("/<int:number>/withdraw")
@desks(*AT_COURT)
def withdraw(number: int) -> ResponseReturnValue:
    """Withdraw an edict, with the reason."""
    again = partial(edict, str(Code("E", number)))
    return acted("edict.withdraw", {**request.form, "edict": str(number)}, url_for(".show"), again)


@bp.get("/<code>")
@desks(*DESKS)
def edict(code: str, error: OrderError | None = None) -> ResponseReturnValue:
    """One edict, by the code that stands on it, with what was wrong with its withdrawal: for every desk, as it is
    public."""
    found = queries.edict(g.session, code[:20])
    if found is None:
        raise OrderNotUnderstood(f"There is no edict {code[:20]}. Look at its code again.", field="code")
    odds = () if found.withdrawn else Odds(g.session, g.umpire.desk).named_in(found.words)
    issues = g.umpire.desk in AT_COURT
    return page("politics/edicts/edict.html", one=found, odds={found.number: odds}, issues=issues, error=error)
