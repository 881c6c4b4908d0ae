"""Undo: take back an entry by an entry of its own.

It refuses, with the reason, when a later entry depends on what it would take back, and when a die or card was
drawn, unless the desk that leads re-opens it.
"""

from __future__ import annotations

import json
from bisect import bisect_right
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cache
from itertools import groupby
from typing import Any, NamedTuple

from sqlalchemy import (
    ColumnElement,
    Select,
    SQLColumnExpression,
    Table,
    UniqueConstraint,
    and_,
    bindparam,
    func,
    inspect,
    select,
    tuple_,
)
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session, aliased

from control.kernel.actions.action import KERNEL_ACTIONS, Forcible
from control.kernel.actions.registry import key_of_part
from control.kernel.actions.world import Umpire, World
from control.kernel.database.dialects import numbers_in_json
from control.kernel.database.lately import NOT_YET, keep, lately_and_last
from control.kernel.database.reading import asked_once
from control.kernel.errors import NotThisDesk, OrderNotAllowed, OrderNotUnderstood
from control.kernel.game import UmpiredGame, game_in
from control.kernel.journal.audience import may_read
from control.kernel.journal.changes import columns, note_each_step, pointed_to, repeats, row_of, still_kept, tenures
from control.kernel.journal.journal_questions import entry_of, place, undoing_numbers, undone_numbers
from control.kernel.journal.numbering_questions import numbering
from control.kernel.roles import EVERY_DESK, Seat, parts_of
from control.kernel.rows import ApartEntry, Base, Change, Entry, JournalEntry, Touch
from control.kernel.typed import Order, number
from control.kernel.undo.wake import (
    Later,
    Trace,
    ends_a_stretch,
    entries_in_short,
    set_aside,
    trace_of,
    treated,
    wake_of,
    wake_of_one,
)
from control.kernel.wording import all_marks_alike, capital, numbered, quoted


@cache
def actions_that(game: UmpiredGame, what: str) -> tuple[str, ...]:
    """The actions that say so of themselves: that they ``withdraws`` a code, that a stretch ``ends`` with them, or that
    they ``shows`` what was hidden."""
    return tuple(name for name, one in game.actions.items() if what in one.also)


STAYS_AS_IT_IS = "What was done with a code stays done: give another new one instead, or withdraw his own on the rota."
BUT_A_NOTE = "It changed nothing, so there is nothing to take back."
RESTORED = "game.restored"
"""The note that a copy was restored: its rows are the copy's, and there is nothing here to set back."""


def undo_in(game: UmpiredGame) -> type[Order]:
    """What is taken back in a game."""

    class Undo(Forcible):
        __doc__ = f"Which entry to take back; ``force`` is {game.leader}'s reason to re-open one whose die was cast."

        entry: number(-(10**9), 10**9, "the number of a journal entry")

    return Undo


@KERNEL_ACTIONS.add(
    "journal.undo",
    title="Undo",
    order=undo_in,
    desks=(EVERY_DESK,),
    also=("takes_back",),
    formerly=all_marks_alike,
)
def undo(world: World, order: Any) -> str:
    """Take back a journal entry; it stays in the journal, struck through."""
    entry, numbers = entry_of(world.session, order.entry), numbering(world.session, world.umpire.desk)
    if entry is None or (world.apart and not may_read(world.of_game, entry, world.umpire.desk)):
        raise OrderNotUnderstood(f"The journal has no entry {numbers.shown(order.entry)}.", field="entry")
    may_undo(world, entry)
    world.seen_by = entry.audience
    world.stirs = entry.stirs if isinstance(entry, ApartEntry) else None
    taken_back = undone_numbers(world.session, world.apart)
    if entry.number in taken_back:
        raise OrderNotAllowed(f"Entry {numbers.shown(entry.number)} is taken back already.", field="entry")
    take_back(world, entry, taken_back)
    return f"Taken back: entry {numbered(entry.number)}, {quoted(entry.sentence)}"


