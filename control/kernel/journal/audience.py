"""Who may see what: the journal and the rows, as the game, its tables and its actions say."""

from __future__ import annotations

from collections.abc import Collection
from functools import cache
from typing import Any

from sqlalchemy import ColumnElement, Select, or_, select, true
from sqlalchemy.orm import object_session

from control.kernel.game import UmpiredGame
from control.kernel.roles import INSIDE, Seat
from control.kernel.rows import ALL_OF_IT, ApartEntry, Base, Confirmation, Entry, JournalEntry, Printing


def audience(*desks: str) -> str:
    """Desks as the journal keeps them: in between spaces, so that one can be looked for. The one that leads is always
    among them, and need not be named."""
    return " " + "".join(f"{desk} " for desk in sorted(set(desks)))


def may_read(game: UmpiredGame, entry: Entry, desk: str) -> bool:
    """Whether a desk may read a journal entry: its own, and what names no audience if it is inside."""
    if isinstance(desk, Seat):
        session = object_session(entry)
        return session is not None and session.scalar(readable_there(game, desk, type(entry), entry.number)) is not None
    if isinstance(entry, ApartEntry):
        return desk in (entry.audience.split() if entry.audience else game.who_is_apart)
    return reads(game, desk, entry.desk, entry.audience)


def reads(game: UmpiredGame, desk: str, made_at: str, named: str | None) -> bool:
    """Whether a desk reads what was entered in the journal at one, for these desks."""
    if desk in (game.leads, made_at):
        return True
    return f" {desk} " in named if named else desk in game.inside


def hears(game: UmpiredGame, desk: str, named: str) -> bool:
    """Whether a desk hears of what stands apart for this audience (empty: those of UmpiredGame.apart), and counts it.
    The desk that leads must look at the latter, which is noted; so it hears nothing of it. Who sees a part of a desk
    hears of what is for that part, of what he did himself, and of what is for all of the desk, if it says so
    (who_hears.shares)."""
    names = named.split()
    if not names or desk not in names:
        return not names and desk in game.apart
    if not isinstance(desk, Seat) or (shares := [one for one in names if one[0] in SHARES]) == []:
        return True
    return not {ALL_OF_IT, *(f".{part}" for part in desk.parts), "=" + "_".join(desk.name.split())}.isdisjoint(shares)


SHARES = ".="
"""With what begins, among the desks that hear of an entry, a part of one or the name of an umpire."""


def desks_named(named: str) -> list[str]:
    """The desks among those that hear of something."""
    return [one for one in named.split() if one[0] not in SHARES]


def readable_there(game: UmpiredGame, seat: Seat, kind: type[Entry], number: int) -> Select[int]:
    """What asks for the number of an entry, if whoever sits there may read it."""
    allowed = readable(game, seat) if kind is JournalEntry else hidden_for(game, seat)
    return select(kind.number).where(kind.number == number, allowed)


def his_share(game: UmpiredGame, seat: Seat, kind: type[Entry]) -> ColumnElement[bool]:
    """What one umpire of a desk may read of what it may: what he did himself, what every desk reads, and what is about
    parts of his and about no others (UmpiredGame.concerning)."""
    shares = [(kind.umpire == seat.name) & (kind.desk == str(seat)), kind.audience == audience(*game.roles)]
    return or_(*shares, game.concerning(kind, seat.parts)) if game.concerning else or_(*shares)


def hidden_for(game: UmpiredGame, desk: str) -> ColumnElement[bool]:
    """What stands apart for an audience that this desk is of."""
    among = ApartEntry.is_for(desk)
    return among & his_share(game, desk, ApartEntry) if isinstance(desk, Seat) else among


def readable(game: UmpiredGame, desk: str) -> ColumnElement[bool]:
    """The same as a condition on the journal."""
    if desk == game.leads:
        return true()
    open_to = [JournalEntry.desk == str(desk), JournalEntry.audience.like(f"% {desk} %")]
    if desk in game.inside:
        open_to.append(JournalEntry.audience.is_(None))
    return or_(*open_to) & his_share(game, desk, JournalEntry) if isinstance(desk, Seat) else or_(*open_to)


def printings_of(game: UmpiredGame, desk: str) -> ColumnElement[bool]:
    """The printings that a desk is told of: the one that leads of all, another of its own, and who sees a part of his
    desk of his own. How many letters were printed tells how many were written."""
    if desk == game.leads:
        return true()
    own = Printing.desk == str(desk)
    return own & (Printing.umpire == desk.name) if isinstance(desk, Seat) else own


def answerable(game: UmpiredGame, desk: str) -> ColumnElement[bool]:
    """What waits for a second umpire is known to the desk that asked and to the one that leads, to nobody else before
    it is done."""
    if isinstance(desk, Seat):
        return (Confirmation.desk == str(desk)) & (Confirmation.umpire == desk.name)
    return true() if desk == game.leads else Confirmation.desk == desk


def entry_as_json(entry: Entry, game: UmpiredGame, desk: str) -> dict[str, Any]:
    """A journal entry as scripts see it; the rows that changed only for those inside."""
    hidden = {"key", "audience", "made_with", "heard_by"} | (set() if desk in game.inside else {"changes"})
    if isinstance(entry, ApartEntry):  # of any other the turn is the moment's
        hidden |= {"after", "turn", "stirs"}
    found = {name: value for name, value in game.as_json(entry).items() if name not in hidden}
    if "changes" in found:
        found["changes"] = shown_changes(game, found["changes"], desk)
    return found


def shown_changes(game: UmpiredGame, changes: list[Any], desk: str) -> list[Any]:
    """The changed rows of an entry that a desk may see, with those of their columns that it may."""
    if desk == game.leads:
        return changes
    if desk not in (*game.inside, *game.apart):
        return []
    found = []
    for change in changes:
        sees, hidden = seen_of(game, change["table"], desk)
        if sees:
            shown = {when: without(change[when], hidden) for when in ("before", "after")}
            found.append({**change, **shown})
    return found


@cache
def seen_of(game: UmpiredGame, table: str, desk: str) -> tuple[bool, frozenset[str]]:
    """Whether a desk sees the rows of a table as they change, and which of their columns it does not."""
    model = game.tables.get(table, Base)
    return desk in game.desks(*(model.seen_by or (INSIDE,))), model.hidden(game, desk)


def without(row: dict[str, Any] | None, hidden: Collection[str]) -> dict[str, Any] | None:
    """A row without the columns that are hidden."""
    return row and ({name: value for name, value in row.items() if name not in hidden} if hidden else row)


def shown_arguments(game: UmpiredGame, action: str, arguments: Any, desk: str) -> Any:
    """The order of an entry as a desk may see it: without what its action hides."""
    if desk == game.leads or action not in game.actions:
        return arguments
    return {name: value for name, value in arguments.items() if name not in game.actions[action].hides}
