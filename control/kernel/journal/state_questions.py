"""The whole game as one JSON document, or the part of it an audience may see."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from operator import itemgetter
from typing import Any

from sqlalchemy import ColumnElement, inspect, select
from sqlalchemy.orm import Session

from control.kernel.game import UmpiredGame, game_in
from control.kernel.journal.audience import answerable, may_read, readable, shown_arguments, shown_changes, without
from control.kernel.journal.journal_questions import place
from control.kernel.journal.numbering_questions import ALL, numbering
from control.kernel.roles import APART, INSIDE
from control.kernel.rows import ApartEntry, Base, Confirmation, Game, JournalEntry


def readers(game: UmpiredGame, model: type[Base]) -> tuple[str, ...]:
    """The desks that have a table in the state."""
    return game.desks(*(model.state_for or model.seen_by or (INSIDE,)))


@cache
def every_part(game: UmpiredGame) -> dict[str, type[Base]]:
    """All that the state may have, by the names that the tables give it; what most may see comes first."""
    models = sorted(game.tables.values(), key=lambda model: -len(readers(game, model)))
    return {model.in_state: model for model in models if model.in_state}


@cache
def parts(game: UmpiredGame, audience: str) -> dict[str, type[Base]]:
    """The parts of the state that a desk (or ``public``) may see."""
    return {name: model for name, model in every_part(game).items() if audience in readers(game, model)}


def stands_apart(game: UmpiredGame, name: str) -> bool:
    """Whether a part of the state has what stands apart: all of the journal has, for those who may see it."""
    model = every_part(game).get(name)
    return model is JournalEntry or (model is not None and model.seen_by == (APART,))


def state(session: Session, audience: str) -> dict[str, Any]:
    """The state as this audience may see it: the game, then each part as a list of rows in the order of keys.

    Which desks see which tables, rows and columns, the tables say and the game. Who is not inside gets besides what the
    game makes in place of the rest: a flag for an army.
    """
    game = game_in(session)
    seen: dict[str, Any] = {"game": game_part(session, audience)}
    for name in parts(game, audience):
        seen[name] = part(session, name, audience)
    return seen | {name: made(session, audience) for name, made in made_for(game, audience).items()}


def made_for(game: UmpiredGame, audience: str) -> dict[str, Callable[[Session, str], Any]]:
    """The parts of the state that a game makes for an audience: what it makes for each desk, and for who is not inside
    what it makes in place of the rest."""
    made = dict(game.made_parts) if audience in game.roles else {}
    if audience not in game.inside:
        made |= {name: partial(in_place, of) for name, of in game.in_place.items()}
    return made


def in_place(of: Callable[[Session], Any], session: Session, _audience: str) -> Any:
    """What is the same for all who have it in place of the rest."""
    return of(session)


def game_part(session: Session, audience: str) -> dict[str, Any]:
    """The game's row without its secrets; how often it was changed is for those inside."""
    game = game_in(session)
    hidden = set(Game.columns_for) | (set() if audience in game.inside else {"version"})
    return without(game.row.only(session).as_dict(), hidden) or {}


def part(session: Session, name: str, audience: str) -> list[dict[str, Any]]:
    """One part of the state, row by row."""
    game = game_in(session)
    model = parts(game, audience)[name]
    hidden, names = model.hidden(game, audience), model.named_columns()
    # No row is made an object for this: the state of a long day has thousands, and none of them does anything.
    found = select(*names.values()).where(*seen(session, model, audience)).order_by(*inspect(model).primary_key)
    rows = [game.telling(model, dict(zip(names, values, strict=True))) for values in session.execute(found)]
    rows = [without(row, hidden) or {} for row in rows] if hidden else rows
    if model is JournalEntry:
        apart = [one for one in session.scalars(select(ApartEntry)) if may_read(game, one, audience)]
        veiled = ApartEntry.hidden(game, audience)  # of these alone: another game's entries are told with a turn
        placed = [((row["number"], 0), row) for row in rows]
        placed += [(place(one), without(game.as_json(one), veiled) or {}) for one in apart]
        rows = [row for _, row in sorted(placed, key=itemgetter(0))]
    if model in game.retold:
        rows = game.retold[model](session, audience, rows)
    if model is JournalEntry:
        for row in rows:
            row["changes"] = numbering(session, audience).changes(shown_changes(game, row["changes"], audience))
            row["arguments"] = shown_arguments(game, row["action"], row["arguments"], audience)
    if (numbers := numbering(session, audience)) is not ALL:
        return [numbers.entry(row) if model is JournalEntry else numbers.row(row) for row in rows]
    return rows


def seen(session: Session, model: type[Base], audience: str) -> list[ColumnElement[bool]]:
    """Which rows of a table this audience may see."""
    game = game_in(session)
    if model is JournalEntry:
        return [readable(game, audience)]
    if model is Confirmation:
        return [answerable(game, audience)]
    return [game.only_rows[model](session, audience)] if model in game.only_rows else []