def take_back(world: World, entry: Entry, taken_back: set[int]) -> None:
    """Set every row that an entry changed back to how it was; ``taken_back`` stand so already. Raises OrderNotAllowed
    if something rests on it."""
    if other := obstacle(world.session, entry, taken_back) or hidden_obstacle(world.session, entry):
        raise OrderNotAllowed(stands_in_the_way(world.session, other, world.umpire), field="entry")
    aside = set_aside(world.of_game, entry)
    if repeats(entry.changes):
        note_each_step(world.session)
    afterwards = world.of_game.undoing(world, entry, taken_back)
    for model, changes in in_steps(world.of_game, entry):
        there = rows_there(world.session, model, changes)
        for change in changes:
            restore(world.session, model, change, there.get(model.key_in(change)), aside)
        try:
            world.session.flush()
        except IntegrityError:  # an undo rests on nothing, so what it took away may have nowhere to come back to
            why = IN_USE if changes[0]["before"] is None else IN_ITS_PLACE
            raise OrderNotAllowed(why.format(noun_of(model.__tablename__)), field="entry") from None
    afterwards()


def entry_in_words(session: Session, entry: Entry, umpire: Umpire) -> str:
    """An entry, with what it says if this umpire may know: other desks' sentences carry what is secret."""
    game, numbers = game_in(session), numbering(session, umpire.desk)
    if may_read(game, entry, umpire.desk):
        said = entry.sentence if entry.undoes is None else numbers.sentence(entry.sentence)
        return f"Entry {numbers.shown(entry.number)}, “{said}”,"
    if isinstance(entry, ApartEntry) or not numbers.told(entry.number):
        return "What was entered at another desk"
    return f"Entry {numbers.shown(entry.number)}, made at {game.called(entry.desk)},"


def may_undo(world: World, entry: Entry) -> None:
    """The desk that leads may take back anything, others their own entries while no die was cast."""
    game, numbers = world.of_game, numbering(world.session, world.umpire.desk)
    if isinstance(world.umpire.desk, Seat) and not may_read(game, entry, world.umpire.desk):
        raise OrderNotUnderstood(f"The journal has no entry {numbers.shown(entry.number)}.", field="entry")
    if world.umpire.desk not in (game.leads, entry.desk):
        where = "there" if entry.desk == game.leads else f"there or by {game.the_leader}"
        raise NotThisDesk(
            f"Entry {numbers.shown(entry.number)} was made at {game.called(entry.desk)}; it is undone {where}.",
            field="entry",
        )
    if entry.action in actions_that(game, "withdraws"):
        raise OrderNotAllowed(STAYS_AS_IT_IS, field="entry")
    if is_but_a_note(entry):
        raise OrderNotAllowed(BUT_A_NOTE, field="entry")
    if entry.action == RESTORED:
        raise OrderNotAllowed(
            "A restore is taken back by another: restore the copy that was kept before it.", field="entry"
        )
    if entry.action in actions_that(game, "shows"):
        world.forbid(
            f"Entry {numbers.shown(entry.number)} showed what was hidden, so it stands. "
            f"{game.leader} may re-open it, with a reason.",
            field="force",
        )
    if entry.dice:
        shown = ", ".join(str(drawn["value"]) for drawn in entry.dice)
        world.forbid(
            f"A die or card was drawn ({shown}), so entry {numbers.shown(entry.number)} stands. "
            f"{game.leader} may re-open it, with a reason.",
            field="force",
        )


def is_but_a_note(entry: Entry | Later) -> bool:
    """Whether an entry only tells of something: that somebody looked, or wrote again what stood there."""
    return isinstance(entry, ApartEntry) and not entry.changes


def obstacle(session: Session, entry: Entry, taken_back: set[int]) -> Entry | None:
    """The first later entry that depends on this one and still stands; the journal's index says where to look.

    What stands apart for those of UmpiredGame.apart is in
    nobody's way, so that no refusal can tell of it; it rests on its like, and the journal on the rows that it made for
    all. What a group of desks hides may be in the way (``hidden_obstacle``), which only whoever tries is told.
    """
    wake = wake_of(session, entry.changes)
    if isinstance(entry, ApartEntry):
        return next((one for one in later_than(session, entry) if wake.reaches(trace_of(session, one.changes))), None)
    number_ = first_near(session, [entry]).get(entry.number)
    gone: set[int] = set()
    while number_ is not None:
        other = session.get_one(JournalEntry, number_)
        standing = number_ not in taken_back and other.undoes is None
        if standing and wake.reaches(trace_of(session, other.changes)):
            return other
        gone = gone or taken_back | undoing_numbers(session)  # a day that is taken back leads past hundreds of them
        number_ = first_near(session, [entry], number_, gone).get(entry.number)
    return None


