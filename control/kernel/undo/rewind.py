"""Rewind: take an entry back together with all that rests on it, in one act.

A phase with two battles is a dozen entries, each of which stands in the way of the one before. Here they go at once,
the last first, as so many undos would take them; what does not rest on the entry stays as it is.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property, partial
from itertools import chain, takewhile
from operator import attrgetter
from typing import Any, NamedTuple

from sqlalchemy import select
from sqlalchemy.orm import Session

from control.kernel.actions.action import KERNEL_ACTIONS, Forcible
from control.kernel.actions.world import Umpire, World
from control.kernel.database.keeping import given_again
from control.kernel.database.lately import Lately, keep, lately
from control.kernel.errors import ChangedElsewhere, NotThisDesk, OrderNotUnderstood
from control.kernel.game import UmpiredGame, game_in
from control.kernel.journal.audience import audience, may_read, printings_of, readable, reads
from control.kernel.journal.changes import note_each_step
from control.kernel.journal.journal_questions import SHOWN, EntryView, undone_numbers, view
from control.kernel.journal.numbering_questions import Numbering, numbering
from control.kernel.roles import EVERY_DESK, Seat, parts_of
from control.kernel.rows import ApartEntry, Entry, JournalEntry, Printing
from control.kernel.typed import number
from control.kernel.undo.undo import (
    AT_ONCE,
    actions_that,
    at_once,
    entry_in_words,
    hidden_and_standing,
    hidden_obstacle,
    is_part,
    may_undo,
    take_back,
)
from control.kernel.undo.wake import Later, Row, Trace, Wake, by_table, entries_in_short, wake_of_one
from control.kernel.values import dataclass
from control.kernel.wording import all_marks_alike, capital, counted, in_a_row, numbered, quoted

NO_SUCH = "The journal has no entry {number}, or it stands taken back. Choose one that stands."


OF_ANOTHER = "What rests on it another desk keeps to itself. {leader} rewinds it."
NOT_HIS_SHARE = "What rests on it is what another umpire of your desk minds. {leader} rewinds it."


def rewind_in(game: UmpiredGame) -> type[Forcible]:
    """To where a game is rewound."""

    class Rewind(Forcible):
        __doc__ = f"""Which entry to take back, and the later ones that rest on it and go with it, all of them: whoever
        rewinds has seen them. ``force`` is {game.leader}'s reason to re-open those whose die was cast."""

        entry: number(1, 10**9, "the number of a journal entry")
        goes: list[number(1, 10**9, "the number of an entry that goes with it")]

    return Rewind


@KERNEL_ACTIONS.add(
    "journal.rewind",
    title="Rewind",
    order=rewind_in,
    desks=(EVERY_DESK,),
    also=("takes_back",),
    formerly=all_marks_alike,
)
def rewind(world: World, order: Any) -> str:
    """Take back a journal entry with all that rests on it; they stay in the journal, struck through."""
    session, gone = world.session, undone_numbers(world.session)
    numbers = numbering(session, world.umpire.desk)
    entry = standing(session, order.entry, gone, numbers)
    read = may_be_read(session, world.umpire, entry.number)
    if entry.number not in read:
        if not isinstance(world.umpire.desk, Seat):
            may_undo(world, entry)  # says whose it is
        raise OrderNotUnderstood(NO_SUCH.format(number=numbers.told(entry.number)), field="entry")
    going = [entry, *whole(session, [one.number for one in in_wake_of(session, entry.number, gone).goes[1:]])]
    if not all(numbers.told(one.number) for one in going):
        raise NotThisDesk(OF_ANOTHER.format(leader=world.of_game.leader), field="entry")
    if (wanted := [one.number for one in going[1:]]) != sorted(set(order.goes)):
        rest = f"entries {in_a_row(str(numbers.told(one)) for one in wanted)} rest" if wanted else "nothing rests"
        raise ChangedElsewhere(
            f"What rests on entry {numbers.told(entry.number)} is not what was named: {rest} on it. Look at it as it "
            "is now, then decide again.",
            field="goes",
        )
    for one in going:
        if isinstance(world.umpire.desk, Seat) and one.number not in read:
            raise NotThisDesk(NOT_HIS_SHARE.format(leader=world.of_game.leader), field="entry")
        may_undo(world, one)
    world.seen_by = readers(world.of_game, going)
    note_each_step(session)
    for one in reversed(going):
        take_back(world, one, gone)
        gone.add(one.number)
    return (
        f"Rewound to before entry {entry.number}, {quoted(entry.sentence)} "
        f"{counted(len(going), 'entry', 'entries')} taken back: {runs(one.number for one in going)}."
    )


