"""The season's news: what everybody reads once it is released, and what Game Control chooses it from."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from sqlalchemy import or_, select
from sqlalchemy.orm import Session

from control.kernel.database.made import made_from
from control.kernel.errors import OrderNotAllowed
from control.kernel.journal.audience import desks_named
from control.kernel.journal.journal_questions import DONE_BY
from control.kernel.rows import JournalEntry
from control.kernel.values import dataclass
from control.sengoku.rows import Game, News
from control.sengoku.rules.desks import DESKS
from control.sengoku.rules.seasons import InASeason, season_at, season_heading
from control.sengoku.rules.sizes import tells_sizes, without_sizes
from control.sengoku.world.moments_questions import moment_at

NOTEWORTHY = (
    "battle.end",
    "encounter.settle",
    "locals.%",
    "treaty.%",
    "risk.draw",
    "succession.%",
    "hostage.%",
    "province.%",
    "place.%",
    "work.%",
    "upkeep.abandon",
    "board.release",
    "conquest.settle",
    "edict.%",
    "rebellion.%",
    "rebels.raise",
    "person.struck",
    "title.grant",
    "title.confirm",
    "shogun.make",
    "shogun.retire",
    "head.replace",
    "team.take_clan",
)
"""Actions whose sentences people in the hall may like to hear; Game Control can look at all others too."""
WINDOW = 2000
"""So many entries of the journal are looked through at a time: more than a season has."""
SECRET_NOTICES = {"wound"}
"""What the clans concerned are told and nobody else: no wording for everybody."""


@dataclass(frozen=True)
class Season(InASeason):
    """A season by its number (Game.seasons), with its name."""

    number: int
    year: int
    season: str


def season_now(session: Session) -> Season:
    """The season the game is in."""
    game = Game.only(session)
    return Season(game.seasons, game.year, game.season)


def season_of(session: Session, number: int) -> Season:
    """A season that has been, or is, by its number."""
    now = season_now(session)
    season, year = season_at(now.season, now.year, number - now.number)
    return Season(number, year, season)


def season_when(session: Session, moment: int) -> Season:
    """A season that has been, or is, by a moment in it: for what a journal entry says of itself. Raises OrderNotAllowed
    for one that has not been: the clock may have been typed in wrong, and set right since."""
    now, at = season_now(session), moment_at(moment)
    season, year = at["season"], at["year"]
    ago = (back for back in range(now.number + 1) if season_at(now.season, now.year, -back) == (season, year))
    if (back := next(ago, None)) is None:
        raise OrderNotAllowed(
            f"That was entered in {season} {year}, which has not been: it is {now.season} {now.year}. Write the news "
            "in your own words.",
            field="entry",
        )
    return Season(now.number - back, year, season)


@dataclass(frozen=True)
class Bulletin:
    """The released news of a season, in order."""

    when: str
    items: tuple[str, ...]


def released(session: Session) -> Bulletin | None:
    """The news of the latest season that has any; None before the first."""
    latest = select(News.number).where(News.released.is_(True)).order_by(News.number.desc()).limit(1)
    rows = list(
        session.scalars(
            select(News)
            .where(News.released.is_(True), News.number == latest.scalar_subquery())
            .order_by(News.spot, News.id)
        )
    )
    if not rows:
        return None
    return Bulletin(season_heading(rows[0].season, rows[0].year), tuple(row.text for row in rows))


@dataclass(frozen=True)
class Item:
    """A piece of news on Game Control's list. ``sized``: it seems to name the size of a force; ``taken_back``: what it
    tells was undone since."""

    id: int
    version: int
    text: str
    entry: int | None
    released: bool
    sized: bool
    taken_back: bool


def items(session: Session, number: int, undone: set[int]) -> list[Item]:
    """The news of a season as Game Control has put it together, in order."""
    rows = session.scalars(select(News).where(News.number == number).order_by(News.spot, News.id))
    return [made_from(Item, row, sized=tells_sizes(row.text), taken_back=row.entry in undone) for row in rows]


def as_shown(listed: Iterable[Item | News]) -> str:
    """Which news a list shows, and in which version: what is released in one tap goes out as it was read."""
    return " ".join(f"{one.id}.{one.version}" for one in listed)


def seasons_with_news(session: Session) -> list[Season]:
    """The seasons that have news, released or not, and the game's own; the latest first."""
    rows = session.execute(select(News.number, News.year, News.season).distinct())
    found = {Season(number, year, season) for number, year, season in rows} | {season_now(session)}
    return sorted(found, key=lambda one: -one.number)


