"""Casting: the roles at every clan's table, players typed or imported, and who may command."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from flask import Blueprint, g, request, url_for
from flask.typing import ResponseReturnValue

from control.kernel.errors import OrderError, OrderNotUnderstood
from control.kernel.pages.admitted import desks
from control.kernel.pages.doing import act, acted, done, or_again
from control.kernel.pages.drawn_once import drawn_again, part_again
from control.kernel.pages.lists import lies_at, part_of
from control.kernel.pages.parts import known, page, table_to_save
from control.kernel.tabular import TableRow, headings, read_table, rows_of, table_in
from control.kernel.wording import folded
from control.sengoku.people import kin_questions as kin
from control.sengoku.people.casting import casting_questions as queries
from control.sengoku.people.casting import door_pages as door
from control.sengoku.people.casting import papers_pages as papers
from control.sengoku.people.casting import roll_questions as reading
from control.sengoku.people.casting.roll_questions import COLUMNS, SAID, Roll, read_roll
from control.sengoku.rules.desks import SEES_ARMIES
from control.sengoku.world.people.people_questions import clans
from control.sengoku.world.people.reprints_questions import open_papers

bp = Blueprint("casting", __name__, url_prefix="/casting")
bp.register_blueprint(door.bp)
bp.register_blueprint(papers.bp)

GAME = ("game",)
DEEDS = {"merge": "team.merge", "hand-over": "clan.hand_over", "take-clan": "team.take_clan"}
"""What is done with a whole team: the word in the address, and the action."""


@bp.app_context_processor
def who_plays() -> dict[str, object]:
    """Templates may ask who plays a person, at desks that see generals; the answer is read once for a page."""

    def played_by(character: str) -> queries.PlayedBy | None:
        if g.get("umpire") is None or g.umpire.desk not in SEES_ARMIES:
            return None
        return queries.players_of(g.session).get(character)

    papers_open: Callable[[], int] = lambda: open_papers(g.session)  # noqa: E731 (one word for the template)
    return {"played_by": played_by, "papers_open": papers_open}


# ---- Roles


@bp.get("/")
@desks(*GAME)
def show(error: OrderError | None = None, at: str = "") -> ResponseReturnValue:
    """The roles, table by table; ``?clan=takeda`` for one, ``?open=1`` for what still wants somebody. What was wrong is
    said of the person, team or exchange ``at``."""
    if error:
        return page("people/casting/roles.html", **all_roles(), error=error, at=at)
    about = request.args.get("clan", "")[:60], bool(request.args.get("open"))
    return page("people/casting/roles.html", roles=drawn_again("people/casting/_roles.html", all_roles, *about))


def all_roles() -> dict[str, Any]:
    """What the page of the roles shows."""
    tables = queries.roles(g.session)
    clan, only_open = request.values.get("clan", "")[:60], 1 if request.values.get("open") else ""
    shown = [
        one for one in tables if one.clan.id == clan or (not clan and one.played and (not only_open or one.wanted))
    ]
    return {
        "tables": tables,
        "landless": queries.without_land(g.session),
        "shown": shown,
        "clan": clan,
        "only_open": only_open,
        "players": queries.players(g.session),
    }


def back(anchor: str) -> str:
    """The roles as they were shown, at the form that was sent."""
    view = {name: request.form[name] for name in ("clan", "open") if request.form.get(name)}
    return url_for(".show", **view, _anchor=anchor)  # type: ignore[arg-type]


@bp.post("/parts/<character>")
@desks(*GAME)
@or_again(lambda character, error: show(error, character))
def cast(character: str) -> ResponseReturnValue:
    """Give a part to whoever was named or offered; an empty name takes it away."""
    data: dict[str, Any] = {"character": character, "instead_of": request.form.get("instead_of", "")}
    name = request.form.get("player", "").strip()
    if request.form.get("pick"):
        data["player"] = request.form["pick"]
    elif name and not request.form.get("free"):
        data["player"] = str(number_of(name))
    elif not data["instead_of"]:
        raise OrderNotUnderstood("Type the name of a player.", field="player")
    entry = act("part.cast" if "player" in data else "part.free", data)
    return done(entry, back(f"role-{character}"))


def number_of(name: str) -> int:
    """The number of the player with this name, or whose name alone begins so. Raises OrderNotUnderstood."""
    everybody = queries.players(g.session)
    exact = [one for one in everybody if folded(one.name) == folded(name)]
    some = exact or [one for one in everybody if folded(one.name).startswith(folded(name))]
    if len(some) == 1:
        return some[0].id
    if some:
        raise OrderNotUnderstood(
            f"“{name[:60]}” could be {' or '.join(one.name for one in some[:4])}. Type more of it.", field="player"
        )
    raise OrderNotUnderstood(
        f"No player is called “{name[:60]}”.{queries.near(g.session, name)} Add new players under Players.",
        field="player",
    )


@bp.post("/swap")
@desks(*GAME)
@or_again(lambda error: show(error, "swap"))
def swap() -> ResponseReturnValue:
    """Let two players exchange parts."""
    people = {one: person_of(request.form.get(one, ""), one) for one in ("one", "other")}
    return done(act("part.swap", {**request.form, **people}), back("swap"))


def person_of(typed: str, field: str) -> str:
    """The id of a person by his id or name. Raises OrderNotUnderstood for an empty field."""
    if not typed.strip():
        raise OrderNotUnderstood("Type the name of a person who is played.", field=field)
    wanted = folded(typed)
    for table in queries.roles(g.session):
        for role in table.roles:
            if wanted in (folded(role.id), folded(role.name)):
                return role.id
    return typed.strip()


@bp.post("/clans/<key>/<deed>")
@desks(*GAME)
def team(key: str, deed: str) -> ResponseReturnValue:
    """Merge a team with another, give it another clan, or hand its clan over."""
    known(deed, DEEDS)
    form = {name: value for name, value in request.form.items() if name not in ("open", "clan")}
    try:
        takes = form.pop("takes", "")
        order = {**form, "team": key, "clan": takes} if deed == "take-clan" else {**form, "clan": key}
        entry = act(DEEDS[deed], order)
        taken_over = deed == "take-clan" or (deed == "hand-over" and form.get("to") == "players")
        if taken_over and kin.proposals(g.session, g.room.scenario, order["clan"]):  # who sits down wants people (R40)
            return done(entry, url_for("kin.show", clan=order["clan"]))
        return done(entry, back(f"clan-{key}"))
    except OrderError as error:
        return show(error, f"{deed}-{key}")


# ---- Players


@bp.get("/players")
@desks(*GAME)
def players(error: OrderError | None = None) -> ResponseReturnValue:
    """Who is in the hall, table by table."""
    return page(
        "people/casting/players.html",
        hall=queries.hall(g.session),
        clans=queries.tables(g.session),
        error=error,
    )


@bp.get("/players/list")
@desks(*GAME)
def listed() -> ResponseReturnValue:
    """The tables alone, fetched anew when the journal has grown."""
    return page("people/casting/_players.html", hall=queries.hall(g.session))


@bp.post("/players")
@desks(*GAME)
def add() -> ResponseReturnValue:
    """Add a player who was typed."""
    return acted("player.add", request.form, url_for(".players"), players)


@bp.get("/players/<int:number>")
@desks(*GAME)
def player(number: int, error: OrderError | None = None) -> ResponseReturnValue:
    """One player: his name, table and note, whether he is here, his parts."""
    found = queries.player(g.session, number)
    if found is None:
        raise OrderNotUnderstood(f"There is no player {number}.", field="player")
    npd = [(found.clan.id, f"{found.clan.name} (NPD Control)")] if found.clan and not found.clan_played else []
    return page("people/casting/player.html", player=found, clans=npd + queries.tables(g.session), error=error)


@bp.post("/players/<int:number>/<deed>")
@desks(*GAME)
def change(number: int, deed: str) -> ResponseReturnValue:
    """Change a player, strike him off, or note whether he is here."""
    actions = {"edit": "player.edit", "remove": "player.remove", **door.STATES}
    known(deed, actions)
    to = url_for(".players") if deed in ("edit", "remove") else url_for(".player", number=number)
    return acted(actions[deed], {**request.form, "player": str(number)}, to, partial(player, number))


@bp.get("/players.<kind>")
@desks(*GAME)
def download(kind: str) -> ResponseReturnValue:
    """The players as a table that can be imported again."""
    rows = [
        (
            one.name,
            one.clan.name if one.clan else "",
            "; ".join(part.name for part in one.parts),
            one.note,
            SAID[one.state],
        )
        for one in queries.players(g.session)
    ]
    return table_to_save(COLUMNS, rows, "players", kind)


# ---- A list of players


@bp.get("/import")
@desks(*GAME)
def import_list(
    rows: list[TableRow] | None = None, roll: Roll | None = None, error: OrderError | None = None
) -> ResponseReturnValue:
    """Paste a list of players, or send a file: every line of one is read back, with each fault at its cell."""
    faults: dict[tuple[int, str], str] = {}
    for fault in roll.faults if roll else ():
        faults.setdefault((fault.row, fault.column), fault.sentence)
    return page(
        "people/casting/import.html",
        422 if faults and not error else 0,
        rows=rows or [],
        roll=roll,
        faults=faults,
        columns=list(COLUMNS),
        error=error,
        text=request.form.get("list", ""),
        again=json.dumps([{"line": row.line, "cells": dict(row.cells)} for row in rows or []], ensure_ascii=False),
    )


@bp.post("/import")
@desks(*GAME)
def read_back() -> ResponseReturnValue:
    """Read a list back with all that is wrong with it; nothing is imported yet."""
    sent = request.files.get("file")
    try:
        if sent and sent.filename:
            rows = read_table(sent.filename, sent.read(), COLUMNS)
        else:
            rows = pasted(request.form.get("list", ""))
        if not rows:
            raise OrderNotUnderstood("The list has no players: paste some lines, or choose a file.", field="file")
        if len(rows) > reading.ROW_LIMIT:
            raise OrderNotUnderstood(f"The list has {len(rows)} lines; {reading.ROW_LIMIT} fit.", field="file")
    except OrderError as error:
        return import_list(error=error)
    return import_list(rows, read_roll(g.session, [row.cells for row in rows]))


def pasted(text: str) -> list[TableRow]:
    """A list that was pasted, with a heading or in the order of the columns.

    Raises OrderNotUnderstood for another heading.
    """
    lines, _ = table_in("", text.encode(), has_names)
    heading = [*COLUMNS]
    if lines and has_names(lines[0][1]):
        heading = [*lines.pop(0)[1]]
    wide = max((spot for _, cells in lines for spot, cell in enumerate(cells, start=1) if cell.strip()), default=0)
    if wide > len(heading):
        raise OrderNotUnderstood(
            f"A line has {wide} cells, but there are {len(heading)} columns: {', '.join(heading)}.", field="list"
        )
    return rows_of([(0, heading), *lines], COLUMNS)


def has_names(cells: Sequence[str]) -> bool:
    """Whether a line names the columns of a list of players."""
    return "name" in headings(cells)


@bp.post("/import/enter")
@desks(*GAME)
def enter() -> ResponseReturnValue:
    """Import a list that was read back, all of it or nothing."""
    rows = kept(request.form.get("rows", ""))
    cells = [dict(row.cells) for row in rows]
    try:
        return done(act("player.import", {"rows": cells}), url_for(".players"))
    except OrderError as error:
        roll = read_roll(g.session, cells)
        return import_list(rows, roll, None if roll.faults else error)


def kept(document: str) -> list[TableRow]:
    """The rows of a list as its page kept them. Raises OrderNotUnderstood for anything else."""
    try:
        return [
            TableRow(int(row["line"]), {str(key): str(value) for key, value in row["cells"].items()})
            for row in json.loads(document)
        ]
    except (ValueError, TypeError, KeyError, AttributeError):
        raise OrderNotUnderstood("Read the list once more: it got lost on the way.", field="list") from None


# ---- Who may command


@bp.get("/command")
@desks(*SEES_ARMIES)
def command() -> ResponseReturnValue:
    """Who may lead an army, and the player behind him."""
    drawn = drawn_again("people/casting/_command.html", commanders, *lies_at(), *lies_at("npd-"), asked_clan())
    return page("people/casting/command.html", commanders=drawn, clan=asked_clan(), clans=clans(g.session))


@bp.get("/command/list")
@desks(*SEES_ARMIES)
def command_list() -> ResponseReturnValue:
    """The list alone, fetched anew when the journal has grown."""
    about = *lies_at(), *lies_at("npd-"), asked_clan()
    return part_again("people/casting/_command.html", commanders, *about)


def asked_clan() -> str:
    """The clan whose commanders are asked for; empty for all."""
    return request.args.get("clan", "")[:60]


def commanders() -> dict[str, Any]:
    """What the list of commanders shows: the players', and folded those of NPD Control, each in parts."""
    clan = asked_clan()
    found = queries.who_commands(g.session, clan)
    own, others = ([one for one in found if one.npd == npd] for npd in (False, True))
    return {
        "players": part_of(own, lambda one: one.person.clan.id),
        "others": part_of(others, lambda one: one.person.clan.id, named="npd-"),
        "where": {"clan": clan} if clan else {},
    }
