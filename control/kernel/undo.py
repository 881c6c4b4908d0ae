"""Undo: take back an entry by an entry of its own.

It refuses, with the reason, when a later entry depends on what it would take back, and when a die or card was
drawn, unless Game Control re-opens it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sqlalchemy import and_, func, inspect, select
from sqlalchemy.orm import Session, aliased

from control.kernel.audience import may_read
from control.kernel.changes import TABLES, Change, columns, references, row_of
from control.kernel.errors import NotThisDesk, OrderNotAllowed, OrderNotUnderstood
from control.kernel.journal_questions import undone_numbers
from control.kernel.registry import DESKS, Forcible, Umpire, World, action
from control.kernel.rows import AnnouncementRead, Base, JournalEntry, Touch
from control.kernel.typed import number
from control.sengoku.books.books_questions import still_lent
from control.sengoku.hall.scenario_actions import still_whole
from control.sengoku.rows import (
    Army,
    Battle,
    BattleForce,
    Character,
    Clan,
    Companion,
    Notice,
    NoticeTo,
    Reprint,
    RiskDraw,
    Transfer,
)
from control.sengoku.world.ledger_questions import balance

GATED = {"march_order", "encounter", "battle", "treaty", "passage"}
"""What a phase is run on: taken back only while no later phase has been run."""
RECKONED = {"transfer", "muster"}
"""What the end of a season reckons with: taken back only while that season, or for points that year, goes on."""
ENDS = ("season.advance", "game.begin_midway")
"""The actions that end a season."""
ASIDE = {"claim", "desk", "notice_to"}
"""Tables in which nobody builds on anything: who minds a battle, and which clan has been told of it. What they say
never stands in the way of an undo, and a row that has moved on since stays as it is now."""
HALL = {
    "clock",
    "season_time",
    "day_plan",
    "player",
    "part",
    "duty",
    "reprint",
    "display",
    "news",
    "announcement",
    "announcement_read",
    "season_tick",
    "status_board",
    "printing",
}
"""The hall goes on while the game is taken back: these are like those aside, but for an entry that changed nothing
else (a wrong press of the clock), which is taken back whole or not at all."""


WITHDRAWN = ("desk.new_code", "army.new_code")
"""The actions that withdraw a code: it must not come back by an undo, behind the back of whoever withdrew it."""
STAYS_WITHDRAWN = "A code that was withdrawn does not come back. Give another new one instead."
RESTORED = "game.restored"
"""The note that a copy was restored: its rows are the copy's, and there is nothing here to set back."""


class Undo(Forcible):
    """Which entry to take back; ``force`` is Game Control's reason to re-open one whose die was cast."""

    entry: number(1, 10**9, "the number of a journal entry")


@action("journal.undo", title="Undo", order=Undo, desks=DESKS)
def undo(world: World, order: Undo) -> str:
    """Take back a journal entry; it stays in the journal, struck through."""
    entry = world.session.get(JournalEntry, order.entry)
    if entry is None:
        raise OrderNotUnderstood(f"The journal has no entry {order.entry}.", field="entry")
    may_undo(world, entry)
    world.seen_by = entry.audience
    taken_back = undone_numbers(world.session)
    if entry.number in taken_back:
        raise OrderNotAllowed(f"Entry {entry.number} is taken back already.", field="entry")
    aside = set_aside(entry)
    if other := obstacle(world.session, entry, taken_back):
        raise OrderNotAllowed(stands_in_the_way(other, world.umpire), field="entry")
    not_in_an_ended_battle(world.session, entry)
    knew = told_already(world.session, entry)
    forget_papers(world.session, entry)
    forget_readers(world.session, entry)
    for change in reversed(entry.changes):
        restore(world.session, change, aside)
        world.session.flush()
    still_whole(world.session, entry)
    nobody_in_debt(world.session, entry)
    nobody_paid_back_too_much(world.session, entry)
    nobody_in_two_places(world.session, entry)
    nobody_dead_draws(world.session, entry)
    nobody_lost_a_title(world.session, entry, taken_back)
    for notice, to in knew:
        unsay(world, notice, to)
    return f"Taken back: entry {entry.number}, “{entry.sentence}”"


