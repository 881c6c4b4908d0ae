"""Verifying a game: replaying its journal from the scenario must rebuild the same game."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from functools import cache, partial
from pathlib import Path
from typing import Any

from sqlalchemy import Select, inspect, select, update
from sqlalchemy.exc import DBAPIError
from sqlalchemy.orm import Session

from control.kernel.actions.action import Action
from control.kernel.actions.registry import ALL_SENT, carry_out, dice_seed, ready
from control.kernel.actions.world import A_LINE, FIRST_HIDDEN, OF_A_SHELF, Room, Umpire
from control.kernel.chance.chance import Secrets
from control.kernel.chance.dice import Dice, Drawn, RecordedDice
from control.kernel.codes import new_desk_code
from control.kernel.database.store import open_store
from control.kernel.digests import digest_of, hash_of
from control.kernel.errors import ChangedElsewhere, OrderError
from control.kernel.game import UmpiredGame, game_in
from control.kernel.hall.confirmations.confirmations_actions import GIVEN
from control.kernel.journal.changes import add_touches, still_kept
from control.kernel.journal.journal_questions import every_entry, journal_at
from control.kernel.memory import throwing_nothing_away
from control.kernel.proof.proved import REPLAYED, Proved
from control.kernel.roles import STROKE, Seat
from control.kernel.rows import Base, Dated, Desk, Entry, JournalEntry, Serial, Uncounted
from control.kernel.scenarios.scenario_files import files_in
from control.kernel.values import dataclass
from control.kernel.wording import numbered

SECRET = {("game", "seed"), ("game", "secret"), ("game", "cookies"), ("desk", "code")}
"""Columns whose values are never told: whoever reads them rolls the dice of tomorrow, or signs in."""
FILES_OWN = {("game", "begun_with"), ("game", "cookies")}
"""Columns that belong to the file and not to the day: they differ between a game and what it was restored from."""
MOMENT = ("moment", "stretch")
LISTED = {"dice": {"what", "value", "thrown"}, "changes": {"table", "key", "before", "after"}}
"""What an entry lists, and what is said of each."""
DOCUMENTS = {"arguments": dict, "dice": list, "changes": list}
"""The columns of an entry that are JSON."""
LARGEST = 2**63
"""Numbers are smaller, or no database takes them."""
AT_ONCE = 100
"""So many entries are played again in one transaction: of one that comes out otherwise nothing is kept anyway."""


@dataclass(frozen=True)
class Verdict:
    """Whether the replay came out the same; ``differences`` say where it did not, the first entry first. So many of
    the entries were ``proved`` before; so many ``processes`` each replayed a part."""

    entries: int
    differences: tuple[str, ...]
    proved: int = 0
    processes: int = 1

    @property
    def same(self) -> bool:
        """Whether nothing differs."""
        return not self.differences


@throwing_nothing_away()
def verify(room: Room, proved: Proved | None = None) -> Verdict:
    """Replay the journal of a game from its scenario into a game of its own, and compare both; with what was ``proved``
    before, from there on, if the journal still begins with just that."""
    with tempfile.TemporaryDirectory() as folder:
        copied = Path(folder) / "replay.db"
        verdict = replayed(room, copied, proved)
        if proved and verdict.same:
            proved.keep(copied)
    return verdict


def replayed(room: Room, to: Path, begins: Proved | None) -> Verdict:
    """What comes out if the journal is replayed into that file, which is not there yet: from what it ``begins`` with,
    if that is how this very journal begins, else from the scenario."""
    with room.store.read() as session:
        game = room.game.row.only(session)
        codes = {desk.key: desk.code for desk in session.scalars(select(Desk))}
        chance = Secrets(seed=game.seed, cookies=game.secret, codes=codes)
        try:
            journal = every_entry(session)
        except (ValueError, DBAPIError):  # what is no JSON any more, or no text
            return Verdict(journal_at(session), ("The journal cannot be read: part of it was written over.",))
        if torn := [f"{of_its_own(entry)} cannot be read: {name}." for entry in journal if (name := torn_in(entry))]:
            return Verdict(len(journal), tuple(torn))
        scenario = at_the_start(session, room, journal)
        kept = rows(session)  # of the same moment: other desks may go on meanwhile
        session.expunge_all()
    before = begins.put_at(to, journal) if begins else 0
    store = open_store(to, passing=True)
    again = Room(store, scenario) if before else room.game.begin(store, scenario, chance, game)
    try:
        differences = replay(again, journal, before)
        differences = differences or compare(*alike(room, journal, kept, rows_of(again))) or broken(room)
    finally:
        again.store.close()
    return Verdict(len(journal), tuple(differences), before)


def torn_in(entry: Entry) -> str:
    """Which column of an entry has not in it what an entry has there, as in a damaged file; empty if none."""
    for column in inspect(type(entry)).columns:
        value, kind = getattr(entry, column.key), DOCUMENTS.get(column.key) or column.type.python_type
        if value is None and column.nullable:
            continue
        if type(value) is not kind or (isinstance(value, int) and abs(value) >= LARGEST):
            return str(column.key)
    for name, told in LISTED.items():
        if not all(isinstance(one, dict) and one.keys() == told for one in getattr(entry, name)):
            return name
    return "" if all(map(names_a_row, entry.changes)) else "changes"


def names_a_row(change: dict[str, Any]) -> bool:
    """Whether a change says of which row it is, and what was in it and is."""
    kinds = [type(change["table"]), type(change["key"]), type(change["before"] or {}), type(change["after"] or {})]
    return kinds == [str, list, dict, dict] and all(isinstance(part, str | int) for part in change["key"])


def of_its_own(entry: Entry) -> str:
    """An entry, by its number and what it did."""
    return f"Entry {numbered(entry.number)} ({entry.action})"


def broken(room: Room) -> list[str]:
    """What is not as it must be, whatever was done."""
    with room.store.read() as session:
        return [f"As the game stands, {found.then}." for found, _ in room.game.invariants.broken(session)]


def at_the_start(session: Session, room: Room, journal: list[Entry]) -> Any:
    """The scenario as it was before anybody changed one of its files."""
    files: dict[str, str | None] = dict(files_in(session))
    for entry in reversed(journal):
        for change in entry.changes:
            if change["table"] == "scenario_file":
                files[change["key"][0]] = (change["before"] or {}).get("text")
    first = {path: text for path, text in files.items() if text is not None}
    if digest_of({path: hash_of(text) for path, text in first.items()}) in ("", room.scenario.digest):
        return room.scenario
    return room.game.files(room.scenario.key, first)


def replay(room: Room, journal: list[Entry], done: int = 0) -> list[str]:
    """Perform the entries once more, but for the first that are ``done``; what differs in the first entry that comes
    out otherwise."""
    with room.store.read() as session:
        game = room.game.row.only(session)
        seed, replayed = game.seed, (*REPLAYED, *MOMENT)
    older = max((spot for spot, entry in enumerate(journal, 1) if entry.made_with != room.game.tables_of), default=0)
    hushed = 0
    due: list[Entry] = []
    sent = {entry.key: entry.number for entry in journal[: max(done, older)]}
    for spot, entry in enumerate(journal, 1):
        if trouble := rolled_otherwise(entry, seed, hushed):
            return played_again(room, due, replayed, sent) or [trouble]
        hushed += isinstance(entry, JournalEntry) and entry.heard_by is not None
        if spot <= done:
            continue
        if spot <= older:
            if trouble := taken_over(room, entry):
                return [trouble]
            continue
        due.append(entry)
        if older or len(due) == AT_ONCE:
            if found := played_again(room, due, replayed, sent, after_older=older > 0):
                return found
            due = []
    return played_again(room, due, replayed, sent)


class Apart(Exception):
    """An entry came out otherwise, a sentence: nothing of the transaction is kept."""


def played_again(
    room: Room, entries: list[Entry], columns: Iterable[str], sent: dict[str, int], after_older: bool = False
) -> list[str]:
    """Perform these entries once more, in one transaction, after those that were ``sent`` with these keys; what differs
    in the first that comes out otherwise. Each finds what those before it have written, as it did then, and nothing
    that a session has at hand but where the game stands: with rows at hand it would write in other steps."""
    entry = None
    try:
        with room.store.write() as session:
            session.info[ALL_SENT] = sent
            for entry in entries:
                once_more = partial(performed, session, room, entry, columns)
                if trouble := whoever_it_was(session, room, entry, once_more):
                    raise Apart(trouble)
                with_nothing_at_hand(session)
    except Apart as apart:
        return [str(apart)]
    except ChangedElsewhere as error:
        assert entry
        # how often a row was touched is not in the journal: after older entries its version is not known
        trouble = taken_over(room, entry) if after_older else refused(entry, error)
        sent[entry.key] = entry.number
        return [trouble] if trouble else []
    except OrderError as error:
        assert entry
        return [refused(entry, error)]
    return []


def performed(session: Session, room: Room, entry: Entry, columns: Iterable[str], umpire: Umpire) -> str:
    """Perform an entry once more as done by that umpire; what differs, in a sentence."""
    wanted, order = ready(room, umpire, entry.action, entry.arguments, form=False)
    dice = RecordedDice(Drawn(**drawn) for drawn in entry.dice)
    again = carry_out(session, room, umpire, wanted, order, entry.key, dice, entry.at)
    say_as_then(session, entry, again, words_of_then(room.game, wanted))
    return came_out_otherwise(entry, again, columns)


def with_nothing_at_hand(session: Session) -> None:
    """Let a session that writes go of all rows."""
    session.flush()
    session.expunge_all()
    session.held.clear()  # type: ignore[attr-defined]


def whoever_it_was(session: Session, room: Room, entry: Entry, once_more: Callable[[Umpire], str]) -> str:
    """What differs if an entry is performed ``once_more``. The journal does not say whether an umpire who has a place
    of his own at a desk did it there for all of the desk or for what he minds of it: if not the one, it was the other.
    Raises OrderError if it is refused."""
    whole, seat = Umpire(entry.umpire, entry.desk), own_seat(session, room, entry)
    if seat is None:
        return once_more(whole)
    sent: dict[str, int] = session.info.get(ALL_SENT, {})
    known = len(sent)
    refused_as_whole: OrderError | None = None
    with session.begin_nested() as step:
        try:
            trouble = once_more(whole)
        except OrderError as error:
            trouble, refused_as_whole = error.sentence, error
        if not trouble:
            return ""
        step.rollback()
    while len(sent) > known:
        sent.popitem()
    with_nothing_at_hand(session)
    with suppress(OrderError):
        if not once_more(seat):
            return ""
    if refused_as_whole:
        raise refused_as_whole
    return trouble


def own_seat(session: Session, room: Room, entry: Entry) -> Umpire | None:
    """Who did an entry, as he sits at a place of his own; None if he had none there."""
    if entry.desk not in room.game.shared_out:
        return None
    own = select(Desk.key).where(Desk.key.startswith(f"{entry.desk}{STROKE}"), Desk.name == entry.umpire)
    if session.scalar(own.limit(1)) is None:
        return None
    parts = room.game.parts_minded(session, entry.desk, entry.umpire)
    return None if parts is None else Umpire(entry.umpire, Seat(entry.desk, entry.umpire, parts))


def words_of_then(game: UmpiredGame, wanted: Action) -> list[Callable[[str], str]]:
    """What brings the words of an action now and before to the same (Action.formerly). Whoever confirms what another
    asked for says what that says."""
    confirmed = [one for one in game.actions.values() if one.critical] if wanted.name == GIVEN else []
    return [one.formerly for one in (wanted, *confirmed) if one.formerly]


def say_as_then(session: Session, entry: Entry, again: Entry, formerly: Iterable[Callable[[str], str]]) -> None:
    """Let the replay say what the journal has, where only the words of its action are others now, for an undo quotes
    it, or where its order has come by a field since."""
    then: dict[str, Any] = {}
    if entry.sentence != again.sentence and any(said(entry.sentence) == said(again.sentence) for said in formerly):
        then["sentence"] = entry.sentence
    if again.arguments.keys() > entry.arguments.keys() and {**again.arguments, **entry.arguments} == again.arguments:
        then["arguments"] = entry.arguments
    if then:
        session.execute(update(type(again)).filter_by(number=again.number).values(**then))


def came_out_otherwise(entry: Entry, again: Entry, columns: Iterable[str]) -> str:
    """Where an entry differs from its replay, in a sentence; empty if it does not."""
    for name in columns:
        if getattr(entry, name) != getattr(again, name) and (said := told(name, entry, again)):
            return f"Entry {numbered(entry.number)} ({entry.action}), {name}: {said}"
    return ""


def refused(entry: Entry, error: OrderError) -> str:
    """An entry that the replay refuses."""
    return f"Entry {numbered(entry.number)} ({entry.action}) is refused in the replay: {error.sentence}"


def told(name: str, entry: Entry, again: Entry) -> str:
    """How an entry differs from its replay, without what must stay secret; empty if only the order of its rows does,
    which another version of the program may write down otherwise."""
    if name != "changes":
        return f"the journal has {getattr(entry, name)!r}, the replay {getattr(again, name)!r}."
    one, other = ({(each["table"], *each["key"]): each for each in made.changes} for made in (entry, again))
    for key in [*one, *other]:
        for when in ("before", "after"):
            kept, rebuilt = ((changes.get(key) or {}).get(when) for changes in (one, other))
            if kept != rebuilt:
                lines = columns_apart(key, kept or {}, rebuilt or {})
                return f"{when} it, {lines[0]}" if lines else f"{when} it, {called(key)} was there in only one of both."
    return ""


def taken_over(room: Room, entry: Entry) -> str:
    """Take an entry over as the journal has it, not played again: it was made by an older version of the program, whose
    rules and tables were others. What it says of the rows before it must be true; what is not is told."""
    tables = room.game.tables
    with room.store.write() as session:
        for change in entry.changes:
            model, key, before, after = tables[change["table"]], change["key"], change["before"], change["after"]
            row = session.get(model, model.key_in(change))
            if model.is_another_by_now(row, change):
                continue
            for name, value in still_kept(model, before or {}).items():
                if row is None or getattr(row, name) != value:
                    return (
                        f"Entry {numbered(entry.number)} ({entry.action}) does not follow from those before it: "
                        f"{called((change['table'], *key))} was otherwise ({name})."
                    )
            known = still_kept(model, after or {})
            if model is Desk and (row is None or known.get("issue")):  # no journal has a code (SECRET_COLUMNS)
                seed = room.game.row.only(session).seed
                known["code"] = new_desk_code(seed, key[0], known.get("issue", 0))
            if row is None and issubclass(model, Dated):  # an older one kept it in columns that are gone
                known = {"moment": entry.moment, "stretch": entry.stretch, **known}
            if row is None and issubclass(model, Uncounted):  # an older one was in the order of its number
                known = {"line": key[0], **known}
            if row is None and after is not None:
                session.add(model(**known))
                count_on(session, model, key, known.get("line", 0))
            elif row is not None and after is None:
                session.delete(row)
            elif row is not None:
                for name, value in known.items():
                    setattr(row, name, value)
            session.flush()
        copied = type(entry)(**entry.as_dict())
        session.add(copied)
        session.flush()
        add_touches(session, copied)
    return ""


def count_on(session: Session, model: type[Base], key: Sequence[Any], line: int = 0) -> None:
    """Let the game count on behind a row that was taken over or typed in, as if it had numbered it (World.number)."""
    given = {}
    if len(key) == 1 and isinstance(key[0], int) and 0 < key[0] < FIRST_HIDDEN:
        given[serial_of(model, key[0])] = key[0]
    if issubclass(model, Uncounted) and 0 < line < FIRST_HIDDEN:
        given[f"{model.__tablename__}{A_LINE}"] = line
    for name, number in given.items():
        serial = session.get(Serial, name)
        if serial is None:
            session.add(Serial(name=name, last=number))
        else:
            serial.last = max(serial.last, number)


def serial_of(model: type[Base], number: int) -> str:
    """What counts the row of that number (World.number)."""
    shelf = number // OF_A_SHELF if model.on_shelves else 0
    return f"{model.__tablename__}/{shelf}" if shelf else model.__tablename__


def rolled_otherwise(entry: Entry, seed: str, hushed: int) -> str:
    """What an entry says was rolled here, if the game's seed does not roll it; empty if it does. So many before it
    were ``hushed``: only some desks may know of them."""
    dice = Dice(seed=dice_seed(seed, entry.number - (hushed if entry.number > 0 else 0)))
    for drawn in entry.dice:
        if drawn["thrown"]:
            continue
        due = dice.d6(drawn["what"]) if isinstance(drawn["value"], int) else dice.card(drawn["what"])
        if due != drawn["value"]:
            return f"Entry {numbered(entry.number)} says that {drawn['value']} was rolled, where the seed gives {due}."
    return ""


def alike(room: Room, journal: list[Entry], *games: dict[tuple[Any, ...], Any]) -> list[dict[tuple[Any, ...], Any]]:
    """The rows of games, as far as they can be compared: after entries of an older version, which are not played again,
    how often a row was changed and what numbers were given is not known."""
    if all(entry.made_with == room.game.tables_of for entry in journal):
        return list(games)
    return [
        {
            key: {name: value for name, value in row.items() if name != "version"}
            for key, row in game.items()
            if key[0] not in ("serial", "touch", "touch_apart")
        }
        for game in games
    ]


def rows_of(room: Room) -> dict[tuple[Any, ...], dict[str, Any]]:
    """Every row of a game but the journal."""
    with room.store.read() as session:
        return rows(session)


def rows(session: Session) -> dict[tuple[Any, ...], dict[str, Any]]:
    """Every row but those of the journal, by table and key."""
    found: dict[tuple[Any, ...], dict[str, Any]] = {}
    session.flush()
    for name, model in game_in(session).tables.items():
        if not issubclass(model, Entry):
            question, names, key = all_of(model)
            for values in session.execute(question):
                row = dict(zip(names, values, strict=True))
                found[(name, *(row[one] for one in key))] = row
    return found


@cache
def all_of(model: type[Base]) -> tuple[Select[Any], tuple[str, ...], tuple[str, ...]]:
    """What asks for every row of a table, with the names of its columns and those of its key."""
    table = model.__table__
    columns = [column for column in inspect(model).columns if column.table is table]
    return select(*columns), tuple(column.key for column in columns), tuple(column.name for column in table.primary_key)


def compare(kept: dict[tuple[Any, ...], Any], rebuilt: dict[tuple[Any, ...], Any]) -> list[str]:
    """What differs between two games, a line for each row."""
    found = []
    for key in sorted(kept.keys() | rebuilt.keys(), key=str):
        if key not in kept or key not in rebuilt:
            found.append(f"{called(key)}: {'only the replay' if key in rebuilt else 'only the game'} has it.")
        elif lines := columns_apart(key, kept[key], rebuilt[key]):
            found.append(" ".join(lines))
    return found


def columns_apart(key: tuple[Any, ...], kept: dict[str, Any], rebuilt: dict[str, Any]) -> list[str]:
    """The columns in which a row differs, a sentence for each; of secret ones only that they do."""
    return [
        f"{called(key)}, {name}: they differ."
        if (key[0], name) in SECRET
        else f"{called(key)}, {name}: the game has {kept.get(name)!r}, the replay {rebuilt.get(name)!r}."
        for name in sorted(kept.keys() | rebuilt.keys())
        if kept.get(name) != rebuilt.get(name) and (key[0], name) not in FILES_OWN
    ]


def called(key: tuple[Any, ...]) -> str:
    """A row by its table and key."""
    return " ".join(str(part) for part in key)
