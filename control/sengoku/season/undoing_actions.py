"""What only an undo must mind in this game, and what it takes along; what is true whatever is done are the invariants
of the chapters.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from sqlalchemy import select
from sqlalchemy.orm import Session

from control.kernel.errors import OrderNotAllowed
from control.kernel.hall.scenario.scenario_actions import still_whole
from control.kernel.journal.numbering_questions import numbering
from control.kernel.roles import parts_of
from control.kernel.rows import AnnouncementRead, Entry, JournalEntry
from control.kernel.undo.undo import AT_ONCE
from control.kernel.undo.wake import Row, by_table, set_aside, trace_of, treated
from control.kernel.values import dataclass
from control.kernel.wording import capital, in_a_row
from control.sengoku.books.books_questions import still_lent
from control.sengoku.rows import (
    Battle,
    BattleForce,
    Clan,
    Notice,
    NoticeTo,
    Reprint,
    Transfer,
)
from control.sengoku.rules.desks import DESKS, SEES_BOOKS
from control.sengoku.world.acting import World
from control.sengoku.world.land.land_questions import clan_names
from control.sengoku.world.ledger.ledger_questions import balances
from control.sengoku.world.telling.telling_questions import TAKEN_BACK


def undoing(world: World, entry: Entry, taken_back: set[int]) -> Callable[[], None]:
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
        nobody_paid_back_too_much(session, entry)
        nobody_lost_a_title(world, entry, taken_back)
        no_team_left_for_want_of_land(world, entry, taken_back)
        for notice, to in knew:
            unsay(world, notice, to)

    return afterwards


def forget_papers(session: Session, entry: Entry) -> None:
    """Let go of papers that were to be printed for an army which never was after all."""
    armies = [change["key"][0] for change in entry.changes if change["table"] == "army" and change["before"] is None]
    for paper in session.scalars(select(Reprint).where(Reprint.army.in_(armies)).order_by(Reprint.id)):
        session.delete(paper)
    session.flush()


def forget_readers(world: World, entry: Entry) -> None:
    """Let go of the marks of those who have read what this entry announced: a ruling that is taken back is announced
    no more, and nobody's reading it keeps it."""
    if set_aside(world.of_game, entry) == treated(world.of_game, "aside"):
        return
    session = world.session
    made = [c["key"][0] for c in entry.changes if c["table"] == "announcement" and c["before"] is None]
    mine = {AnnouncementRead.key_in(c) for c in entry.changes if c["table"] == "announcement_read"}
    for mark in session.scalars(select(AnnouncementRead).where(AnnouncementRead.announcement.in_(made))):
        if (mark.announcement, mark.reader, mark.desk) not in mine:
            session.delete(mark)
    session.flush()


def not_in_an_ended_battle(session: Session, entry: Entry) -> None:
    """Refuse to change what the units of a battle have lost once it is over: what they recover rests on it (R8); unless
    its end goes with them, as where a rewind is done again."""
    battles = [change for change in entry.changes if change["table"] == "battle"]
    ends = {change["key"][0] for change in battles if "over" in (change["before"] or change["after"])}
    for change in entry.changes:
        if change["table"] == "battle_force" and change["before"] and change["after"]:
            force = session.get(BattleForce, change["key"][0])
            if force is not None and force.battle not in ends and session.get_one(Battle, force.battle).over:
                raise OrderNotAllowed(
                    f"Battle {force.battle} is over, and what comes back rests on these losses. Take its end back "
                    "first.",
                    field="entry",
                    ruling="R8",
                )


def deed_of(world: World, entry: JournalEntry) -> str:
    """An entry by its number as the desk is told it; one that it does not count has none there."""
    numbers = numbering(world.session, world.umpire.desk)
    return f"entry {numbers.shown(entry.number)}" if numbers.told(entry.number) else "something entered at another desk"


def nobody_lost_a_title(world: World, entry: Entry, taken_back: set[int]) -> None:
    """Refuse to bring somebody back to life whose title was given away, or fell back, since (R39)."""
    session = world.session
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
                f"{capital(deed_of(world, other))} gave away what he held. Take that back first.",
                field="entry",
                ruling="R39",
            )