def forget_papers(session: Session, entry: JournalEntry) -> None:
    """Let go of papers that were to be printed for an army which never was after all."""
    armies = [change["key"][0] for change in entry.changes if change["table"] == "army" and change["before"] is None]
    for paper in session.scalars(select(Reprint).where(Reprint.army.in_(armies)).order_by(Reprint.id)):
        session.delete(paper)
    session.flush()


def forget_readers(session: Session, entry: JournalEntry) -> None:
    """Let go of the marks of those who have read what this entry announced: a ruling that is taken back is announced
    no more, and nobody's reading it keeps it."""
    if set_aside(entry) == ASIDE:
        return
    made = [c["key"][0] for c in entry.changes if c["table"] == "announcement" and c["before"] is None]
    mine = {tuple(c["key"]) for c in entry.changes if c["table"] == "announcement_read"}
    for mark in session.scalars(select(AnnouncementRead).where(AnnouncementRead.announcement.in_(made))):
        if (mark.announcement, mark.umpire) not in mine:
            session.delete(mark)
    session.flush()


def not_in_an_ended_battle(session: Session, entry: JournalEntry) -> None:
    """Refuse to change what the units of a battle have lost once it is over: what they recover rests on it (R8)."""
    for change in entry.changes:
        if change["table"] == "battle_force" and change["before"] and change["after"]:
            force = session.get(BattleForce, change["key"][0])
            if force is not None and session.get_one(Battle, force.battle).over:
                raise OrderNotAllowed(
                    f"Battle {force.battle} is over, and what comes back rests on these losses. Take its end back "
                    "first.",
                    field="entry",
                    ruling="R8",
                )


def nobody_in_two_places(session: Session, entry: JournalEntry) -> None:
    """Refuse what would leave a person with two armies, or with one that is no more: a counter stands in one place.

    No later entry need depend on this one for that: who left an army in it may lead another since.
    """
    concerned = {change["key"][0] for change in entry.changes if change["table"] in ("character", "companion")}
    armies = [change["key"][0] for change in entry.changes if change["table"] == "army"]
    concerned.update(session.scalars(select(Army.general).where(Army.id.in_(armies))))
    concerned.update(session.scalars(select(Companion.character).where(Companion.army.in_(armies))))
    for person in session.scalars(select(Character).where(Character.id.in_(concerned)).order_by(Character.id)):
        led = list(session.scalars(select(Army.id).filter_by(general=person.id, standing=True)))
        along = session.get(Companion, person.id)
        if len(led) + (along is not None) + (person.province is not None) > 1:
            raise OrderNotAllowed(
                f"Then {person.name} would be in two places: he has gone elsewhere since. Take that back first.",
                field="entry",
            )
        if along and not session.get_one(Army, along.army).standing:
            raise OrderNotAllowed(
                f"Then {person.name} would go along with an army that is no more. Take its end back first.",
                field="entry",
            )


def nobody_dead_draws(session: Session, entry: JournalEntry) -> None:
    """Refuse what would leave a dead man with a card to draw (R19): he has died since he drew this one, or was called
    to draw since he was thought to live."""
    draws = [change["key"][0] for change in entry.changes if change["table"] == "risk_draw"]
    people = [change["key"][0] for change in entry.changes if change["table"] == "character"]
    found = session.scalar(
        select(Character.name)
        .join(RiskDraw, RiskDraw.character == Character.id)
        .where(Character.alive.is_(False), RiskDraw.card == "", RiskDraw.id.in_(draws) | Character.id.in_(people))
        .order_by(Character.id)
        .limit(1)
    )
    if found is not None:
        raise OrderNotAllowed(
            f"Then {found} would be dead and have a card to draw: something has happened to him since. Take that back "
            "first.",
            field="entry",
            ruling="R19",
        )


