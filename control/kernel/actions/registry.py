"""The registry of actions: everything that changes the game goes through `perform`.

An action has a name, typed arguments, the desks that may do it, and one function. It says what happens to its
`World` and returns one sentence for the chronicle; `perform` alone knows about transactions, permission,
doubles and the journal.
"""

from __future__ import annotations

import contextlib
import hashlib
import secrets
from collections.abc import Iterable, Iterator, Sequence
from copy import copy
from dataclasses import asdict
from functools import cached_property
from typing import Any, TypeVar

from sqlalchemy import bindparam, select, union_all
from sqlalchemy.orm import Session, make_transient_to_detached
from sqlalchemy.orm.strategy_options import _AbstractLoad

from control.kernel import steady
from control.kernel.actions.action import KERNEL_ACTIONS, Action
from control.kernel.actions.form_keys import opened_in
from control.kernel.actions.slips import Entered, Slip, ask_once
from control.kernel.chance.dice import Dice, RecordedDice
from control.kernel.database.reading import row_of
from control.kernel.database.store import Store
from control.kernel.errors import (
    ChangedElsewhere,
    NotThisDesk,
    OrderError,
    OrderNotAllowed,
    OrderNotUnderstood,
    did_you_mean,
)
from control.kernel.game import UmpiredGame, game_of
from control.kernel.journal.audience import audience, desks_named
from control.kernel.journal.changes import ChangeLog, add_touches, into, pointed_to
from control.kernel.journal.journal_questions import orders_of_others, undone_numbers
from control.kernel.journal.moment import Moment, go_on, moment_of_entry
from control.kernel.journal.numbering_questions import numbering
from control.kernel.roles import APART, STROKE, Seat, bits_of
from control.kernel.rows import (
    ApartEntry,
    Base,
    Change,
    Confirmation,
    Desk,
    Entry,
    Game,
    JournalEntry,
    Serial,
    Uncounted,
)
from control.kernel.scenarios.scenario_files import digest_in, files_in
from control.kernel.typed import Order, read, text
from control.kernel.values import dataclass
from control.kernel.wording import OF_A_GROUP

PLAYER = "player"
"""Where a player acts who has no desk: with a code that his paper gives him."""


class Room:
    """A running control room: where the game is kept and the scenario it is played by.

    The game carries its scenario. ``keep_up`` reads it anew when one of its files was changed, here or by another
    program; whoever works with the room does so first, within the session that it works with.
    """

    def __init__(self, store: Store, scenario: Any) -> None:
        self.store = store
        self.scenario = scenario
        self._mark: Any = self  # anything but a mark: what the game carries was not looked at yet

    @property
    def game(self) -> UmpiredGame:
        """The game that is played here."""
        return game_of(self.scenario)

    def keep_up(self, session: Session, now: Moment) -> Any:
        """The scenario as it is in this session, which sees this moment."""
        if now.scenario != self._mark:
            if digest_in(session) not in ("", self.scenario.digest):
                self.scenario = self.game.files(now.game.scenario, files_in(session))
            self._mark = now.scenario
        return self.scenario


@dataclass(frozen=True)
class Umpire:
    """Who acts: a person's name and the desk (a key of the game's roles) they sit at."""

    name: str
    desk: str


class Forcible(Order):
    """An order that the desk which leads may force against a rule, giving a reason that the journal keeps."""

    force: text("the reason for forcing it", label="Reason to force it") = ""


Row = TypeVar("Row", bound=Base)
OF_A_SHELF = 1000
FIRST_HIDDEN, LAST_HIDDEN = 100_000, 999_999
"""Between these lie the numbers that are given to rows so that nobody can count them."""
LAST_DRAWN = 10**9
"""Up to here, where there are many rows and nobody calls their numbers out."""
A_LINE = "/line"
"""With what the name ends of the count of places among all rows of a table (Uncounted)."""


def is_hidden(number: int) -> bool:
    """Whether a row of this number was made by what a group of desks hides from the others."""
    return number >= FIRST_HIDDEN


OWN_PLACE = select(Desk.__table__.c.key).where(Desk.__table__.c.key.contains(STROKE)).limit(1)
"""A place that an umpire has of his own, if anybody has one. Whoever counts rows asks this, so it is a statement that
stands ready."""