@asked_once
def hidden_and_standing(session: Session) -> list[tuple[ApartEntry, Trace]]:
    """What groups of desks hide and nobody has taken back, in order, and what it did: whoever looks ahead at a rewind
    asks what of it is in the way of hundreds."""
    hidden = select(ApartEntry).where(ApartEntry.audience.is_not(None), ApartEntry.undoes.is_(None))
    found = list(session.scalars(hidden.order_by(ApartEntry.after, ApartEntry.turn)))
    gone = undone_numbers(session, apart=True) if found else ()
    return [(one, trace_of(session, one.changes)) for one in found if one.number not in gone]


def hidden_obstacle(session: Session, entry: Entry | Later) -> Entry | None:
    """What a group of desks hides and that depends on an entry of the journal, or did it openly as a part of itself."""
    if isinstance(entry, ApartEntry) or not (hidden := hidden_and_standing(session)):
        return None
    wake = wake_of_one(entry.trace if isinstance(entry, Later) else trace_of(session, entry.changes))
    later = ((one, did) for one, did in hidden if one.after >= entry.number)
    return next((one for one, did in later if is_part(entry, one) or wake.reaches(did)), None)


def later_than(session: Session, entry: ApartEntry) -> list[Entry]:
    """What was done after an entry that stands apart and still stands, in order. Of what those of UmpiredGame.apart do
    whatever a group of desks hides may be taken back as if it were not there."""
    its_like = select(ApartEntry).where(ApartEntry.turn > entry.turn, ApartEntry.undoes.is_(None))
    if entry.audience is not None:
        its_like = its_like.where(ApartEntry.audience.is_not(None))
    others = select(JournalEntry).where(JournalEntry.number > entry.after, JournalEntry.undoes.is_(None))
    gone = undone_numbers(session) | undone_numbers(session, apart=True)
    found: list[Entry] = [*session.scalars(its_like), *session.scalars(others)]
    return sorted((one for one in found if one.number not in gone), key=place)


def first_near(
    session: Session, entries: Sequence[Entry], after: int = 0, gone: Collection[int] = ()
) -> dict[int, int]:
    """For each of these entries the first later one (and later than ``after``) that may depend on it: that changed a
    row it changed, points to a row it made, or moved the clock where that matters; those that are ``gone`` do not
    count. One question for all of them."""
    game, first = game_in(session), min(entry.number for entry in entries)
    away = json.dumps([number_ for number_ in gone if number_ > first])  # a page with the newest has few of thousands
    asked = {"entries": [entry.number for entry in entries], "after": after, "gone": away}
    rows = session.execute(nearest(), asked)
    made = {
        (entry.number, change["table"], key_of(row_of(game, change)))
        for entry in entries
        for change in entry.changes
        if change["before"] is None
    } | {(entry.number, *held) for entry in entries for held in tenures(session, entry.changes, moved=True)}
    found: dict[int, list[int]] = {}
    for number_, table, key, changed, touched in rows:
        near = touched if (number_, table, key) in made else changed
        if near is not None:
            found.setdefault(number_, []).append(near)
    for entry in entries:
        since = max(entry.number, after)
        if entry.made_with != game.tables_of and (later := first_of_older(session, entry, since, gone)):
            found.setdefault(entry.number, []).append(later)
        if ends_a_stretch(game, entry.changes):
            which = select(func.min(JournalEntry.number)).where(JournalEntry.number > since)
            next_ = session.scalar(which.where(stands(JournalEntry.number)), {"gone": away})
        elif any(change["table"] in treated(game, "gated") for change in entry.changes):
            next_ = first_after(since, moved(session, first, away))
        elif any(change["table"] in treated(game, "reckoned") for change in entry.changes):
            next_ = first_after(since, moved(session, first, away, "ends"))
        else:
            continue
        if next_ is not None:
            found.setdefault(entry.number, []).append(next_)
    return {number_: min(near) for number_, near in found.items()}


def first_of_older(session: Session, entry: Entry, since: int, gone: Collection[int]) -> int | None:
    """The first entry after ``since`` that rests on a tenure which this one moved. What was entered with older tables
    may be missing from the index: not every tenure was told then that is now."""
    moved_on = {*tenures(session, entry.changes, moved=True)}
    every = entries_in_short(session) if moved_on else ()
    later = (one for one in every if one.number > since and one.number not in gone)
    return next((one.number for one in later if not moved_on.isdisjoint(one.trace.with_the_hall.near)), None)