def nobody_lost_a_title(session: Session, entry: JournalEntry, taken_back: set[int]) -> None:
    """Refuse to bring somebody back to life whose title was given away, or fell back, since (R39)."""
    raised = {
        change["key"][0]
        for change in entry.changes
        if change["table"] == "character" and change["before"] and change["before"].get("alive") is True
    }
    given = select(JournalEntry).where(
        JournalEntry.action.in_(("title.confirm", "title.fall_back")), JournalEntry.number > entry.number
    )
    for other in session.scalars(given.order_by(JournalEntry.number)) if raised else ():
        was = {(change["before"] or {}).get("character") for change in other.changes if change["table"] == "title"}
        if other.number not in taken_back and raised & was:
            raise OrderNotAllowed(
                f"Entry {other.number} gave away what he held. Take that back first.", field="entry", ruling="R39"
            )


@dataclass(frozen=True)
class Heard:
    """Who was told of something: a clan, by way of a desk."""

    desk: str
    clan: str | None


def nobody_in_debt(session: Session, entry: JournalEntry) -> None:
    """Refuse what would leave a clan with less than nothing: what it got by this entry, or by its being taken back, has
    been spent since (R27)."""
    poorer = {
        change["after"]["payee"] if change["before"] is None else change["before"]["payer"]
        for change in entry.changes
        if change["table"] == "transfer" and None in (change["before"], change["after"])
    }
    for key in sorted(key for key in poorer if key):
        rice, cash = balance(session, key)
        if rice < 0 or cash < 0:
            raise OrderNotAllowed(
                f"{session.get_one(Clan, key).name} has spent since what it got by this. Take back what it spent "
                "first.",
                field="entry",
                ruling="R27",
            )


def nobody_paid_back_too_much(session: Session, entry: JournalEntry) -> None:
    """Refuse to take a loan back whose return stands: the clan would have it twice."""
    for change in entry.changes:
        loan = change["after"] if change["table"] == "transfer" and change["before"] is None else None
        if not loan or loan["kind"] != "loan" or still_lent(session, loan["payer"]) >= 0:
            continue
        returned = select(Transfer.id).where(
            Transfer.payee == loan["payer"], Transfer.kind == "loan_repaid", Transfer.id > loan["id"]
        )
        if session.scalar(returned.limit(1)) is not None:
            raise OrderNotAllowed(
                f"Nobles have paid {session.get_one(Clan, loan['payer']).name} back what it lent them. Take that back "
                "first.",
                field="entry",
                ruling="H5",
            )


def told_already(session: Session, entry: JournalEntry) -> list[tuple[Notice, list[Heard]]]:
    """The notices that this entry put on the lists, with those who have been told of them by now."""
    found = []
    for change in entry.changes:
        if change["table"] == "notice" and change["before"] is None:
            notice = session.get(Notice, change["key"][0])
            rows = session.scalars(select(NoticeTo).filter_by(notice=change["key"][0], told=True).order_by(NoticeTo.id))
            heard = [Heard(row.desk, row.clan) for row in rows]
            if notice is not None and heard:
                session.expunge(notice)  # its row is about to go
                found.append((notice, heard))
    return found


def unsay(world: World, notice: Notice, to: list[Heard]) -> None:
    """Those who were told must hear that it is taken back."""
    again = Notice(
        id=world.number("notice"),
        year=world.game.year,
        season=world.game.season,
        phase=world.game.phase,
        kind=notice.kind,
        province=notice.province,
        sentence=f"Taken back: {notice.sentence}",
    )
    world.session.add(again)
    world.session.flush()
    world.session.add_all(
        NoticeTo(
            id=world.number("notice_to"),
            notice=again.id,
            desk=one.desk,
            clan=one.clan,
            why="was told what is taken back",
        )
        for one in to
    )
    world.session.flush()


def in_words(entry: JournalEntry, umpire: Umpire) -> str:
    """An entry, with what it says if this umpire may know: other desks' sentences carry the sizes of forces."""
    if umpire.desk == entry.desk or may_read(entry, umpire.desk):
        return f"Entry {entry.number}, “{entry.sentence}”,"
    return f"Entry {entry.number}, made at {DESKS.get(entry.desk, 'a player’s phone')},"


