"""The page of the combat that is being fought, from each side's own side."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, g
from flask.typing import ResponseReturnValue
from sqlalchemy.orm import Session

from control.kernel.errors import OrderError
from control.kernel.pages.admitted import desks
from control.kernel.pages.doing import or_again
from control.kernel.pages.parts import page
from control.sekigahara.play.battle.battle_questions import battle_for_all, battle_page, last_battle, lost_for_all
from control.sekigahara.play.sent_pages import around_forms, carry_out, forcing
from control.sekigahara.play.standing_questions import outcome

bp = Blueprint("battle", __name__, url_prefix="/battle")


@bp.get("/")
@desks()
def show(error: OrderError | None = None) -> Any:
    """The combat as this desk sees it."""
    battle = battle_page(g.session, g.umpire.desk, forcing())
    return page(
        "campaign/battle.html",
        battle=battle,
        over=outcome(g.session),
        last=None if battle else last_battle(g.session, g.umpire.desk),
        **around_forms(),
        error=error,
    )


def view(session: Session, _scenario: Any) -> dict[str, Any]:
    """The combat on a screen, and the lost of both sides."""
    return {"battle": battle_for_all(session), "lost": lost_for_all(session)}


@bp.post("/<name>")
@desks()
@or_again(lambda _name, error: show(error))
def act(name: str) -> ResponseReturnValue:
    """Play."""
    return carry_out(name, show)