def no_team_left_for_want_of_land(world: World, entry: Entry, taken_back: set[int]) -> None:
    """Refuse to give a clan its land again whose team got another since, because it had lost its last (R33); not where
    another team plays it by now."""
    session = world.session
    holders = {
        (change["before"] or {}).get("holder") for change in entry.changes if change["table"] in ("province", "place")
    } - {None}
    again = {clan for clan in holders if not session.get_one(Clan, clan).played}
    went = select(JournalEntry).where(JournalEntry.action == "team.take_clan", JournalEntry.number > entry.number)
    for other in session.scalars(went.order_by(JournalEntry.number)) if again else ():
        if other.number not in taken_back and other.arguments["team"] in again:
            raise OrderNotAllowed(
                f"By {deed_of(world, other)} the team that lost this land plays another clan. Take that back first.",
                field="entry",
                ruling="R33",
            )


@dataclass(frozen=True)
class Heard:
    """Who was told of something: a clan, by way of a desk."""

    desk: str
    clan: str | None


def nobody_paid_back_too_much(session: Session, entry: Entry) -> None:
    """Refuse to take a loan back whose return stands: the clan would have it twice."""
    for change in entry.changes:
        loan = change["after"] if change["table"] == "transfer" and change["before"] is None else None
        if not loan or loan["kind"] != "loan" or still_lent(session, loan["payer"]) >= 0:
            continue
        returned = select(Transfer.id).where(
            Transfer.payee == loan["payer"],
            Transfer.kind == "loan_repaid",
            Transfer.line > loan.get("line", loan["id"]),
        )
        if session.scalar(returned.limit(1)) is not None:
            raise OrderNotAllowed(
                f"Nobles have paid {session.get_one(Clan, loan['payer']).name} back what it lent them. Take that back "
                "first.",
                field="entry",
                ruling="H5",
            )


def spent(session: Session, made: Mapping[str, Sequence[Row]], desk: str) -> str:
    """Why these bookings cannot go together: a clan has spent since what it got by them (R27); empty if they can. Which
    it is, only a desk that sees books is told."""
    keys = [key for _, key in made.get("transfer", ())]
    has = balances(session) if keys else {}
    for first in range(0, len(keys), AT_ONCE):
        for clan, (rice, cash) in balances(session, Transfer.id.in_(keys[first : first + AT_ONCE])).items():
            has[clan] = has[clan][0] - rice, has[clan][1] - cash
    short = [name for clan, name in clan_names(session).items() if min(has.get(clan, (0,))) < 0]
    who = in_a_row(short) if desk in SEES_BOOKS else "Somebody"
    return f"{who} spent what came by this. Take that spending back first." if short else ""


def told_already(session: Session, entry: Entry) -> list[tuple[Notice, list[Heard]]]:
    """The notices that this entry put on the lists, with those who have been told of them by now."""
    found = notices_told(session, by_table(trace_of(session, entry.changes).made).get("notice", ()))
    for notice, _ in found:
        session.expunge(notice)  # its row is about to go
    return found


def notices_told(session: Session, notices: Iterable[Row]) -> list[tuple[Notice, list[Heard]]]:
    """Those of these notices of which somebody was told, in the order in which they were put on the lists."""
    made = [key for _, key in notices]
    told: dict[int, tuple[Notice, list[Heard]]] = {}
    for first in range(0, len(made), AT_ONCE):
        to = select(Notice, NoticeTo.desk, NoticeTo.clan).join(NoticeTo, NoticeTo.notice == Notice.id)
        of = to.where(Notice.id.in_(made[first : first + AT_ONCE]), NoticeTo.told).order_by(NoticeTo.id)
        for notice, desk, clan in session.execute(of):
            told.setdefault(notice.id, (notice, []))[1].append(Heard(desk, clan))
    return [told[key] for key in made if key in told]


def heard(session: Session, made: Mapping[str, Sequence[Row]], desk: str) -> list[str]:
    """Who was told of these rows that were made, and what: Game Control hears of all, another desk of its own, and an
    umpire who minds a part of it of that."""
    clans, parts, found = clan_names(session), parts_of(desk), []
    for notice, told in notices_told(session, made.get("notice", ())):
        to = [
            f"{DESKS[one.desk]}, {clans[one.clan]}" if one.clan else DESKS[one.desk]
            for one in told
            if desk in ("game", one.desk) and (parts is None or one.clan in parts)
        ]
        if to:
            found.append(f"{in_a_row(to)}: “{notice.sentence}”")
    return found


def unsay(world: World, notice: Notice, to: list[Heard]) -> None:
    """Those who were told must hear that it is taken back."""
    again = world.new(
        Notice,
        phase=world.game.phase,
        kind=notice.kind,
        province=notice.province,
        sentence=f"{TAKEN_BACK}{notice.sentence}",
    )
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