def may_undo(world: World, entry: JournalEntry) -> None:
    """Game Control may take back anything, other desks their own entries while no die was cast."""
    if world.umpire.desk != "game" and world.umpire.desk != entry.desk:
        raise NotThisDesk(
            f"Entry {entry.number} was made at {DESKS.get(entry.desk, 'a player’s phone')}; it is undone there or by "
            "Game Control.",
            field="entry",
        )
    if entry.action in WITHDRAWN:
        raise OrderNotAllowed(STAYS_WITHDRAWN, field="entry")
    if entry.action == RESTORED:
        raise OrderNotAllowed(
            "A restore is taken back by another: restore the copy that was kept before it.", field="entry"
        )
    if entry.dice:
        shown = ", ".join(str(drawn["value"]) for drawn in entry.dice)
        world.forbid(
            OrderNotAllowed(
                f"A die or card was drawn ({shown}), so entry {entry.number} stands. Game Control may re-open it, "
                "with a reason.",
                field="force",
            )
        )


def obstacle(
    session: Session, entry: JournalEntry, taken_back: set[int], near: int | None = None
) -> JournalEntry | None:
    """The first later entry that depends on this one and still stands; the journal's index says where to look.

    ``near`` is the first that may, if that is known already.
    """
    aside = set_aside(entry)
    number_ = near or first_near(session, [entry]).get(entry.number)
    while number_ is not None:
        other = session.get_one(JournalEntry, number_)
        standing = number_ not in taken_back and other.undoes is None
        if standing and depends(other.changes, entry.changes, aside):
            return other
        number_ = first_near(session, [entry], after=number_).get(entry.number)
    return None


def first_near(session: Session, entries: list[JournalEntry], after: int = 0) -> dict[int, int]:
    """For each of these entries the first later one (and later than ``after``) that may depend on it: that changed a
    row it changed, points to a row it made, or moved the clock where that matters. One question for all of them."""
    mine, later = aliased(Touch), aliased(Touch)
    same = and_(later.table == mine.table, later.key == mine.key, later.entry > mine.entry, later.entry > after)
    first = select(later.entry).where(same).order_by(later.entry).limit(1).correlate(mine)
    rows = session.execute(
        select(
            mine.entry, mine.table, mine.key, first.where(later.changed).scalar_subquery(), first.scalar_subquery()
        ).where(mine.entry.in_([entry.number for entry in entries]), mine.changed)
    )
    made = {
        (entry.number, change["table"], key_of(row_of(change)))
        for entry in entries
        for change in entry.changes
        if change["before"] is None
    }
    found: dict[int, list[int]] = {}
    for number_, table, key, changed, touched in rows:
        near = touched if (number_, table, key) in made else changed
        if near is not None:
            found.setdefault(number_, []).append(near)
    for entry in entries:
        since = max(entry.number, after)
        if any("season" in (change["before"] or {}) for change in entry.changes if change["table"] == "game"):
            moved = select(func.min(JournalEntry.number)).where(JournalEntry.number > since)
        elif any(change["table"] in GATED for change in entry.changes):
            moved = select(func.min(Touch.entry)).where(Touch.table == "game", Touch.entry > since, Touch.changed)
        elif any(change["table"] in RECKONED for change in entry.changes):
            moved = (
                select(func.min(Touch.entry))
                .join(JournalEntry, JournalEntry.number == Touch.entry)
                .where(Touch.table == "game", Touch.entry > since, Touch.changed, JournalEntry.action.in_(ENDS))
            )
        else:
            continue
        if (number_ := session.scalar(moved)) is not None:
            found.setdefault(entry.number, []).append(number_)
    return {number_: min(near) for number_, near in found.items()}


def key_of(row: tuple[Any, ...]) -> str:
    """The key of a row as the journal's index has it."""
    return " ".join(map(str, row[1:]))


def stands_in_the_way(other: JournalEntry, umpire: Umpire) -> str:
    """Why an entry cannot be taken back: another depends on it."""
    return f"{in_words(other, umpire)} depends on it. Take that back first."


def why_not(session: Session, numbers: list[int], umpire: Umpire, taken_back: set[int]) -> dict[int, str]:
    """Why this umpire cannot take these entries back, so far as can be told without trying; empty where he may try."""
    entries = list(session.scalars(select(JournalEntry).where(JournalEntry.number.in_(numbers))))
    reasons = {entry.number: at_once(entry, umpire, taken_back) for entry in entries}
    open_ = [entry for entry in entries if not reasons[entry.number]]
    near = first_near(session, open_)
    list(session.scalars(select(JournalEntry).where(JournalEntry.number.in_(set(near.values())))))  # read all at once
    for entry in open_:
        if entry.number in near and (other := obstacle(session, entry, taken_back, near[entry.number])):
            reasons[entry.number] = f"Take back entry {other.number} first, which rests on it."
    return reasons