class World:
    """What an action works on: the rows, the scenario, the dice, and the moment (``at``, as the journal
    keeps it: no action looks at a clock of its own, or a replay would come out otherwise).

    ``entry`` is the number of the journal entry this becomes (it comes ``after`` that one of the journal), ``seen_by``
    who may read it (kernel/journal/audience.py). What stands ``apart`` (its number is below zero) gives the rows that
    others see none of their numbers; it may be ``hidden`` by a group of desks, and ``stirs`` others (ApartEntry).
    """

    after = 0
    hidden = False
    key = ""
    counted = 0
    stirs: str | None = None

    def __init__(
        self,
        session: Session,
        scenario: Any,
        dice: Dice,
        umpire: Umpire,
        force: str,
        at: str = "",
        entry: int = 0,
        seen_by: str | None = None,
    ) -> None:
        self.session = session
        self.scenario = scenario
        self.dice = dice
        self.umpire = umpire
        self.force = force
        self.at = at
        self.entry = entry
        self.seen_by = seen_by
        self.forced = False
        self._given = 0
        self._drawn: dict[str, int] = {}
        self._taken: set[int] = set()
        self.of_game = game_of(scenario)
        self.game = Game.only(session)

    @property
    def apart(self) -> bool:
        """Whether what is done here stands apart."""
        return self.entry < 0

    @property
    def two_umpires(self) -> bool:
        """Whether what is critical waits for a second umpire here."""
        return True

    @property
    def leading(self) -> bool:
        """Whether the desk which leads acts."""
        return self.umpire.desk == self.of_game.leads

    def get(
        self,
        model: type[Row],
        key: Any,
        field: str,
        version: int | None = None,
        beside: Sequence[_AbstractLoad] = (),
        gone: str = "",
    ) -> Row:
        """A row by its key, with the rows ``beside`` it that are asked for. Raises OrderNotUnderstood at ``field`` if
        there is none (with near names, or what a colleague may have done with it, where rows go and everybody here may
        know: ``gone``), and ChangedElsewhere if it is no longer the ``version`` that the form showed.
        """
        row = row_of(self.session, model, key, *beside) if beside else self.session.get(model, key)
        noun = model.__tablename__.replace("_", " ")
        if row is None:
            near = f" {gone}" if gone else self._near(model, key) if isinstance(key, str) else ""
            raise OrderNotUnderstood(f'There is no {noun} "{key}".{near}', field=field)
        if version is not None and version != row.version:  # type: ignore[attr-defined]
            raise ChangedElsewhere(
                f"This {noun} was changed at another desk since you opened it. Look at it as it is now, "
                "then decide again.",
                field=field,
            )
        return row

    def called(self, model: type[Any], key: str) -> str:
        """What a thing is called that an order names where it does not belong; in quotes as it was sent if there is
        none."""
        row = self.session.get(model, key)
        return f'"{key}"' if row is None else str(row.name)

    def _near(self, model: Any, key: str) -> str:
        """Which row may have been meant: by its name where a name was typed, else by its key; by its key too where the
        name is right, since an order asks for that."""
        if key == key.lower() or not hasattr(model, "name"):
            return did_you_mean(key, self.session.scalars(select(model.id)))
        keys = {name: one for one, name in self.session.execute(select(model.id, model.name))}
        return did_you_mean(key, [keys[key]] if key in keys else keys)

    def new(self, model: type[Row], *, shelf: int = 0, **columns: Any) -> Row:
        """A new row with the next number of its kind, on a ``shelf`` of its own if it has one. Who makes it
        and when it says by itself, where it has columns for that and nothing else is given."""
        made = {name: value for name, value in self.now().items() if name in model.__mapper__.column_attrs}
        if self.counts_for_nobody(model.__tablename__) and "entry" in made:
            made["entry"] = 0
        kind = model.__tablename__
        if issubclass(model, Uncounted):
            columns["line"] = self.number(kind) if self.hidden or self.apart else self.next_of(f"{kind}{A_LINE}")
            of = [str(columns.get(name)) for name in model.whose]
            if self.hidden or self.apart:
                columns.setdefault("id", columns["line"])
            elif model.drawn or self.shared_out:
                columns["id"] = self.drawn_number(model, of)
        if "id" not in columns:
            columns["id"] = self.number(kind, shelf)
        row = model(**{**made, **columns})
        self.session.add(row)
        return row

    def now(self) -> dict[str, Any]:
        """What rows keep of the moment, by their columns."""
        done = {"entry": self.entry, "at": self.at, "umpire": self.umpire.name, "desk": str(self.umpire.desk)}
        return {**done, **self.of_game.moment(self.game)._asdict()}

    def number(self, kind: str, shelf: int = 0) -> int:
        """The next number for a new row of this kind; never given twice. Rows that only some desks see may be counted
        on a ``shelf`` of their own, from so many thousands. What stands apart takes none of those from
        which others could count: theirs lie below zero, in no order that anybody but the seed knows; what a group
        of desks hides, of which it sees the pages, lies far above."""
        if self.hidden:
            return self.hidden_number(kind)
        if self.counts_for_nobody(kind):
            self._given += 1
            drawn = hashlib.sha256(f"{self.game.seed}/{self.entry}/{kind}/{self._given}".encode()).hexdigest()
            return -1 - int(drawn[:7], 16)
        return self.next_of(f"{kind}/{shelf}", shelf * OF_A_SHELF) if shelf else self.next_of(kind)

    def next_of(self, name: str, after: int = 0) -> int:
        """The next number of a count of this name, the first of which comes ``after`` that."""
        serial = self.session.get(Serial, name)
        if serial is None:
            serial = Serial(name=name, last=after)
            self.session.add(serial)
        serial.last += 1
        return serial.last

    def hidden_number(self, kind: str, quiet: bool = False) -> int:
        """A number that nobody can count; the same when the journal is played again. That of a ``quiet`` row goes by
        the key of its entry, for the next entry of all desks may be counted as this one is; so does that of any once
        somebody sees a part of a desk, for he counts otherwise than the desk does."""
        self._given += 1
        for tried in range(1000):
            of = self.key if quiet or self.shared_out else self.counted
            drawn = hashlib.sha256(f"{self.game.seed}/{kind}/{of}/{self._given}/{tried}".encode()).digest()
            number = FIRST_HIDDEN + int.from_bytes(drawn[:8]) % (LAST_HIDDEN - FIRST_HIDDEN)
            if self.session.get(self.of_game.tables[kind], number) is None:
                return number
        raise OverflowError(f"no number is left for a hidden {kind}")

    @cached_property
    def shared_out(self) -> bool:
        """Whether somebody at a desk has a code of his own, and sees a part of what it sees."""
        self.session.flush()
        return self.session.connection().scalar(OWN_PLACE) is not None

    def drawn_number(self, model: type[Base], of: Iterable[str] = ()) -> int:
        """A number for a row of these: it goes by the key of its entry and by how many rows of theirs came before in
        it, and so tells nothing of what others have there."""
        name = "/".join((model.__tablename__, *of))
        last = LAST_DRAWN if getattr(model, "drawn", False) else LAST_HIDDEN
        while True:
            self._drawn[name] = self._drawn.get(name, 0) + 1
            drawn = hashlib.sha256(f"{self.key}/{name}/{self._drawn[name]}".encode()).digest()
            number = FIRST_HIDDEN + int.from_bytes(drawn[:8]) % (last - FIRST_HIDDEN)
            with self.session.no_autoflush:
                if number not in self._taken and self.session.get(model, number) is None:
                    self._taken.add(number)
                    return number

    def counts_for_nobody(self, kind: str) -> bool:
        """Whether the rows of a table that are made here must not count where others see the table."""
        return self.apart and self.of_game.tables[kind].seen_by != (APART,)

    @property
    def replays(self) -> bool:
        """Whether the journal is played again: what was entered before something came to be refused stands."""
        return isinstance(self.dice, RecordedDice)

    def forbid(self, sentence: str, *, field: str = "", ruling: str = "") -> None:
        """Refuse what a rule forbids, unless the desk which leads forces it with a reason."""
        self.refuse(OrderNotAllowed(sentence, field=field, ruling=ruling))

    def refuse(self, error: OrderNotAllowed) -> None:
        """The same, where the error is there already."""
        if not self.force:
            raise error
        if not self.leading:
            raise OrderNotAllowed(
                f"{error.sentence} Only {self.of_game.the_leader} may force it.", field=error.field, ruling=error.ruling
            )
        self.forced = True