@asked_once
def moved(session: Session, since: int, gone: str, with_: str = "") -> Sequence[int]:
    """The entries after one with which the game's row moved on, in order, or those of them whose actions say so
    (`actions_that`): a page of the journal asks it of thirty."""
    game = game_in(session)
    which = select(Touch.entry).where(
        Touch.table == game.moves, Touch.entry > since, Touch.changed, stands(Touch.entry)
    )
    if with_:
        made = JournalEntry.action.in_(actions_that(game, with_))
        which = which.join(JournalEntry, JournalEntry.number == Touch.entry).where(made)
    return session.scalars(which.order_by(Touch.entry), {"gone": gone}).all()


def first_after(since: int, numbers: Sequence[int]) -> int | None:
    """The first of these after one; None if there is none."""
    spot = bisect_right(numbers, since)
    return numbers[spot] if spot < len(numbers) else None


GONE = numbers_in_json(bindparam("gone"))
"""Entries that do not count, as a JSON list."""


def stands(number_: SQLColumnExpression[int]) -> ColumnElement[bool]:
    """Whether an entry is none of those that are ``gone``."""
    return number_.bool_op("NOT IN")(GONE)


@cache
def nearest() -> Select[Any]:
    """What the index is asked, put together once: the rows that ``entries`` changed, each with the first later entry
    that changed it, and with the first that changed it or points to it. An undo asks a dozen times."""
    mine, later = aliased(Touch), aliased(Touch)
    since = and_(later.entry > mine.entry, later.entry > bindparam("after"), stands(later.entry))
    first = select(later.entry).where(later.table == mine.table, later.key == mine.key, since)
    first = first.order_by(later.entry).limit(1).correlate(mine)
    return select(
        mine.entry, mine.table, mine.key, first.where(later.changed).scalar_subquery(), first.scalar_subquery()
    ).where(mine.entry.in_(bindparam("entries", expanding=True)), mine.changed)


def key_of(row: tuple[Any, ...]) -> str:
    """The key of a row as the journal's index has it."""
    return " ".join(map(str, row[1:]))


def stands_in_the_way(session: Session, other: Entry, umpire: Umpire) -> str:
    """Why an entry cannot be taken back: another depends on it."""
    return f"{entry_in_words(session, other, umpire)} depends on it. Take that back first."


class WhyNot(NamedTuple):
    """Why an entry cannot be taken back, and whether only because others rest on it: those could go with it."""

    sentence: str = ""
    rests: bool = False


def why_not(session: Session, numbers: list[int], umpire: Umpire, taken_back: set[int]) -> dict[int, WhyNot]:
    """Why this umpire cannot take these entries back, so far as can be told without trying; empty where he may try."""
    told = numbering(session, umpire.desk)
    entries = list(session.scalars(select(JournalEntry).where(JournalEntry.number.in_(numbers))))
    apart = [number_ for number_ in numbers if number_ < 0]
    hidden = list(session.scalars(select(ApartEntry).where(ApartEntry.number.in_(apart)))) if apart else []
    game = game_in(session)
    reasons = {entry.number: WhyNot(at_once(game, entry, umpire, taken_back)) for entry in (*entries, *hidden)}
    open_ = [entry for entry in entries if not reasons[entry.number].sentence]
    blind = taken_back | set(told.unheard)  # what he may not know of stands in his way when he tries, and not before
    rests = resting_first(session, open_, blind, umpire.desk)
    for entry in open_:
        if other := rests[entry.number]:
            first = told.told(other)
            reasons[entry.number] = WhyNot(f"Take back entry {first} first, which rests on it.", True)
        elif whole := next((one for one in hidden if one.number not in taken_back and is_part(entry, one)), None):
            reasons[entry.number] = WhyNot(f"Take back entry {told.shown(whole.number)} instead: this goes with it.")
        else:
            away = stays_away(session, entry) if entry.undoes is not None else ""
            reasons[entry.number] = WhyNot(away or showed(session, entry, umpire))
    return reasons


class Looked(NamedTuple):
    """What was found of the journal up to an entry: for each of these the first later one that rests on it (0 if there
    was none), and how far was looked. Those that were ``gone`` did not count."""

    gone: frozenset[int]
    found: Mapping[int, tuple[int, int]]