def standing(session: Session, wanted: int, gone: set[int], numbers: Numbering) -> JournalEntry:
    """The entry of that number. Raises OrderNotUnderstood, with the number as it is told there, unless it stands."""
    entry = session.get(JournalEntry, wanted)
    if entry is None or wanted in gone:
        raise OrderNotUnderstood(NO_SUCH.format(number=numbers.told(wanted)), field="entry")
    return entry


Kind = tuple[Any, ...]
"""What many entries have in common."""


class InWake(NamedTuple):
    """What the later entries do if one is taken back: those that go, it the first among them, with the rows that they
    ``made`` by their tables, and those that stay. ``of`` is its number, with those that are gone before; whatever comes
    next rests on the ``wakes`` of those that go, beside the hall and of it.

    Thousands may go that are of a few ``kinds``, as to what may speak against it: of each the first is here. By desk
    there are the numbers of those that go, and by desk and audience how many stay.
    """

    of: tuple[int, frozenset[int]]
    wakes: tuple[Wake, Wake]
    goes: tuple[Later, ...] = ()
    stays: tuple[Later, ...] = ()
    made: Mapping[str, Sequence[Row]] = {}
    kinds: Mapping[Kind, Later] = {}
    going: Mapping[str, Sequence[int]] = {}
    staying: Mapping[Kind, int] = {}

    def and_then(self, entries: Iterable[Later]) -> InWake:
        """The same with the entries that came next; the first of all is the one that is taken back. What takes others
        back is none of either."""
        beside, of_the_hall = wakes = self.wakes[0].copy(), self.wakes[1].copy()
        goes, stays, gone = [*self.goes], [*self.stays], self.of[1]
        made = {table: [*rows] for table, rows in self.made.items()}
        going = {desk: [*numbers] for desk, numbers in self.going.items()}
        kinds, staying = {**self.kinds}, Counter(self.staying)
        for one in entries:
            if goes and (one.undoes or one.number in gone):
                continue
            if not goes or beside.reaches(one.trace) or of_the_hall.reaches(one.trace):
                wakes[one.trace.of_the_hall].add(one.trace)
                goes.append(one)
                kinds.setdefault((one.desk, one.action, one.dice), one)
                going.setdefault(one.desk, []).append(one.number)
                for row in one.trace.made:
                    made.setdefault(row[0], []).append(row)
            else:
                stays.append(one)
                staying[one.desk, one.audience] += 1
        return InWake(self.of, wakes, tuple(goes), tuple(stays), made, kinds, going, staying)


def in_wake_of(session: Session, number: int, gone: set[int]) -> InWake:
    """What an entry that stands takes along, and what it does not. Entries only come behind: it is gone on from what
    was found for whoever asked this last."""
    entries, engine = entries_in_short(session), session.connection().engine
    since, of = lately(engine, "in wake"), (number, frozenset(gone))
    spot = bisect_left(entries, since.number, key=NUMBER)
    if since.made is None or since.made.of != of or spot == len(entries) or entries[spot].key != since.key:
        wakes = Wake(of_the_hall=False), Wake(of_the_hall=True)
        since, spot = Lately(made=InWake(of, wakes)), bisect_left(entries, number, key=NUMBER) - 1
    found: InWake = since.made.and_then(entries[spot + 1 :])
    keep(engine, "in wake", since, entries[-1].number, entries[-1].key, found)
    return found


NUMBER = attrgetter("number")


def whole(session: Session, which: Sequence[int]) -> list[JournalEntry]:
    """The entries with these numbers, in order."""
    found: list[JournalEntry] = []
    for first in range(0, len(which), AT_ONCE):
        some = select(JournalEntry).where(JournalEntry.number.in_(which[first : first + AT_ONCE]))
        found += session.scalars(some.order_by(JournalEntry.number))
    return found


def staying(session: Session, wake: InWake, umpire: Umpire) -> Counter[str]:
    """How many of those that stay and that an umpire may read were made at each desk."""
    if isinstance(umpire.desk, Seat):
        read = may_be_read(session, umpire, wake.stays[0].number) if wake.stays else ()
        return Counter(one.desk for one in wake.stays if one.number in read)
    found = Counter[str]()
    for (desk, audience_), many in wake.staying.items():
        if reads(game_in(session), umpire.desk, desk, audience_):
            found[desk] += many
    return found


def may_be_read(session: Session, umpire: Umpire, since: int) -> set[int]:
    """The numbers of the entries from this one on that an umpire may read."""
    mine = readable(game_in(session), umpire.desk)
    return set(session.scalars(select(JournalEntry.number).where(JournalEntry.number >= since, mine)))


def readers(game: UmpiredGame, entries: Iterable[Entry]) -> str | None:
    """Who may read that these were taken back: whoever may read each of them."""
    named = [frozenset(game.inside if one.audience is None else one.audience.split()) for one in entries]
    common = frozenset.intersection(*named)
    return None if common == frozenset(game.inside) else audience(*common)


