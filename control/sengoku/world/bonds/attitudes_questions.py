"""How the people of clans that nobody plays stand to others, and what may move them (handbook 7)."""

from __future__ import annotations

from sqlalchemy import select
from sqlalchemy.orm import Session

from control.kernel.database.made import made_from
from control.kernel.database.reading import by_key
from control.kernel.values import dataclass
from control.kernel.wording import folded
from control.sengoku.rows import Attitude, AttitudeProposal, Clan
from control.sengoku.rules.desks import SEES_LOCALS
from control.sengoku.rules.people.reactions import ATTITUDES, moved
from control.sengoku.world.land.land_questions import ClanSign, clan_signs, played_clans
from control.sengoku.world.minding_questions import clans_minded


@dataclass(frozen=True)
class AttitudeView:
    """How a clan stands to another: a step from -2 to 2, why, and since when; both empty if nobody ever set it."""

    to: ClanSign
    attitude: int
    reason: str = ""
    since: str = ""

    @property
    def words(self) -> str:
        """The step in a word."""
        return ATTITUDES[self.attitude]


@dataclass(frozen=True)
class Moving:
    """Something that happened and may move an attitude from what it is ``now`` to ``then``."""

    id: int
    clan: ClanSign
    to: ClanSign
    steps: int
    why: str
    when: str
    now: int
    then: int

    @property
    def moves(self) -> str:
        """What booking it does, in words."""
        if self.now == self.then:
            return f"stays {ATTITUDES[self.now]}"
        return f"from {ATTITUDES[self.now]} to {ATTITUDES[self.then]}"


def attitude(session: Session, clan: str, to: str) -> int:
    """How a clan stands to another; neutral if nobody ever said."""
    found = session.get(Attitude, (clan, to))
    return found.attitude if found else 0


def attitudes(session: Session, clan: str) -> list[AttitudeView]:
    """How a clan stands to every clan that is played, and to any other that was set, by name;
    whoever they are not neutral to comes first."""
    signs = clan_signs(session)
    said = {row.to: row for row in session.scalars(select(Attitude).filter_by(clan=clan))}
    views = []
    for key in {*played_clans(session), *said} - {clan}:
        row = said.get(key)
        if row is None:
            views.append(AttitudeView(signs[key], 0))
        else:
            views.append(made_from(AttitudeView, row, to=signs[key], since=f"{row.season} {row.year}"))
    return sorted(views, key=lambda one: (not one.attitude, folded(one.to.name)))


def moving(session: Session, desk: str, clan: str = "") -> list[Moving]:
    """What waits to be booked or declined of the clans that a desk minds, or of one of them; the oldest first."""
    if desk not in SEES_LOCALS:
        return []
    signs = clan_signs(session)
    theirs = select(Clan.id).where(clans_minded(desk))
    found = select(AttitudeProposal).where(AttitudeProposal.answer == "", AttitudeProposal.clan.in_(theirs))
    if clan:
        found = found.where(AttitudeProposal.clan == clan)
    said = by_key(session, select(Attitude.clan + " " + Attitude.to, Attitude.attitude))
    views = []
    for row in session.scalars(found.order_by(AttitudeProposal.id)):
        now = said.get(f"{row.clan} {row.to}", 0)
        views.append(
            made_from(
                Moving,
                row,
                clan=signs[row.clan],
                to=signs[row.to],
                when=f"{row.season} {row.year}",
                now=now,
                then=moved(now, row.steps),
            )
        )
    return views