def resting_first(session: Session, entries: Sequence[JournalEntry], blind: set[int], desk: str) -> dict[int, int]:
    """For each of these entries the number of the first later one that stands and rests on it; 0 if none does. Those
    in ``blind`` do not count. Whoever looks at the journal asks it of thirty, again and again, so it is looked only at
    what has come since his ``desk`` asked: entries only come behind, and what was found stays as long as none of those
    that were looked at has gone, or come back."""
    if not entries:
        return {}
    gone, of = frozenset(blind | undoing_numbers(session)), ("rests", desk, parts_of(desk))
    before, last, key = lately_and_last(session, of)
    looked: Mapping[int, tuple[int, int]] = {}
    if before.made and all(one > before.number for one in gone ^ before.made.gone):
        looked = before.made.found
    found = {entry.number: looked.get(entry.number, (0, 0)) for entry in entries}
    look_on: dict[int, list[JournalEntry]] = {}
    for entry in entries:
        first, until = found[entry.number]
        if not first and until < last:
            look_on.setdefault(until, []).append(entry)
    is_new = bool(look_on)
    traces = dict[int, Trace]()
    while look_on:
        some = look_on.pop(since := min(look_on))
        near = first_near(session, some, since, gone)
        others = {*near.values()} - traces.keys()
        for number_, changes in session.execute(CHANGES_OF, {"numbers": others}) if others else ():
            traces[number_] = trace_of(session, changes)
        for entry in some:
            other = near.get(entry.number, 0)
            if other and not wake_of(session, entry.changes).reaches(traces[other]):
                look_on.setdefault(other, []).append(entry)  # it only touched the same: the next may rest on it
            else:
                found[entry.number] = (other, last)
    if is_new:
        keep(session.connection().engine, of, NOT_YET, last, key, Looked(gone, {**looked, **found}))
    return {number_: first for number_, (first, _) in found.items()}


CHANGES_OF = select(JournalEntry.number, JournalEntry.changes).where(
    JournalEntry.number.in_(bindparam("numbers", expanding=True))
)


def is_part(entry: Entry | Later, whole: ApartEntry) -> bool:
    """Whether an entry of the journal did openly what is part of one that stands apart."""
    return entry.key == key_of_part(whole.key, whole.after - entry.number)


def why_not_apart(session: Session, umpire: Umpire) -> dict[int, WhyNot]:
    """The same of all that stands apart, so far as can be told at once."""
    gone = undone_numbers(session, apart=True)
    every = session.scalars(select(ApartEntry))
    return {one.number: WhyNot(at_once(game_in(session), one, umpire, gone)) for one in every}


def at_once(game: UmpiredGame, entry: Entry | Later, umpire: Umpire, taken_back: set[int]) -> str:
    """Why an entry cannot be taken back, whatever came after it; empty if nothing speaks against it. Who asks of a part
    of one has looked already whether it may be read."""
    if entry.number in taken_back:
        return "It is taken back already."
    leader = game.the_leader
    if umpire.desk not in (game.leads, entry.desk):
        whose = capital(game.called(entry.desk))
        return f"{whose}{'' if entry.desk == game.leads else f' or {leader}'} undoes it."
    if isinstance(umpire.desk, Seat) and isinstance(entry, Entry) and not may_read(game, entry, umpire.desk):
        return f"Another umpire of {game.called(entry.desk)} or {leader} undoes it."
    if entry.action in actions_that(game, "withdraws"):
        return STAYS_AS_IT_IS
    if is_but_a_note(entry):
        return BUT_A_NOTE
    if entry.action == RESTORED:
        return "Restore the copy that was kept before it."
    if entry.action in actions_that(game, "shows") and umpire.desk != game.leads:
        return f"It showed what was hidden: only {leader} may re-open it."
    if entry.dice and umpire.desk != game.leads:
        return f"A die or card was drawn: only {leader} may re-open it."
    return ""


def showed(session: Session, entry: Entry, umpire: Umpire) -> str:
    """Why an entry on which nothing rests stands by what the game says was shown by it; empty for whoever leads."""
    game = game_in(session)
    told = "" if umpire.desk == game.leads else game.showed(session, entry)
    return f"{capital(told)}: only {game.the_leader} may re-open it." if told else ""


def in_steps(game: UmpiredGame, entry: Entry) -> Iterator[tuple[type[Base], list[Change]]]:
    """The changes of an entry, the last first, in steps that the database can take whole: rows of one table that are
    all made, set or deleted. Where one row of a table can be in the way of another, each is a step of its own."""
    last_first = enumerate(reversed(entry.changes))

    def step(numbered: tuple[int, Change]) -> tuple[Any, ...]:
        number, change = numbered
        own = number if is_in_its_own_way(game.tables[change["table"]]) else 0
        return change["table"], change["before"] is None, change["after"] is None, own

    for (table, *_), steps in groupby(last_first, step):
        yield game.tables[table], [change for _, change in steps]


