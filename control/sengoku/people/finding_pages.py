"""The box at the head of every page: the code of a card, or the first letters of a province, a clan, a person."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import suppress

from flask import Blueprint, current_app, g, redirect, request, url_for
from flask.typing import ResponseReturnValue

from control.kernel.codes import KINDS, Code, read_code
from control.kernel.errors import OrderNotUnderstood
from control.kernel.pages.admitted import desks
from control.kernel.pages.parts import page
from control.sengoku.people import finding_questions as finding
from control.sengoku.people.finding_questions import MOST, Hit
from control.sengoku.rules.desks import DESKS, SEES_ARMIES
from control.sengoku.world.land.land_questions import clan_signs
from control.sengoku.world.names import no_clan

bp = Blueprint("finding", __name__)

LIKE_A_CODE = re.compile(r"[A-Za-z][\s-]*\d[\d\s]*-?\s*[0-9A-Za-z]\s*")
"""A letter, a number, a check character: no name looks like that."""
BARE_CODE = re.compile(rf"([{KINDS}])[\s-]*(\d[\d\s]{{0,6}})", re.IGNORECASE)
"""A code without its check character."""
SUGGESTED = 6
"""So many suggestions stand below the box while somebody types."""


@bp.get("/find")
@desks(*DESKS)
def find() -> ResponseReturnValue:
    """Go where the typed letters lead, or show where they may lead."""
    typed = request.args.get("q", "").strip()[:60]
    codes = codes_meant(typed)
    if len(codes) == 1 or (not codes and LIKE_A_CODE.fullmatch(typed)):
        return redirect(url_for("front.card", code=str(codes[0]) if codes else typed), 303)
    found = finding.find(g.session, g.room.scenario, typed, g.umpire.desk)
    if len(found) == 1 and not codes:
        return redirect(addresses()(found[0]), 303)
    error = None if found or codes or "q" not in request.args else OrderNotUnderstood(nothing(typed), field="q")
    return page(
        "people/finding/find.html",
        typed=typed,
        codes=codes,
        hits=found[:MOST],
        more=max(0, len(found) - MOST),
        address=addresses(),
        signs=clan_signs(g.session),
        error=error,
    )


@bp.get("/find/suggest")
@desks(*DESKS)
def suggest() -> ResponseReturnValue:
    """What the letters may mean that were typed so far; a part, empty where they mean nothing."""
    typed = request.args.get("q", "").strip()[:60]
    found = finding.find(g.session, g.room.scenario, typed, g.umpire.desk) if typed else []
    codes = codes_meant(typed)
    hits, signs = found[:SUGGESTED], clan_signs(g.session)
    return page("people/finding/_hits.html", codes=codes, hits=hits, address=addresses(), signs=signs)


def codes_meant(typed: str) -> list[Code]:
    """The codes that somebody may have typed: with its check character, without it, or, of figures alone, either."""
    found = []
    with suppress(OrderNotUnderstood):
        found.append(read_code(typed))
    if found and re.search(r"[\s-]\w$", typed):
        return found  # its last character stands apart: that is the check
    if bare := BARE_CODE.fullmatch(typed):
        code = Code(bare[1].upper(), int("".join(bare[2].split())))
        found += [code] if code not in found else []
    return found


def nothing(typed: str) -> str:
    """The sentence for what leads nowhere."""
    if not typed:
        return "Type the code of a card (A7-F), or the first letters of a province, a clan or a person."
    near = finding.near(g.session, g.room.scenario, typed, g.umpire.desk)
    return f"No province, clan or living person is called “{typed}”, and it is no code of a card.{near}"


def addresses() -> Callable[[Hit], str]:
    """Says where something is to be seen: for those inside a province on the map, a general at his army, anybody else
    and a clan on a page of their own; for other desks the map for everybody, and a clan in its dossier if it is
    theirs."""
    inside, minded = g.umpire.desk in SEES_ARMIES, finding.minded(g.session, g.umpire.desk)

    def address(hit: Hit) -> str:
        if hit.kind == "province":
            if not inside:
                return url_for("public_map.display")
            return url_for("map_desk.show", province=hit.id, _anchor="card")  # there the keyboard goes on (map.js)
        if inside and hit.kind == "person":
            if hit.army is not None:
                return url_for("orders.army", number=hit.army)
            return url_for("people.person", person=hit.id)
        if hit.kind == "noble":
            return url_for("court.show", _anchor=hit.id)
        if hit.clan in minded and "clans.show" in current_app.view_functions:
            return url_for("clans.show", key=hit.clan)
        return url_for("finding.clan", key=hit.clan)

    return address


@bp.get("/find/clans/<key>")
@desks(*DESKS)
def clan(key: str) -> ResponseReturnValue:
    """A clan: its provinces and its people."""
    found = finding.clan(g.session, key[:60], g.umpire.desk)
    if found is None:
        raise OrderNotUnderstood(no_clan(key, g.room.scenario.clans.values()), field="clan")
    return page("people/finding/clan.html", clan=found, key=key, address=addresses(), signs=clan_signs(g.session))
