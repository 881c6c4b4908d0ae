"""The ledger of honour: sums, trend, history, and how freely each umpire gives (handbook 4; R28).

Everything here asks for the desk first: Team Control and Game Control alone know it. What the hall sees of it is the
board that Game Control has released, which is sengoku/honour/status_questions.py's.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from sqlalchemy import ColumnElement, bindparam, desc, func, select
from sqlalchemy.orm import Session, aliased

from control.kernel.database.keeping import kept
from control.kernel.database.made import made_from
from control.kernel.errors import NotThisDesk
from control.kernel.grouping import grouped
from control.kernel.rows import JournalEntry, Touch
from control.kernel.values import dataclass
from control.kernel.wording import any_spelling, same_name, signed
from control.sengoku.honour.status_questions import last_board
from control.sengoku.rows import Character, Clan, Game, Honour, HonourProposal, Part, Player, StatusBoard
from control.sengoku.rules.desks import SEES_HONOUR
from control.sengoku.rules.people.status import Given, Weighed, ranked, weigh
from control.sengoku.scenario.files.honour import AWARDS
from control.sengoku.scenario.model import HEADS, HonourReason, Scenario
from control.sengoku.world.dates_questions import season_in_words
from control.sengoku.world.land.land_questions import ClanSign, clan_signs, played_clans
from control.sengoku.world.land.risings_questions import lords
from control.sengoku.world.minding_questions import his_alone, is_his
from control.sengoku.world.people.people_questions import is_called

AUTOMATIC = AWARDS
"""The reasons that winter proposes by itself: they say nothing about an umpire's hand, and once a year is enough."""
PLACES_IN_A_YEAR = {"winter": 0, "spring": 1, "summer": 2, "autumn": 3}
"""The handbook's year runs from winter to autumn."""
OWN_ACTIONS = ("honour.log", "honour.correct", "honour.level", "honour.import", "proposal.book")
"""The entries of the journal that book honour and nothing else: these can be taken back beside what they booked."""


def only_for(desk: str, *desks: str) -> None:
    """Stop anybody who is not to know. Raises NotThisDesk."""
    if desk not in (desks or SEES_HONOUR):
        raise NotThisDesk("This is kept at another desk.")


# ---- who can be booked for


@dataclass(frozen=True)
class Member:
    """One of a clan: ``player`` is who plays him, empty while nobody does."""

    id: str
    name: str
    title: str
    clan: ClanSign
    alive: bool
    player: str


def members(session: Session, desk: str, clan: str = "", words: str = "") -> list[Member]:
    """The people of a clan (or those whose names have these ``words`` in them), its head first, the dead last."""
    only_for(desk)
    if not clan and not words.strip():
        return []
    signs = clan_signs(session)
    asked = (
        select(Character, Player.name)
        .outerjoin(Part, Part.character == Character.id)
        .outerjoin(Part.the_player)
        .where(his_alone(desk, Character.clan))
        .order_by(Character.clan, Character.id)
    )
    found = [
        Member(one.id, one.name, one.title, signs[one.clan], one.alive, player or "")
        for one, player in sorted(
            session.execute(asked.where(Character.clan == clan) if clan else asked).all(),
            key=lambda row: (row[0].clan, not row[0].alive, row[0].role not in HEADS, row[0].id),
        )
        if not words or is_called(words, f"{one.name} {player or ''}")
    ]
    return found[:60]


def booked_for(session: Session, desk: str = "game") -> list[tuple[ClanSign, bool]]:
    """Every clan that honour can be booked for, with whether it is played: those first."""
    signs = clan_signs(session)
    theirs = select(Clan.id, Clan.played).where(lords(), his_alone(desk, Clan.id))
    rows = session.execute(theirs.order_by(Clan.played.desc(), Clan.id))
    return [(signs[key], played) for key, played in rows]


def frequent(scenario: Scenario) -> list[HonourReason]:
    """The reasons that come first on a Controller's phone."""
    return [one for one in scenario.honour.values() if one.frequent]


def groups(scenario: Scenario) -> dict[str, list[HonourReason]]:
    """All reasons under their headings."""
    return grouped((one.group, one) for one in scenario.honour.values())


def reason_named(scenario: Scenario, key: str) -> str:
    """A reason as it is called; its key if it has gone from the list since."""
    return scenario.honour[key].name if key in scenario.honour else key


# ---- the ledger