def find(game: UmpiredGame, name: str) -> Action:
    """The action of that name. Raises OrderNotUnderstood with near names."""
    if name not in game.actions:
        raise OrderNotUnderstood(f'There is no action "{name}".{did_you_mean(name, game.actions)}', field="action")
    return game.actions[name]


def perform(
    room: Room,
    umpire: Umpire,
    name: str,
    data: Any,
    *,
    key: str = "",
    form: bool = False,
    dice: Dice | None = None,
    at: str = "",
) -> Entry:
    """Run one action: its changes and its journal entry are kept together or not at all.

    ``data`` is an order or what to read it from; ``key`` names this attempt, so that the same form sent twice
    acts once and answers with the first entry; that of a form which was opened in another stretch of the game is
    refused. Raises OrderError kinds; then nothing was changed.
    """
    wanted, order = ready(room, umpire, name, data, form)
    with room.store.write() as session:
        of_this_stretch(session, room, name, key)
        return carry_out(session, room, umpire, wanted, order, key, dice, at)


def perform_all(
    room: Room, umpire: Umpire, name: str, orders: Iterable[Any], *, key: str = "", form: bool = False
) -> list[Entry]:
    """Run one action for each of these orders: an entry for each, and all are kept or none.

    Raises the first OrderError, its field seen from the list (``3.route.0``), with those of the other orders in
    ``more``; then nothing was changed.
    """
    steps = ((name, data, f"{key}/{spot}" if key else "") for spot, data in enumerate(orders))
    return perform_together(room, umpire, steps, form=form)


