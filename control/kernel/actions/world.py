"""What an action works on: where the game is kept, who acts, and the rows, numbers and dice of its entry."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Any, TypeVar

from sqlalchemy import select
from sqlalchemy.orm import Session
from sqlalchemy.orm.strategy_options import _AbstractLoad

from control.kernel.chance.dice import Dice, RecordedDice
from control.kernel.database.reading import row_of
from control.kernel.database.store import Store
from control.kernel.errors import (
    ChangedElsewhere,
    OrderNotAllowed,
    OrderNotUnderstood,
    did_you_mean,
)
from control.kernel.game import UmpiredGame, game_of
from control.kernel.journal.moment import Moment
from control.kernel.roles import APART, STROKE
from control.kernel.rows import (
    Base,
    Desk,
    Game,
    Serial,
    Uncounted,
)
from control.kernel.scenarios.scenario_files import digest_in, files_in
from control.kernel.values import dataclass

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
    ``named`` are the rows that its order named, so far as they were asked for (`get`).
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
        self.named: list[Base] = []
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
        self.named.append(row)
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