@dataclass(frozen=True)
class HonourFilter:
    """What to show of the ledger; everything may be empty. ``season`` is a number by Game.seasons."""

    clan: str = ""
    person: str = ""
    reason: str = ""
    umpire: str = ""
    season: str = ""

    def conditions(self, session: Session) -> Iterator[ColumnElement[bool]]:
        """The same as conditions on the ledger; ``free`` asks for reasons of the umpires' own."""
        if self.clan:
            yield Honour.clan == self.clan
        if self.person:
            yield Honour.character == self.person
        if self.reason:
            yield Honour.reason == ("" if self.reason == "free" else self.reason)
        if self.umpire:
            everybody = session.scalars(select(Honour.umpire).distinct())
            yield Honour.umpire.in_([one for one in everybody if same_name(one, self.umpire)])
        if self.season:
            yield Honour.number == (int(self.season) if self.season.isdecimal() and len(self.season) < 6 else -1)


@dataclass(frozen=True)
class HonourLine:
    """A line of the ledger. ``worth`` is what it counts after its corrections. ``entry`` is the journal's, if it can be
    taken back by itself, ``of`` how many lines go with it; ``mine`` whether this umpire booked it."""

    id: int
    when: str
    at: str
    clan: ClanSign
    person_id: str
    person: str
    reason: str
    points: int
    worth: int
    note: str
    witness: str
    umpire: str
    levels: str
    corrects: int | None
    entry: int | None
    of: int
    mine: bool


def ledger(
    session: Session,
    scenario: Scenario,
    desk: str,
    umpire: str,
    only: HonourFilter | None = None,
    limit: int = 40,
    before: int | None = None,
    about: int | None = None,
) -> list[HonourLine]:
    """The latest lines of the ledger, newest first, or the latest before that one; or the line ``about`` with what
    corrects it."""
    only_for(desk)
    signs = clan_signs(session)
    asked = (
        select(Honour, Character.name)
        .outerjoin(Honour.the_character)
        .where(*(only or HonourFilter()).conditions(session), his_alone(desk, Honour.clan))
        .order_by(Honour.line.desc())
        .limit(limit)
    )
    if before is not None:
        asked = asked.where(Honour.line < select(Honour.line).where(Honour.id == before).scalar_subquery())
    if about is not None:
        asked = asked.where((Honour.id == about) | (Honour.corrects == about))
    rows = session.execute(asked).all()
    ids = [row.id for row, _ in rows]
    corrected: dict[int | None, int] = {
        key: int(points)
        for key, points in session.execute(
            select(Honour.corrects, func.sum(Honour.points)).where(Honour.corrects.in_(ids)).group_by(Honour.corrects)
        )
    }
    entries = booked_by(session, ids)
    return [
        made_from(
            HonourLine,
            row,
            when=f"{row.season} {row.year}",
            clan=signs[row.clan],
            person_id=row.character or "",
            person=name or "",
            reason=reason_named(scenario, row.reason),
            worth=row.points + corrected.get(row.id, 0),
            levels=row.levels or "",
            entry=entries.get(row.id, (None, 0))[0],
            of=entries.get(row.id, (None, 0))[1],
            mine=row.desk == desk and same_name(row.umpire, umpire),
        )
        for row, name in rows
    ]


BOOKED_BY = (
    select(Touch.key, Touch.entry)
    .join(JournalEntry, JournalEntry.number == Touch.entry)
    .where(
        Touch.table == "honour",
        Touch.key.in_(bindparam("lines", expanding=True)),
        Touch.changed,
        JournalEntry.action.in_(OWN_ACTIONS),
    )
)
LINES_OF = (
    select(Touch.entry, func.count())
    .where(Touch.entry.in_(bindparam("entries", expanding=True)), Touch.table == "honour", Touch.changed)
    .group_by(Touch.entry)
)


def booked_by(session: Session, ids: list[int]) -> dict[int, tuple[int, int]]:
    """The journal entry that booked each of these lines, and how many lines it booked; only entries that booked honour
    and nothing else."""
    rows = session.execute(BOOKED_BY, {"lines": [str(one) for one in ids]}).all()
    of = {key: int(count) for key, count in session.execute(LINES_OF, {"entries": {entry for _, entry in rows}})}
    return {int(key): (entry, of[entry]) for key, entry in rows}