def perform_together(
    room: Room, umpire: Umpire, steps: Iterable[tuple[str, Any, str]], *, form: bool = False
) -> list[Entry]:
    """Run these actions one after the other in one transaction, each given as its name, its order and its key: an
    entry for each, and all are kept or none. Raises as `perform_all` does."""
    wrong: list[OrderError] = []
    done: list[Entry] = []
    with contextlib.suppress(Withdrawn), room.store.write() as session:
        for spot, (name, data, key) in enumerate(steps):
            of_this_stretch(session, room, name, key)  # once for all of them
            try:
                wanted, order = ready(room, umpire, name, data, form)
                with session.begin_nested():
                    done.append(carry_out(session, room, umpire, wanted, order, key, None, ""))
            except OrderError as error:
                wrong.append(error.at(str(spot)))
        if wrong:
            raise Withdrawn
    if wrong:
        wrong[0].more += wrong[1:]
        raise wrong[0]
    return done


class Withdrawn(Exception):
    """Inside `perform_together`: something was wrong, so nothing is kept."""


def ready(room: Room, umpire: Umpire, name: str, data: Any, form: bool) -> tuple[Action, Order]:
    """The action of that name and its order, if this umpire may do it and it can be read. Raises OrderError kinds."""
    wanted = find(room.game, name)
    if umpire.desk not in wanted.desks:
        where = ", ".join(room.game.called(desk) for desk in room.game.roles if desk in wanted.desks)
        raise NotThisDesk(f"“{wanted.title}” is done at {where}, not here.")
    return wanted, data if isinstance(data, Order) else read(wanted.order, data, form=form)


JOURNALS = [kind.__table__.c for kind in (JournalEntry, ApartEntry)]
SENT = union_all(*(select(one.number).where(one.key == bindparam("key")) for one in JOURNALS))
"""The number of the entry that a form made when it came before."""
ALL_SENT = "all that was sent"
"""Where the session of a replay has the numbers of all entries by their keys: it wrote them down itself."""
UNDO = "journal.undo"


def sent_before(session: Session, key: str) -> int | None:
    """The number of the entry that a form with this key made when it came before."""
    known: dict[str, int] | None = session.info.get(ALL_SENT)
    return session.scalar(SENT, {"key": key}) if known is None else known.get(key)


def stands_apart(world: World, wanted: Action, order: Order, waits: bool) -> tuple[bool, str | None]:
    """Whether what is asked stands apart, and the audience that it is hidden among, if it is; taking such a thing back
    does too. Of what waits for a second umpire nobody hears but the desk that asked."""
    number = getattr(order, "entry", 0) if wanted.name == UNDO else 0
    if wanted.apart or number < 0:
        found = world.session.get(ApartEntry, number) if number else None
        return True, found.audience if found else None
    among = wanted.among(world, order) if wanted.among else None
    if among is None:
        return False, None
    return True, audience(*(() if waits else among), world.umpire.desk, world.of_game.leads)


