"""The registry of actions: everything that changes the game goes through `perform`.

An action has a name, typed arguments, the desks that may do it, and one function. It says what happens to its
`World` and returns one sentence for the chronicle; `perform` alone knows about transactions, permission,
doubles and the journal.
"""

from __future__ import annotations

import contextlib
import hashlib
import secrets
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from copy import copy
from dataclasses import asdict
from typing import Any

from sqlalchemy import bindparam, inspect, select, union_all
from sqlalchemy.orm import Session, make_transient_to_detached

from control.kernel import steady
from control.kernel.actions.action import KERNEL_ACTIONS, Action
from control.kernel.actions.form_keys import opened_in
from control.kernel.actions.slips import Entered, Slip, ask_once
from control.kernel.actions.what_is_shown import explain_changes
from control.kernel.actions.who_hears import say_who_hears
from control.kernel.actions.world import Room, Umpire, World
from control.kernel.chance.dice import Dice
from control.kernel.database.keeping import for_nothing
from control.kernel.errors import (
    ChangedElsewhere,
    NotThisDesk,
    OrderError,
    OrderNotAllowed,
    OrderNotUnderstood,
    did_you_mean,
)
from control.kernel.game import UmpiredGame
from control.kernel.journal.audience import audience, desks_named
from control.kernel.journal.changes import ChangeLog, add_touches, into
from control.kernel.journal.journal_questions import orders_of_others, undone_numbers
from control.kernel.journal.moment import Moment, go_on, moment_of_entry
from control.kernel.journal.numbering_questions import numbering
from control.kernel.roles import Seat, bits_of
from control.kernel.rows import (
    ApartEntry,
    Base,
    Change,
    Confirmation,
    Entry,
    Game,
    JournalEntry,
)
from control.kernel.typed import Order, read
from control.kernel.wording import OF_A_GROUP


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
    wanted = may_do(room.game, umpire, name)
    return wanted, data if isinstance(data, Order) else read(wanted.order, data, form=form)


def may_do(game: UmpiredGame, umpire: Umpire, name: str) -> Action:
    """The action of that name, if it is done at the desk of this umpire: asked before his order is looked at. Raises
    OrderNotUnderstood and NotThisDesk."""
    wanted = find(game, name)
    if umpire.desk not in wanted.desks:
        where = ", ".join(game.called(desk) for desk in game.roles if desk in wanted.desks)
        raise NotThisDesk(f"“{wanted.title}” is done at {where}, not here.")
    return wanted


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
    with ChangeLog(session) as log, telling_his_own(world):
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
    explain_changes(session, room.game, entry)
    if isinstance(entry, JournalEntry):
        vars(entry)["hushed_before"] = now.hushed
    write_down(session, entry)
    go_on(session, now, entry)
    return entry


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


def keep_to_his_own(world: World, changes: list[Change]) -> None:
    """Refuse an umpire who sees a part of his desk what is no business of that part. Raises NotThisDesk."""
    if isinstance(seat := world.umpire.desk, Seat):
        of = world.of_game.whose(world.session, changes)
        if of and of.isdisjoint(seat.parts):
            raise NotThisDesk(
                f"{seat.name} does not mind this by the rota. Another umpire of {world.of_game.called(seat)} does it, "
                f"or {world.of_game.the_leader}."
            )


@contextmanager
def telling_his_own(world: World) -> Iterator[None]:
    """Within, what is refused because of how something stands is refused an umpire who sees a part of his desk as what
    is none of his business, if his order named nothing of that part: the sentence would say how it stands."""
    try:
        yield
    except (ChangedElsewhere, OrderNotAllowed):
        with world.session.no_autoflush:
            keep_to_his_own(world, [untouched(row) for row in world.named])
        raise


def untouched(row: Base) -> Change:
    """A row as a change of nothing, for what asks of changes whose they are."""
    return {"table": row.__tablename__, "key": list(inspect(row).identity or ()), "before": None, "after": None}


def tried(world: World, wanted: Action, order: Order) -> tuple[str, str | None]:
    """What an order would do and who may read that, with nothing done: what is refused need not wait for anybody.
    Its dice are rolled when it is."""
    trial = copy(world)
    trial.dice = Dice(seed=f"{world.game.seed}/trial/{world.key}")
    with world.session.begin_nested() as step, for_nothing(world.session.connection()):
        with ChangeLog(world.session) as log, telling_his_own(world):
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