@dataclass(frozen=True)
class Candidate:
    """A sentence of the journal that may become news. ``suggested`` is a wording without sizes, empty if there is
    none; ``private``: not every umpire may read it, so only other words can be news."""

    entry: int
    sentence: str
    suggested: str
    sized: bool
    private: bool
    chosen: bool


@dataclass(frozen=True)
class Offer:
    """Some of a season's sentences, the newest first; ``older`` is the entry before which there are more."""

    lines: tuple[Candidate, ...]
    older: int | None


def candidates(
    session: Session, season: Season, undone: set[int], every: bool = False, before: int | None = None, limit: int = 25
) -> Offer:
    """The sentences of a season that may become news: the noteworthy ones, or ``every`` one."""
    here = (JournalEntry.stretch == f"{season.season} {season.year}",)
    newest = select(JournalEntry.number).where(*here).order_by(JournalEntry.number.desc()).limit(1)
    if before is not None:
        newest = newest.where(JournalEntry.number < before)
    top = session.scalar(newest) or 0
    query = select(JournalEntry).where(
        *here,
        JournalEntry.number.between(top - WINDOW + 1, top),
        JournalEntry.undoes.is_(None),
    )
    if not every:
        query = query.where(or_(*(DONE_BY.like(name) for name in NOTEWORTHY)))
    rows = list(session.scalars(query.order_by(JournalEntry.number.desc()).limit(limit)))
    seen_to = rows[-1].number if len(rows) == limit else max(1, top - WINDOW + 1)
    more = session.scalar(select(JournalEntry.number).where(*here, JournalEntry.number == seen_to - 1))
    chosen = set(session.scalars(select(News.entry).where(News.entry.in_([row.number for row in rows]))))
    lines = tuple(candidate(row, row.number in chosen) for row in rows if row.number not in undone)
    return Offer(lines, seen_to if more else None)


def one_candidate(session: Session, number: int) -> Candidate | None:
    """One sentence of the journal, wherever it stands; None if there is none of this number."""
    entry = session.get(JournalEntry, number)
    return candidate(entry, False) if entry else None


def candidate(entry: JournalEntry, chosen: bool) -> Candidate:
    """A sentence of the journal, and how it may be worded for everybody."""
    private = is_private(entry)
    return made_from(
        Candidate,
        entry,
        entry=entry.number,
        suggested="" if private else wording(entry),
        sized=tells_sizes(entry.sentence),
        private=private,
        chosen=chosen,
    )


def is_private(entry: JournalEntry) -> bool:
    """Whether not every umpire may read an entry; an audience that names all desks hides nothing."""
    return entry.audience is not None and not set(DESKS) <= set(desks_named(entry.audience))


def wording(entry: JournalEntry) -> str:
    """How an entry may be worded for everybody: as the clans were told of it, else its sentence without sizes; in no
    words if only the clans concerned were told, and it was a card that said so, not what happened in the open."""
    for notice in notices_of(entry):
        if notice["kind"] not in SECRET_NOTICES:
            return without_sizes(notice["sentence"])
    return "" if tells_a_secret(entry) else without_sizes(entry.sentence)


def tells_a_secret(entry: JournalEntry) -> bool:
    """Whether only the clans concerned were told of an entry, and it was a card that said so."""
    told = notices_of(entry)
    return bool(told) and entry.action == "risk.draw" and all(one["kind"] in SECRET_NOTICES for one in told)


def notices_of(entry: JournalEntry) -> list[dict[str, Any]]:
    """What the clans were told by an entry."""
    return [one["after"] for one in entry.changes if one["table"] == "notice" and one["before"] is None]