@dataclass(frozen=True)
class Choices:
    """What the ledger can be filtered by: keys and words."""

    clans: tuple[tuple[str, str], ...]
    reasons: tuple[tuple[str, str], ...]
    umpires: tuple[str, ...]
    seasons: tuple[tuple[str, str], ...]


@kept
def choices(session: Session, scenario: Scenario, desk: str) -> Choices:
    """The clans, reasons, umpires and seasons that there are lines of."""
    only_for(desk)
    game = Game.only(session)
    his = his_alone(desk, Honour.clan)
    seasons = session.scalars(select(Honour.number).where(his).distinct().order_by(desc(Honour.number)))
    umpires = session.scalars(select(Honour.umpire).where(his).distinct())
    return Choices(
        tuple((sign.id, sign.name) for sign, _played in booked_for(session, desk)),
        (*((one.key, one.name) for one in scenario.honour.values()), ("free", "a reason of one’s own")),
        tuple(spellings[0] for spellings in grouped((any_spelling(one), one) for one in sorted(umpires)).values()),
        tuple((str(one), season_in_words(game, one).capitalize()) for one in seasons),
    )


# ---- what is proposed


@dataclass(frozen=True)
class Proposed:
    """Honour that waits for an umpire's word: for whom, by which reason of the list, and what happened."""

    id: int
    clan: ClanSign
    person: str
    reason: str
    points: int
    why: str
    when: str

    @property
    def in_words(self) -> str:
        """It in a line, to choose one."""
        return f"{self.person or self.clan.name}, {signed(self.points)}: {self.why}"


def proposed(session: Session, scenario: Scenario, desk: str) -> list[Proposed]:
    """What waits to be booked or declined, the oldest first."""
    only_for(desk)
    signs = clan_signs(session)
    waiting = select(HonourProposal, Character.name).outerjoin(HonourProposal.the_character)
    waiting = waiting.where(his_alone(desk, HonourProposal.clan))
    return [
        made_from(
            Proposed,
            row,
            clan=signs[row.clan],
            person=name or "",
            reason=reason_named(scenario, row.reason),
            when=f"{row.season} {row.year}",
        )
        for row, name in session.execute(waiting.where(HonourProposal.answer == "").order_by(HonourProposal.line))
    ]


def waiting(session: Session, desk: str = "game") -> int:
    """How many proposals wait."""
    found = select(func.count()).select_from(HonourProposal).filter_by(answer="")
    return session.scalar(found.where(his_alone(desk, HonourProposal.clan))) or 0


# ---- sums and trend


@kept
def sums(session: Session) -> dict[str, int]:
    """The honour of every played clan, its people's with it."""
    booked: dict[str, int] = {
        clan: int(points)
        for clan, points in session.execute(select(Honour.clan, func.sum(Honour.points)).group_by(Honour.clan))
    }
    return {clan: booked.get(clan, 0) for clan in played_clans(session)}


@dataclass(frozen=True)
class Step:
    """A season of a clan: what it gained or lost, and what it had then."""

    season: str
    gained: int
    total: int


@dataclass(frozen=True)
class Trend:
    """A clan from the first season to now."""

    clan: ClanSign
    steps: tuple[Step, ...]

    @property
    def gained(self) -> int:
        """What this season has brought so far."""
        return self.steps[-1].gained


@kept
def trends(session: Session, desk: str, clan: str = "") -> list[Trend]:
    """How the honour of the played clans (or of this one) went, season by season."""
    only_for(desk)
    game = Game.only(session)
    signs = clan_signs(session)
    those = [Honour.clan == clan] if clan else []
    booked: dict[tuple[str, int], int] = {
        (key, number): points
        for key, number, points in session.execute(
            select(Honour.clan, Honour.number, func.sum(Honour.points))
            .where(*those)
            .group_by(Honour.clan, Honour.number)
        )
    }
    names = [season_in_words(game, number) for number in range(game.seasons + 1)]
    played = select(Clan.id).where(Clan.played.is_(True), his_alone(desk, Clan.id)).order_by(Clan.id)
    keys = [clan] if clan and is_his(desk, clan) else [] if clan else session.scalars(played)
    found = []
    for key in keys:
        total, steps = 0, []
        for number, name in enumerate(names):
            gained = booked.get((key, number), 0)
            total += gained
            steps.append(Step(name, gained, total))
        found.append(Trend(signs[key], tuple(steps)))
    return found


