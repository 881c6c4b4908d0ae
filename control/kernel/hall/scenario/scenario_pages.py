"""The scenario that the game carries: its files, and changing one of them after seeing what that would have altered."""

from __future__ import annotations

from flask import Blueprint, g, request, url_for
from flask.typing import ResponseReturnValue

from control.kernel.errors import OrderError, OrderNotUnderstood, did_you_mean
from control.kernel.hall.scenario.scenario_actions import checked
from control.kernel.hall.scenario.scenario_questions import files_listed, may_change
from control.kernel.pages.admitted import desks
from control.kernel.pages.doing import act, done
from control.kernel.pages.lists import part_of
from control.kernel.pages.parts import page, page_or_part
from control.kernel.roles import LEAD
from control.kernel.scenarios.scenario_files import files_in

bp = Blueprint("scenario", __name__, url_prefix="/scenario")


@bp.get("/")
@desks(LEAD)
def show() -> ResponseReturnValue:
    """Every file of the scenario."""
    found, right = files_listed(g.session), g.room.game.changing_scenarios.set_right
    briefings, files = ([one for one in found if one.path.startswith("briefings/") == said] for said in (True, False))
    return page_or_part(
        "hall/scenario/files.html",
        "hall/scenario/_briefings.html",
        files=files,
        briefings=part_of(briefings),
        changed=any(one.changed for one in briefings),
        scenario=g.room.scenario,
        set_right=right,
    )


@bp.get("/file")
@desks(LEAD)
def file() -> ResponseReturnValue:
    """One file, to read and to write in."""
    return file_page(request.args.get("path", ""))


def file_page(
    path: str, written: str | None = None, error: OrderError | None = None, altered: object = None
) -> ResponseReturnValue:
    """The page of a file, with what was written in it, what is wrong with that, or what it would have altered."""
    files = {one.path: one for one in files_listed(g.session)}
    if path not in files:
        raise OrderNotUnderstood(f'There is no file "{path}" in this scenario.{did_you_mean(path, files)}')
    kept = files_in(g.session)[path]
    return page(
        "hall/scenario/file.html",
        file=files[path],
        written=kept if written is None else written,
        altered=altered,
        compared=g.room.game.changing_scenarios.compared,
        error=error,
        form=request.form,
    )


@bp.post("/file")
@desks(LEAD)
def change() -> ResponseReturnValue:
    """Look what a changed text would have altered (``look``), or change the file."""
    path, written = request.args.get("path", ""), request.form.get("text", "").replace("\r\n", "\n")
    try:
        if request.form.get("look"):
            then = checked(g.session, may_change(g.session, path, written), written)
            may = g.room.game.changing_scenarios
            may.fits(g.session, then)
            return file_page(path, written, altered=may.altered(g.session, g.room.scenario, then))
        form = {name: request.form.get(name, "") for name in ("text", "reason", "now", "key")}
        return done(act("scenario.change", {**form, "file": path}), url_for(".show"))
    except OrderError as error:
        return file_page(path, written, error)