def next_number(now: Moment, game: UmpiredGame, apart: bool, among: str | None) -> int:
    """The number of the next entry: of the journal, or of what stands apart for an audience."""
    if not apart:
        return now.journal + 1
    counted = sum(many for named, many in now.apart.items() if desks_named(named) == (among or "").split())
    return -(bits_of(game, (among or "").split()) * OF_A_GROUP + counted + 1)


def carry_out(
    session: Session, room: Room, umpire: Umpire, wanted: Action, order: Order, key: str, dice: Dice | None, at: str
) -> Entry:
    """Run an action within a transaction that is open, with its journal entry: before it what of it is done openly, and
    after the undo of such a one the undo of that. In a replay they came before, or come after, by their keys."""
    if key and (sent := sent_before(session, key)) is not None:
        done: Entry = session.get_one(ApartEntry if sent < 0 else JournalEntry, sent)
        return already(session, done, umpire, wanted.name, order)
    key, at = key or secrets.token_hex(12), at or steady.now().isoformat(timespec="seconds")
    if wanted.openly:
        world, _ = world_of(session, room, umpire, wanted, order, dice, at)
        parts = list(wanted.openly(world, order))
        for spot, part in enumerate(parts):
            found = ready(room, umpire, part.action, part.order, False)
            try:
                carry_out(session, room, umpire, *found, key_of_part(key, len(parts) - 1 - spot), None, at)
            except OrderError as error:
                raise type(error)(error.sentence, field=part.field or error.field, ruling=error.ruling) from None
    entry = one_entry(session, room, umpire, wanted, order, key, dice, at)
    if entry.undoes is not None:
        for spot, number in enumerate(parts_of(session, entry.undoes)):
            found = ready(room, umpire, UNDO, {"entry": number}, False)
            carry_out(session, room, umpire, *found, key_of_part(key, spot), None, at)
    return entry


def of_this_stretch(session: Session, room: Room, name: str, key: str) -> None:
    """Raises ChangedElsewhere if the form with this key was opened in another stretch of the game, and nothing came of
    it yet: what it says was meant for that. What every game has (an announcement, a ruling, the rota) is of none."""
    opened = opened_in(key)
    if not opened or name in KERNEL_ACTIONS:
        return
    stretch = room.game.moment(moment_of_entry(session).game).stretch
    if opened != stretch and session.scalar(SENT, {"key": key}) is None:
        raise ChangedElsewhere(
            f"This form was opened in {opened}, and it is {stretch} now. Nothing was done. "
            "If it is still meant, send it again."
        )


def key_of_part(key: str, spot: int) -> str:
    """The key of what is done openly of an order, by the key of that and its place among the parts, the last being 0.
    It says nothing to whoever does not know the other."""
    return hashlib.sha256(f"{key}/{spot}".encode()).hexdigest()[: max(len(key), 16)]


def parts_of(session: Session, number: int) -> list[int]:
    """The entries of the journal that did openly what is part of one that stands apart and that stand, the last
    first."""
    found: list[int] = []
    entry = session.get(ApartEntry, number) if number < 0 else None
    while entry and (one := session.scalar(SENT, {"key": key_of_part(entry.key, len(found))})) is not None:
        found.append(one)
    gone = undone_numbers(session) if found else set()
    return [one for one in found if one not in gone]


def world_of(
    session: Session, room: Room, umpire: Umpire, wanted: Action, order: Order, dice: Dice | None, at: str
) -> tuple[World, Moment]:
    """What an action works on, and the moment that it is of."""
    now = moment_of_entry(session)
    scenario, seen_by = room.keep_up(session, now), None if wanted.seen_by is None else audience(*wanted.seen_by)
    force = getattr(order, "force", "")
    return room.game.world(session, scenario, dice or Dice(seed=""), umpire, force, at, 0, seen_by), now