# ---- umpires


@kept
def given(session: Session, desk: str) -> list[Weighed]:
    """How freely each umpire gives, the most generous first; for Game Control alone.

    A correction counts for the umpire whose entry it corrects. What winter proposes by itself counts for nobody. Who
    came back and wrote his name otherwise is one umpire, called as he is first in the alphabet, by a capital that is.
    """
    only_for(desk, "game")
    first = aliased(Honour)
    by = func.coalesce(first.umpire, Honour.umpire)
    season = func.coalesce(first.number, Honour.number)
    rows = session.execute(
        select(by, func.count().filter(Honour.corrects.is_(None)), func.sum(Honour.points), season, Honour.clan)
        .outerjoin(first, first.id == Honour.corrects)
        .where(Honour.levels.is_(None), Honour.reason.not_in(AUTOMATIC))
        .group_by(by, season, Honour.clan)
        .order_by(by)
    )
    levelled: Counter[str] = Counter()
    for umpire, points in session.execute(
        select(Honour.levels, func.sum(Honour.points)).where(Honour.levels.is_not(None)).group_by(Honour.levels)
    ):
        levelled[any_spelling(umpire or "")] += int(points)
    found = []
    for one, his in grouped((any_spelling(row[0]), row) for row in rows).items():
        seasons, clans = {row[3] for row in his}, {row[4] for row in his}
        entries, points = sum(row[1] for row in his), sum(int(row[2]) for row in his)
        found.append(Given(his[0][0], entries, points, len(seasons), len(clans), levelled[one]))
    return sorted(weigh(found), key=lambda one: (-one.lean, one.given.umpire))


# ---- the board


@dataclass(frozen=True)
class BoardLine:
    """A clan on the board that would be released now; ``points`` are for Game Control's eyes."""

    clan: ClanSign
    rank: int
    was: int | None
    points: int

    @property
    def move(self) -> str:
        """Up, down, same, or new."""
        if self.was is None:
            return "new"
        return "same" if self.was == self.rank else "up" if self.rank < self.was else "down"


@dataclass(frozen=True)
class BoardPreview:
    """The board that would be released now, beside the last one. ``seen`` is the two of them in short; ``last`` is when
    the last was released, empty before the first, and ``same`` whether nothing has moved since that one."""

    lines: tuple[BoardLine, ...]
    seen: str
    last: str
    same: bool


def board_preview(session: Session) -> BoardPreview:
    """The order of the played clans by their sums, with where each stood on the board of the season before (or on the
    first of this season, if there was none before)."""
    signs = clan_signs(session)
    points = sums(session)
    game = Game.only(session)
    last = last_board(session)
    earlier = session.scalar(
        select(StatusBoard).where(StatusBoard.number < game.seasons).order_by(StatusBoard.id.desc()).limit(1)
    ) or session.scalar(select(StatusBoard).order_by(StatusBoard.id).limit(1))
    stood = {line["clan"]: line["rank"] for line in earlier.ranks} if earlier else {}
    order = ranked(points)
    now = {line["clan"]: line["rank"] for line in last.ranks} if last else {}
    return BoardPreview(
        lines=tuple(BoardLine(signs[clan], rank, stood.get(clan), points[clan]) for clan, rank in order),
        seen=" ".join([str(last.id if last else 0), *(f"{clan}:{rank}" for clan, rank in order)]),
        last=f"{last.season} {last.year}" if last else "",
        same=dict(order) == now,
    )


# ---- the table


COLUMNS = {
    "year": False,
    "season": False,
    "clan": True,
    "person": False,
    "reason": False,
    "points": False,
    "note": False,
    "witness": False,
    "umpire": False,
}
"""The columns of a table of honour, and whether an import must have them."""


def table(session: Session, scenario: Scenario, desk: str) -> list[tuple[object, ...]]:
    """The whole ledger, line by line, in the columns above."""
    only_for(desk)
    rows = session.execute(
        select(Honour, Clan.name, Character.name)
        .join(Honour.the_clan)
        .outerjoin(Honour.the_character)
        .where(his_alone(desk, Honour.clan))
        .order_by(Honour.line)
    )
    return [
        (
            row.year,
            row.season,
            clan,
            person or "",
            reason_named(scenario, row.reason),
            row.points,
            row.note,
            row.witness,
            row.umpire,
        )
        for row, clan, person in rows
    ]