@cache
def is_in_its_own_way(model: type[Base]) -> bool:
    """Whether a row of a table can point to another of it, or must differ from it in more than its key."""
    table = model.__table__
    assert isinstance(table, Table)
    return (
        any(foreign.column.table is table for foreign in table.foreign_keys)
        or any(column.unique for column in table.columns)
        or any(isinstance(one, UniqueConstraint) for one in table.constraints)
    )


AT_ONCE = 200
"""So many rows are asked for together: there is an end to what a database takes in one question."""


def rows_there(
    session: Session, model: type[Base], changes: Sequence[Mapping[str, Any]]
) -> dict[tuple[Any, ...], Base]:
    """The rows of a table that were changed and are there now, by their keys."""
    keys = [model.key_in(change) for change in changes]
    if len(keys) == 1:
        row = session.get(model, keys[0])
        return {} if row is None else {keys[0]: row}
    of, found = inspect(model).primary_key, dict[tuple[Any, ...], Base]()
    for first in range(0, len(keys), AT_ONCE):
        some = keys[first : first + AT_ONCE]
        wanted = tuple_(*of).in_(some) if len(of) > 1 else of[0].in_([key for (key,) in some])
        found |= {inspect(row).identity or (): row for row in session.scalars(select(model).where(wanted))}
    return found


def restore(session: Session, model: type[Base], change: Change, row: Base | None, aside: Collection[str]) -> None:
    """Set one row, as it is there now, back to how it was. Raises OrderNotAllowed if it is no longer as the entry left
    it; a row of a table that nobody builds on stays as it is now."""
    if change["table"] in aside and moved_on(row, model, change):
        return
    if change["after"] is None:
        if row is not None:
            raise OrderNotAllowed(THERE_AGAIN.format(noun_of(change["table"])), field="entry")
        session.add(model(**still_kept(model, change["before"])))
        return
    if row is None or (change["table"] not in aside and not left_so(row, change["after"])):
        raise OrderNotAllowed(CHANGED_SINCE.format(noun_of(change["table"])), field="entry")
    if change["before"] is None:
        session.delete(row)
    else:
        for name, value in still_kept(model, change["before"]).items():
            setattr(row, name, value)


CHANGED_SINCE = "The {} has changed since; it cannot be set back."
THERE_AGAIN = "There is another {} in its place by now; the one that was taken away does not come back."
NOTHING_TO_BELONG_TO = "The {} that was taken away belongs to what is gone itself; it does not come back without that."
IN_ITS_PLACE = "The {} cannot be set back: what it belongs to is gone, or another has its place."
IN_USE = "The {} cannot go again: something that came back as well belongs to it. Take away that first."


def stays_away(session: Session, entry: Entry) -> str:
    """Why what an undo took away does not come back if that is taken back in its turn; empty if it does. Nothing that
    came after an undo rests on it, so this is asked of the rows. In a rewind a row may go and come again: it is away if
    that was the last of it."""
    game, aside = game_in(session), set_aside(game_in(session), entry)
    last = {(change["table"], *change["key"]): change for change in entry.changes}
    away = sorted(key for key, change in last.items() if change["after"] is None)
    for table, keys in groupby(away, lambda key: key[0]):
        model, rows = game.tables[table], [last[key] for key in keys]
        if table not in aside and rows_there(session, model, rows):
            return THERE_AGAIN.format(noun_of(table))
        wanted = {one for change in rows for one in pointed_to(model, change["before"])} - last.keys()
        for other, those in groupby(sorted(wanted, key=str), lambda one: one[0]):
            held = [{"key": key} for _, *key in those]
            if len(rows_there(session, game.tables[other], held)) < len(held):
                return NOTHING_TO_BELONG_TO.format(noun_of(table))
    return ""


def noun_of(table: str) -> str:
    """What a row of a table is called."""
    return table.replace("_", " ")


def moved_on(row: Base | None, model: type[Base], change: Change) -> bool:
    """Whether a row is no longer as the entry left it, unless it goes with the entry all the same."""
    if change["after"] is None:
        return row is not None
    if row is None:
        return True
    if change["before"] is None and model.goes_with_entry:
        return False
    return not left_so(row, change["after"])


def left_so(row: Base, after: Mapping[str, Any]) -> bool:
    """Whether a row is as an entry left it."""
    now = columns(row)
    return all(now[name] == value for name, value in still_kept(type(row), after).items())
