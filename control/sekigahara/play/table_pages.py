"""The page that each desk opens on: how far the campaign is, what stands where as this desk may see it, what is waited
for, and what it may do."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, g

from control.kernel.parts import desks, page
from control.sekigahara.play.standing_questions import for_a_page

bp = Blueprint("table", __name__, url_prefix="/table")


@bp.get("/")
@desks()
def show() -> Any:
    """What this desk knows of the campaign."""
    return page("campaign/table.html", table=for_a_page(g.session, g.umpire.desk))