def one_entry(
    session: Session, room: Room, umpire: Umpire, wanted: Action, order: Order, key: str, dice: Dice | None, at: str
) -> Entry:
    """Run an action, with its journal entry."""
    world, now = world_of(session, room, umpire, wanted, order, dice, at)
    game = now.game
    why = wanted.critical(world, order) if wanted.critical and world.two_umpires else ""
    if why and world.force and world.leading:
        why, world.forced = "", True
    if isinstance(order, Slip) and not world.replays:  # a replay asks nobody
        ask_once(order, entered_before(session, room.game, umpire, wanted, game))
    apart, among = stands_apart(world, wanted, order, bool(why))
    number = next_number(now, room.game, apart, among)
    world.entry, world.after, world.hidden, world.key = number, now.journal, among is not None, key
    world.counted = number if apart else number - sum(now.hushed.values())
    world.dice = dice or Dice(seed=dice_seed(game.seed, world.counted))
    entry = (ApartEntry if apart else JournalEntry)(
        **({"after": now.journal, "turn": sum(now.apart.values()) + 1} if apart else {}),
        number=number,
        at=at,
        umpire=umpire.name,
        desk=str(umpire.desk),
        **room.game.moment(game)._asdict(),
        action=wanted.name,
        key=key,
        undoes=None,
        audience=None,
        made_with=room.game.tables_of,
    )
    trial = tried(world, wanted, order) if why else None
    with ChangeLog(session) as log:
        entry.sentence = put_off(world, wanted, order, why, *trial) if trial else wanted.run(world, order)
    if world.forced:
        entry.sentence += f" Forced: {world.force}."
    entry.changes = log.changes
    keep_to_his_own(world, entry.changes)
    closing = "ends" in wanted.also
    # A replay is looked over as a whole in the end; a day goes on over what was broken before, if somebody says so.
    if not world.replays and not (closing and world.force):
        over = None if closing else log.changes
        room.game.invariants.keep(session, over, undo="takes_back" in wanted.also, leader=room.game.the_leader)
    entry.arguments = order.model_dump()
    entry.dice = [asdict(drawn) for drawn in world.dice.drawn]
    entry.undoes = getattr(order, "entry", None) if "takes_back" in wanted.also else None
    seen_by = None if world.seen_by is None else audience(*world.seen_by.split(), room.game.leads)
    entry.audience = among if apart else seen_by
    say_who_hears(session, room.game, entry, (world.stirs or "").split())
    if isinstance(entry, JournalEntry):
        vars(entry)["hushed_before"] = now.hushed
    write_down(session, entry)
    go_on(session, now, entry)
    return entry


def say_who_hears(session: Session, game: UmpiredGame, entry: Entry, stirred: list[str]) -> None:
    """Write on an entry whose screens hear of it: of one that stands apart those whom it hides among and, beside them,
    those that it has ``stirred``."""
    if isinstance(entry, ApartEntry):
        among = None if entry.audience is None else entry.audience.split()
        entry.stirs = audience(*stirred, *shares(session, game, entry, stirred)) if stirred else None
        entry.heard_by = None if among is None else audience(*among, *shares(session, game, entry, among))
    elif isinstance(entry, JournalEntry):
        entry.heard_by = heard_by(session, game, entry)


def entered_before(session: Session, of: UmpiredGame, umpire: Umpire, wanted: Action, game: Game) -> Iterator[Entered]:
    """What others entered by this action in this stretch of the game and stands, the latest first, as far as his desk
    reads it: the question whether it is the same must tell nobody what is hidden from him."""
    stretch = of.moment(game).stretch
    for _, given, by, at, sentence in orders_of_others(session, of, umpire.name, umpire.desk, wanted.name, stretch):
        yield Entered(wanted.order.model_construct(**given), by, at, sentence)


def write_down(session: Session, entry: Entry) -> None:
    """Put an entry into its journal, and its index beside it. It is made whole and nobody changes it any more, so
    SQLAlchemy need not look, row by row, for what of it is to be written and in which order."""
    session.flush()
    session.connection().execute(into(type(entry)), entry.as_dict())
    if (known := session.info.get(ALL_SENT)) is not None:
        known[entry.key] = entry.number
    make_transient_to_detached(entry)
    session.add(entry)
    add_touches(session, entry)


