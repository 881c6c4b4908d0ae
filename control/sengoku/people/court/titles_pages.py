"""Titles: granted and taken back by who may, and those of the dead, which the Bakufu confirms to an heir or lets fall
back (R30, R39)."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, g, request, url_for
from flask.typing import ResponseReturnValue

from control.kernel.errors import OrderError
from control.kernel.pages.admitted import desks
from control.kernel.pages.doing import acted
from control.kernel.pages.drawn_once import drawn_again
from control.kernel.pages.parts import known, page
from control.kernel.wording import capital
from control.sengoku.people.court.claimed_questions import services
from control.sengoku.rows.people import EMPEROR
from control.sengoku.rules.desks import AT_COURT
from control.sengoku.rules.people.titles import AUTHORITIES, chain
from control.sengoku.world.named_pages import form_of_keys
from control.sengoku.world.people import titles_questions as queries
from control.sengoku.world.people.people_questions import living

bp = Blueprint("titles", __name__, url_prefix="/titles")

DEEDS = {"confirm": "title.confirm", "fall-back": "title.fall_back", "revoke": "title.revoke"}
KINDS = {
    "governor": ("Governor", chain("governor").words()),
    "constable": ("Constable", chain("constable").words()),
    "court_rank": (
        "Court rank",
        "1 to 5 the Emperor; 6 and 7 the Emperor, on the recommendation of the Shogun; 8 to 10 the Bakufu",
    ),
}
"""The titles in words, each with who grants it (R30)."""


@bp.get("/")
@desks(*AT_COURT)
def show(error: OrderError | None = None) -> ResponseReturnValue:
    """Who holds which title, what is vacant, and the form for a grant."""

    def held() -> dict[str, Any]:
        return {"held": queries.held(g.session), "grantors": grantors()}

    return page(
        "people/titles/titles.html",
        vacant=queries.vacant(g.session),
        held_again=drawn_again("people/titles/_held.html", held),
        **(held() if error else {"grantors": grantors()}),
        authorities=by_whom(),
        kinds=KINDS,
        services=[(one.number, f"{one.clan.name}: {one.words}") for one in services(g.session, g.umpire.desk)],
        people=living(g.session),
        provinces=g.room.scenario.provinces.values(),
        error=error,
    )


def by_whom() -> dict[str, str]:
    """From whom a title may come: while nobody is Shogun, or Emperor, Game Control alone may force it."""
    nobody, may_force = queries.vacancies(g.session), g.umpire.desk == g.room.game.leads
    return {
        key: capital(words) + ("; there is none now" if key in nobody else "")
        for key, words in AUTHORITIES.items()
        if may_force or key not in nobody
    }


def grantors() -> dict[str, str]:
    """In whose name titles are given, approved and taken here: Game Control alone speaks for the Emperor (R43)."""
    leads = g.umpire.desk == g.room.game.leads
    return {key: words for key, words in by_whom().items() if leads or key != EMPEROR}


@bp.post("/")
@desks(*AT_COURT)
def grant() -> ResponseReturnValue:
    """Grant a title to somebody, named as people type names."""
    return acted("title.grant", form_of_keys(character="living", province="provinces"), url_for(".show"), show)


@bp.post("/<key>/<deed>")
@desks(*AT_COURT)
def answer(key: str, deed: str) -> ResponseReturnValue:
    """Confirm a title, let it fall back, or take it back."""
    known(deed, DEEDS)
    return acted(DEEDS[deed], {**request.form, "title": key}, url_for(".show"), show)
