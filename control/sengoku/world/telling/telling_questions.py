"""What must be said in the hall, and to whom: each desk sees its own list. No sentence here carries a size."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any, TypeVar

from sqlalchemy import Select, func, select
from sqlalchemy.orm import Session, joinedload

from control.kernel.actions.world import is_hidden
from control.kernel.database.made import made_from
from control.kernel.grouping import grouped
from control.kernel.values import dataclass
from control.kernel.wording import folded
from control.sengoku.rows import Notice, NoticeTo
from control.sengoku.rules.seasons import season_heading
from control.sengoku.world.land.land_questions import ClanSign, clan_signs
from control.sengoku.world.minding_questions import his_alone

Query = TypeVar("Query", bound=Select[Any])

WHY = {
    "present": "took part",
    "owner": "holds the province",
    "place": "holds a place in the province",
    "capital": "minds the capital and its own lands",
    "hostage": "keeps a hostage of one of them",
    "treaty": "has a treaty with one of them",
    "neighbour": "holds a province next to it",
}
"""Why a clan must hear of something, the strongest reason first: each clan hears once."""

OF_THOSE_WHO_MET = ("battle", "parley", "withdrawal")
"""Kinds of notices in which clans took part; others concern them."""

BOWED = "bowed"
"""The kind of a notice that a beaten lord kept his land: as a vassal, or for a tribute (R33)."""

TAKEN_BACK = "Taken back: "
"""What stands before the sentence of a notice, of the same kind, for those who were told what an undo took back."""

SEES_ALL = ("map", "game")
"""The desks that see, and may tick, what all desks have to tell; every other desk has its own list."""

FOLDED = 30
"""So many notices that everybody has heard stay at hand."""


@dataclass(frozen=True)
class Hearer:
    """A clan that must hear a notice, or has; ``why`` in words. ``desk`` is the one that tells it."""

    id: int
    clan: ClanSign | None
    desk: str
    why: str
    told: bool
    told_by: str


@dataclass(frozen=True)
class NoticeView:
    """Something that happened, and who must hear it; ``when`` is the season with its year, and the phase."""

    id: int
    sentence: str
    province: str
    when: str
    to: tuple[Hearer, ...]

    @property
    def open(self) -> tuple[Hearer, ...]:
        """Those who have not heard it yet."""
        return tuple(one for one in self.to if not one.told)


@dataclass(frozen=True)
class Wanted:
    """A clan of a desk's list and how much it has still to hear."""

    clan: ClanSign
    open: int


@dataclass(frozen=True)
class TellList:
    """A desk's list: what is open, newest first, and the latest of what was told. ``last`` is the newest recipient
    shown of those that are counted, ``drawn`` are the others to whom something is open: whoever ticks all of it off
    ticks nothing that came after."""

    open: tuple[NoticeView, ...]
    told: tuple[NoticeView, ...]
    clans: tuple[Wanted, ...]
    clan: ClanSign | None
    last: int
    drawn: tuple[int, ...]

    @property
    def untold(self) -> int:
        """How many still have to hear something."""
        return sum(len(notice.open) for notice in self.open)


def tell_list(session: Session, desk: str, clan: str = "") -> TellList:
    """What this desk has to tell and has told, of one clan or of all that it minds."""
    signs = clan_signs(session)
    mine = minded(select(NoticeTo), desk)
    if clan in signs:
        mine = mine.where(NoticeTo.clan == clan)
    waiting = list(session.scalars(mine.where(NoticeTo.told.is_(False))))
    open_ids = {row.notice for row in waiting}
    done = select(NoticeTo.notice).where(NoticeTo.notice.not_in(open_ids)).distinct()
    done = minded(done, desk).order_by(NoticeTo.notice.desc()).limit(FOLDED)
    told_ids = set(session.scalars(done.where(NoticeTo.clan == clan) if clan in signs else done))
    rows = list(session.scalars(mine.where(NoticeTo.notice.in_(open_ids | told_ids)).order_by(NoticeTo.id)))
    views = list(notices(session, rows, signs))
    return TellList(
        open=tuple(view for view in views if view.id in open_ids),
        told=tuple(view for view in views if view.id in told_ids),
        clans=tuple(wanted(session, desk, signs, clan)),
        clan=signs.get(clan),
        last=max((row.id for row in rows if not is_hidden(row.id)), default=0),
        drawn=tuple(row.id for row in waiting if is_hidden(row.id)),
    )


def to_tell(session: Session, desk: str, clan: str) -> tuple[NoticeView, ...]:
    """What this desk has still to tell of one clan, the newest first."""
    mine = minded(select(NoticeTo), desk).where(NoticeTo.clan == clan)
    open_ones = minded(select(NoticeTo.notice), desk).where(NoticeTo.clan == clan, NoticeTo.told.is_(False))
    rows = session.scalars(mine.where(NoticeTo.notice.in_(open_ones)).order_by(NoticeTo.id))
    return tuple(notices(session, rows, clan_signs(session)))


def minded(query: Query, desk: str) -> Query:
    """A query for recipients, for those alone that this desk minds."""
    return query if desk in SEES_ALL else query.where(NoticeTo.desk == str(desk), his_alone(desk, NoticeTo.clan))


def notices(session: Session, rows: Iterable[NoticeTo], signs: dict[str, ClanSign]) -> Iterable[NoticeView]:
    """The notices of these recipients, newest first, the strongest reasons first."""
    by_notice = grouped((row.notice, row) for row in rows)
    found = select(Notice).where(Notice.id.in_(by_notice)).order_by(Notice.id.desc())
    for notice in session.scalars(found.options(joinedload(Notice.the_province))):
        phase = f", phase {notice.phase}" if notice.phase else ""
        hearers = [
            made_from(Hearer, one, clan=signs[one.clan] if one.clan else None, why=why_of(one, notice))
            for one in sorted(by_notice[notice.id], key=lambda one: (strength(one.why), one.clan or ""))
        ]
        yield made_from(
            NoticeView,
            notice,
            province=notice.the_province.name if notice.the_province else "",
            when=season_heading(notice.season, notice.year) + phase,
            to=tuple(hearers),
        )


def why_of(hearer: NoticeTo, notice: Notice) -> str:
    """Why somebody must hear of it, in words: in a death, or in land that is taken, nobody takes part."""
    if hearer.why == "present" and notice.kind not in OF_THOSE_WHO_MET:
        return "is concerned"
    return WHY.get(hearer.why, hearer.why)


def strength(why: str) -> int:
    """The place of a reason in the list of reasons."""
    return list(WHY).index(why) if why in WHY else len(WHY)


def wanted(session: Session, desk: str, signs: dict[str, ClanSign], chosen: str) -> Iterable[Wanted]:
    """The clans that this desk has something left to tell, by name; the chosen one first, told or not."""
    query = minded(select(NoticeTo), desk).where(NoticeTo.told.is_(False), NoticeTo.clan.is_not(None))
    waiting = Counter(row.clan for row in session.scalars(query))
    for sign in sorted(signs.values(), key=lambda sign: (sign.id != chosen, folded(sign.name))):
        if waiting[sign.id] or sign.id == chosen:
            yield Wanted(sign, waiting[sign.id])


def untold(session: Session, desk: str) -> int:
    """How many clans this desk has still to tell something."""
    return session.scalar(minded(select(func.count(NoticeTo.id)), desk).where(NoticeTo.told.is_(False))) or 0
