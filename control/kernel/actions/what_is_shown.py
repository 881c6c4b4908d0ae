"""Whether an entry changed anything that everybody is shown: what is kept for the public is made anew only then."""

from __future__ import annotations

from functools import cache

from sqlalchemy.orm import Session

from control.kernel.actions.who_hears import whole_rows
from control.kernel.database.keeping import explain
from control.kernel.game import UmpiredGame
from control.kernel.roles import PUBLIC
from control.kernel.rows import Base, Change, Entry


def explain_changes(session: Session, game: UmpiredGame, entry: Entry) -> None:
    """Tell those who keep what is made of the game in which tables an entry changed what everybody is shown, and in
    which it did not."""
    found: dict[str, bool] = {}
    for change in entry.changes:
        table = change["table"]
        found[table] = found.get(table, False) or is_shown(session, game, change)
    explain(session.connection(), found)


def is_shown(session: Session, game: UmpiredGame, change: Change) -> bool:
    """Whether everybody may be shown this change: of a row that is shown, before or after it, and in a column that is,
    unless the row came or went; and where the row cannot say it, by what the game shows of it."""
    model, before, after = game.tables[change["table"]], change["before"], change["after"]
    if before is not None and after is not None and not_shown(game, model).issuperset(before):
        return False
    return any(model.is_shown(row) for row in whole_rows(session, game, change)) and game.shows(session, change)


@cache
def not_shown(game: UmpiredGame, model: type[Base]) -> frozenset[str]:
    """The columns of a table of which everybody is shown nothing."""
    hidden = model.hidden(game, PUBLIC)
    return hidden if model.shown_columns is None else hidden | (model.named_columns().keys() - {*model.shown_columns})