def at_once(entry: JournalEntry, umpire: Umpire, taken_back: set[int]) -> str:
    """Why an entry cannot be taken back, whatever came after it; empty if nothing speaks against it."""
    if entry.number in taken_back:
        return "It is taken back already."
    if umpire.desk not in ("game", entry.desk):
        whose = DESKS.get(entry.desk, "A player’s phone")
        return f"{whose}{'' if entry.desk == 'game' else ' or Game Control'} undoes it."
    if entry.action in WITHDRAWN:
        return STAYS_WITHDRAWN
    if entry.action == RESTORED:
        return "Restore the copy that was kept before it."
    if entry.dice and umpire.desk != "game":
        return "A die or card was drawn: only Game Control may re-open it."
    return ""


def set_aside(entry: JournalEntry) -> set[str]:
    """The tables whose rows stay as they are now if they have moved on since this entry."""
    return ASIDE if all(change["table"] in HALL for change in entry.changes) else ASIDE | HALL


def depends(later: list[Change], earlier: list[Change], aside: set[str]) -> bool:
    """Whether ``later`` changed a row that ``earlier`` changed, points to a row that ``earlier`` made, or moved the
    clock after ``earlier`` had entered an order or settled something: phases are run on those (R14)."""
    touched = {row_of(change) for change in earlier}
    if any(change["table"] == "game" and "season" in (change["before"] or {}) for change in earlier):
        return any(change["table"] not in aside for change in later)  # all in a season rests on its beginning
    if any(table in GATED for table, *_ in touched) and any(change["table"] == "game" for change in later):
        return True
    if reckoned_with(later, earlier):
        return True
    made = {(change["table"], *change["key"]) for change in earlier if change["before"] is None}
    return any(
        row_of(change) in touched or references(change) & made for change in later if change["table"] not in aside
    )


def reckoned_with(later: list[Change], earlier: list[Change]) -> bool:
    """Whether ``later`` ended a season that had reckoned with what ``earlier`` booked: winter with every point of the
    year (R22, R25), every season with the troops that were announced (R23), and its end with the upkeep paid (R24)."""
    ended = {name for change in later if change["table"] == "game" for name in change["before"] or ()}
    kinds = {(change["before"] or change["after"])["kind"] for change in earlier if change["table"] == "transfer"}
    by_season = "upkeep" in kinds or any(change["table"] == "muster" for change in earlier)
    return ("year" in ended and bool(kinds)) or ("season" in ended and by_season)


def restore(session: Session, change: Change, aside: set[str]) -> None:
    """Set one row back to how it was. Raises OrderNotAllowed if it is no longer as the entry left it; a row of a
    table that nobody builds on stays as it is now."""
    model = TABLES[change["table"]]
    key = dict(zip((column.key for column in inspect(model).primary_key), change["key"], strict=True))
    row = session.get(model, key)
    if change["table"] in aside and moved_on(row, change):
        return
    if change["after"] is None:
        session.add(model(**change["before"]))
        return
    now = None if row is None else {name: columns(row)[name] for name in change["after"]}
    if row is None or (now != change["after"] and change["table"] not in aside):
        raise OrderNotAllowed(
            f"The {change['table'].replace('_', ' ')} has changed since; it cannot be set back.", field="entry"
        )
    if change["before"] is None:
        session.delete(row)
    else:
        for name, value in change["before"].items():
            setattr(row, name, value)


def moved_on(row: Base | None, change: Change) -> bool:
    """Whether a row is no longer as the entry left it. One that came with the entry goes with it all the same when
    others hang on that (a notice's hearers on the notice), or when it tells the hall of what is taken back."""
    if change["after"] is None:
        return row is not None
    if row is None:
        return True
    if change["before"] is None and change["table"] in ("notice_to", "announcement", "announcement_read"):
        return False
    now = columns(row)
    return any(now[name] != value for name, value in change["after"].items())