def runs(numbers: Iterable[int]) -> str:
    """Numbers in order, those that follow one another as a run: 12, 14–19."""
    found: list[list[int]] = []
    for one in numbers:
        if found and one == found[-1][-1] + 1:
            found[-1].append(one)
        else:
            found.append([one])
    return ", ".join(str(run[0]) if len(run) == 1 else f"{run[0]}–{run[-1]}" for run in found)


@dataclass(frozen=True)
class Going:
    """What goes of one desk's: the numbers of its entries in the journal, the last first (`lines` shows them)."""

    desk: str
    entries: tuple[int, ...]


@dataclass(frozen=True)
class Ahead:
    """What a rewind would do. ``goes`` are the numbers that go with the entry, ``by_desk`` all that goes, with what did
    openly a part of what is hidden; ``stays`` counts, desk by desk, what came later and stays, as far as whoever looks
    may read it. ``told`` and ``printed`` say what is out of the house already. ``why_not`` is what speaks against it;
    ``reason`` whether it needs a reason. ``hidden`` is what desks hide and must be taken back before, the last first:
    only who leads may do both; ``first`` the entry to which to rewind before, if that rests on some of it, or below
    zero what to take back instead."""

    entry: EntryView
    goes: tuple[int, ...]
    by_desk: tuple[Going, ...]
    stays: tuple[tuple[str, int], ...]
    told: tuple[str, ...]
    printed: tuple[str, ...]
    why_not: str
    first: int
    reason: bool
    hidden: tuple[EntryView, ...]

    @cached_property
    def named(self) -> str:
        """The numbers that go with the entry, as the form sends them back."""
        return ",".join(map(str, self.goes))

    @property
    def named_hidden(self) -> str:
        """The numbers of what is taken back before, in that order, as the form sends them back."""
        return ",".join(str(one.number) for one in self.hidden)

    @property
    def number(self) -> int:
        """How many entries of the journal go."""
        return sum(len(one.entries) for one in self.by_desk)


def ahead(session: Session, wanted: int, umpire: Umpire) -> Ahead:
    """Look ahead at a rewind. ``wanted`` and the numbers that come back are as the umpire's desk is told them. Raises
    OrderNotUnderstood if there is nothing to take back."""
    desk, name = umpire.desk, umpire.name if isinstance(umpire.desk, Seat) else ""
    of = ("ahead", wanted, desk, parts_of(desk), name)
    found: Ahead = given_again(session, of, lambda: looked_ahead(session, wanted, Umpire(name, desk)))
    return found


def looked_ahead(session: Session, wanted: int, umpire: Umpire) -> Ahead:
    """The same for all umpires of a desk who see all of it, or for one who sees a part."""
    game, gone = game_in(session), undone_numbers(session)
    numbers = numbering(session, umpire.desk)
    wanted = numbers.true(wanted)
    entry = standing(session, wanted, gone, numbers)
    if not may_read(game, entry, umpire.desk):
        raise OrderNotUnderstood(NO_SUCH.format(number=numbers.told(wanted)), field="entry")
    wake = in_wake_of(session, wanted, gone)
    told = numbers.all_told(one.number for one in wake.goes)
    hidden = hidden_in_the_way(session, wake.goes) if umpire.desk == game.leads else []
    made = wake.made
    if hidden:
        made = by_table(chain(*wake.made.values(), *(one.did.made for one in hidden)))
    why_not = OF_ANOTHER.format(leader=game.leader)
    if all(told):
        why_not = speaks_against(session, game, wake, umpire, gone) or game.spent(session, made, umpire.desk)
    openly = {part.number: one.entry.number for one in hidden for part in one.openly}
    first = 0 if why_not else resting_on_hidden(session, hidden, gone) or openly.get(wanted, 0)
    kinds: list[Later | ApartEntry] = [*wake.kinds.values(), *(one.entry for one in hidden)]
    return Ahead(
        entry=numbers.view(view(entry, False)),
        goes=tuple(number_ for number_ in told[1:] if number_ not in openly),
        by_desk=tuple(Going(words(game, desk), tuple(reversed(those))) for desk, those in sorted(wake.going.items())),
        stays=tuple((words(game, desk), many) for desk, many in sorted(staying(session, wake, umpire).items())),
        told=tuple(game.heard(session, made, umpire.desk)),
        printed=printed_since(session, game, wanted, umpire),
        why_not=(RESTS_ON_HIDDEN if first > 0 else PART_OF_HIDDEN).format(number=numbered(first)) if first else why_not,
        first=first,
        reason=any(one.dice or one.action in actions_that(game, "shows") for one in kinds),
        hidden=tuple(view(one.entry, False) for one in hidden),
    )