def heard_by(session: Session, game: UmpiredGame, entry: Entry) -> str | None:
    """The desks that may know that there is this entry: who reads it, and who may notice what it changed; None if every
    desk may. One that cast a die all may count, for its number seeds the die. Beside a desk that is shared out it says
    for which parts (a dot before each), or who did it (an equals sign): whoever sees a part there hears no more."""
    if entry.dice:
        return None
    found = {*(entry.audience.split() if entry.audience else game.inside), entry.desk}
    for change in entry.changes:
        for row in whole_rows(session, game, change):
            more = game.tables[change["table"]].noticed_by(game, session, row)
            if more is None:
                return None
            found |= {*more}
    return None if found.issuperset(game.roles) else audience(*found, *shares(session, game, entry, found))


def whole_rows(session: Session, game: UmpiredGame, change: Change) -> Iterator[dict[str, Any]]:
    """A row that was changed, whole, as it was and as it is."""
    model, key = game.tables[change["table"]], change["key"]
    now: dict[str, Any] = {}
    if change["before"] is not None and change["after"] is not None:
        row = session.get(model, tuple(key))
        now = row.as_dict() if row is not None else {}
    yield from ({**now, **row} for row in (change["before"], change["after"]) if row is not None)


def shares(session: Session, game: UmpiredGame, entry: Entry, desks: Iterable[str]) -> set[str]:
    """For whom of a desk that is shared out an entry is: the parts that its rows name, or else who did it."""
    if not {*game.shared_out} & {*desks}:
        return set()
    named = {
        str(key)
        for change in entry.changes
        for row in whole_rows(session, game, change)
        for table, key in pointed_to(game.tables[change["table"]], row)
        if table == game.part_table
    }
    return {f".{key}" for key in named} or {"=" + "_".join(entry.umpire.split())}


def keep_to_his_own(world: World, changes: list[Change]) -> None:
    """Refuse an umpire who sees a part of his desk what is no business of that part. Raises NotThisDesk."""
    if isinstance(seat := world.umpire.desk, Seat):
        of = world.of_game.whose(world.session, changes)
        if of and of.isdisjoint(seat.parts):
            raise NotThisDesk(
                f"{seat.name} does not mind this by the rota. Another umpire of {world.of_game.called(seat)} does it, "
                f"or {world.of_game.the_leader}."
            )


def tried(world: World, wanted: Action, order: Order) -> tuple[str, str | None]:
    """What an order would do and who may read that, with nothing done: what is refused need not wait for anybody.
    Its dice are rolled when it is."""
    trial = copy(world)
    trial.dice = Dice(seed=f"{world.game.seed}/trial/{world.key}")
    with world.session.begin_nested() as step:
        with ChangeLog(world.session) as log:
            said = wanted.run(trial, order)
        keep_to_his_own(world, log.changes)
        step.rollback()
    world.game = Game.only(world.session)
    return said, trial.seen_by


def put_off(world: World, wanted: Action, order: Order, why: str, said: str, seen_by: str | None) -> str:
    """Write down that an order waits for a second umpire, and nothing else."""
    world.seen_by = audience(world.umpire.desk)
    asked, desk = order.model_dump(), world.umpire.desk
    if isinstance(desk, Seat):  # who sees a part of a desk does not count what others of it ask for
        number = world.drawn_number(Confirmation, [desk.name])
    else:
        number = world.number("confirmation", [*world.of_game.roles].index(desk))
    world.new(Confirmation, id=number, action=wanted.name, arguments=asked, why=why, told=said, audience=seen_by)
    return f"Waits for a second umpire ({why}): {said}"


def dice_seed(seed: str, number: int) -> str:
    """What seeds the dice of one entry: whoever knows the game's seed can check every roll. Those of the journal that
    only some desks may know of are not counted, or the dice of all others would tell of them."""
    return f"{seed}/{number}"


def already(session: Session, done: Entry, umpire: Umpire, name: str, order: Order) -> Entry:
    """The entry this very form made the first time. Raises OrderNotAllowed if it was another order (somebody went
    back and typed something else): that one has not been carried out, and must not look as if it had."""
    if (done.desk, done.action, done.arguments) != (umpire.desk, name, order.model_dump()):
        number = numbering(session, umpire.desk).shown(done.number)
        raise OrderNotAllowed(
            f"This form was sent already, with another order (entry {number}). Open the page again.", field="key"
        )
    return done
