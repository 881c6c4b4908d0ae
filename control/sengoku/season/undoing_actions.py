"""What an undo must leave true in this game, and what it takes along.

The kernel sets the rows of an entry back; here stands what may not come of it: debts, men in two places, titles lost.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from sqlalchemy import select
from sqlalchemy.orm import Session

from control.kernel.errors import OrderNotAllowed
from control.kernel.rows import AnnouncementRead, JournalEntry
from control.kernel.undo import set_aside, treated
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
from control.sengoku.world.acting import World
from control.sengoku.world.ledger_questions import balance


def undoing(world: World, entry: JournalEntry, taken_back: set[int]) -> Callable[[], None]:
    """Look at an entry before its rows are set back; what is to be done, and must be true, afterwards.

    Raises OrderNotAllowed, here or afterwards; then nothing is taken back.
    """
    session = world.session
    not_in_an_ended_battle(session, entry)
    knew = told_already(session, entry)
    forget_papers(session, entry)
    forget_readers(world, entry)

    def afterwards() -> None:
        still_whole(session, entry)
        nobody_in_debt(session, entry)
        nobody_paid_back_too_much(session, entry)
        nobody_in_two_places(session, entry)
        nobody_dead_draws(session, entry)
        nobody_lost_a_title(session, entry, taken_back)
        for notice, to in knew:
            unsay(world, notice, to)

    return afterwards


def forget_papers(session: Session, entry: JournalEntry) -> None:
    """Let go of papers that were to be printed for an army which never was after all."""
    armies = [change["key"][0] for change in entry.changes if change["table"] == "army" and change["before"] is None]
    for paper in session.scalars(select(Reprint).where(Reprint.army.in_(armies)).order_by(Reprint.id)):
        session.delete(paper)
    session.flush()


def forget_readers(world: World, entry: JournalEntry) -> None:
    """Let go of the marks of those who have read what this entry announced: a ruling that is taken back is announced
    no more, and nobody's reading it keeps it."""
    if set_aside(world.of_game, entry) == treated(world.of_game, "aside"):
        return
    session = world.session
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