class Hidden(NamedTuple):
    """What a group of desks hides, what it did, and the entries of the journal that did a part of it openly: the undo
    of it takes these back as well."""

    entry: ApartEntry
    did: Trace
    openly: tuple[Later, ...]


def hidden_in_the_way(session: Session, goes: Sequence[Later]) -> list[Hidden]:
    """What groups of desks hide and that rests on what goes, or is done in part by it, with what rests on that in its
    turn; the last first, as it is taken back."""
    hidden = hidden_and_standing(session)
    entries = entries_in_short(session) if hidden else ()
    going = [(one, wake_of_one(one.trace)) for one in goes] if hidden else []
    gone, found = (Wake(of_the_hall=False), Wake(of_the_hall=True)), list[Hidden]()
    for one, did in hidden:
        before = ((other, wake) for other, wake in going if other.number <= one.after)
        if any(wake.reaches(did) for wake in gone) or any(is_part(o, one) or wake.reaches(did) for o, wake in before):
            gone[did.of_the_hall].add(did)
            then = reversed(entries[: bisect_right(entries, one.after, key=NUMBER)])
            found.append(Hidden(one, did, tuple(takewhile(partial(is_part, whole=one), then))))
    return found[::-1]


PART_OF_HIDDEN = "It is a part of entry {number}, which desks hide. Take that back instead: this goes with it."
RESTS_ON_HIDDEN = "Entry {number} rests on what desks hide and goes before. Rewind to before entry {number} first."


def resting_on_hidden(session: Session, hidden: Sequence[Hidden], gone: set[int]) -> int:
    """An entry of the journal that rests on what desks hide, which is taken back before any of the journal: it must go
    by itself first. That of the last one hidden, to which nothing else stands in the way; 0 if there is none."""
    entries = entries_in_short(session) if hidden else ()
    gone = gone | {part.number for one in hidden for part in one.openly}  # these go with what hides them
    for one in hidden:
        wakes = [wake_of_one(did) for did in (one.did, *(part.trace for part in one.openly))]
        for later in entries[bisect_right(entries, one.entry.after, key=NUMBER) :]:
            stands = not later.undoes and later.number not in gone
            if stands and any(wake.reaches(later.trace) for wake in wakes):
                return later.number
    return 0


def lines(session: Session, umpire: Umpire, which: Sequence[int]) -> dict[int, EntryView]:
    """What is shown of each of these entries that go, by its number in the journal. Of another desk's secrets only that
    something goes."""
    numbers, found = numbering(session, umpire.desk), {}
    mine = readable(game_in(session), umpire.desk).label("mine")
    for one in session.execute(select(*SHOWN, mine).where(JournalEntry.number.in_(which))):
        line = numbers.view(view(one, False))
        if not one.mine:
            line = EntryView(**{**vars(line), "sentence": "", "dice": (), "umpire": "", "action": ""})
        found[one.number] = line
    return found


def words(game: UmpiredGame, desk: str) -> str:
    """A desk in words; none is a player's phone."""
    return capital(game.called(desk))


def printed_since(session: Session, game: UmpiredGame, wanted: int, umpire: Umpire) -> tuple[str, ...]:
    """What was printed from a state of the game with that entry in it, kind by kind. The desk that leads is told of all
    that was printed, another of its own."""
    mine = Printing.state >= wanted, printings_of(game, umpire.desk)
    found = session.execute(select(Printing.kind, Printing.items).where(*mine))
    things: dict[str, set[str]] = {}
    for kind, items in found:
        things.setdefault(kind, set()).update(items)
    if not things:
        return ()
    kinds = game.papers().kinds
    return tuple(f"{kinds[kind].name} ({len(keys)})" for kind, keys in sorted(things.items()) if kind in kinds)


def speaks_against(session: Session, game: UmpiredGame, wake: InWake, umpire: Umpire, gone: set[int]) -> str:
    """Why these cannot be taken back together, so far as can be told without trying; empty if nothing speaks against
    it."""
    numbers = numbering(session, umpire.desk)
    if isinstance(umpire.desk, Seat):
        read = may_be_read(session, umpire, wake.goes[0].number)
        if not all(one.number in read for one in wake.goes):
            return NOT_HIS_SHARE.format(leader=game.leader)
    for one in wake.kinds.values():
        if why := at_once(game, one, umpire, gone):
            return f"Entry {numbers.told(one.number)}: {why}"
    others = umpire.desk != game.leads and hidden_and_standing(session)  # who leads takes back both
    for one in wake.goes if others else ():
        if other := hidden_obstacle(session, one):
            what = entry_in_words(session, other, umpire)
            return f"{what} depends on entry {numbers.told(one.number)}. Take that back first."
    return ""
