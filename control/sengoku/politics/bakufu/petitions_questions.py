"""Petitions to the Bakufu and its judgements, as desks see them (handbook 8)."""

from __future__ import annotations

from sqlalchemy import ColumnElement, or_, select, true
from sqlalchemy.orm import Session, joinedload

from control.kernel.codes import read_code
from control.kernel.database.made import made_from
from control.kernel.values import dataclass
from control.sengoku.rows import Clan, Petition, Title
from control.sengoku.rules.desks import AT_COURT
from control.sengoku.world.land.land_questions import ClanSign, clan_signs
from control.sengoku.world.minding_questions import clans_minded
from control.sengoku.world.people.titles_questions import held_title_in_words

KINDS = {"title": "Title", "inheritance": "Inheritance", "border": "Border", "breach": "Broken word", "other": "Other"}
"""What a petition may be about."""
STATES = {
    "filed": "waits to be heard",
    "heard": "heard, waits for a verdict",
    "decided": "decided",
    "withdrawn": "withdrawn",
}
"""How a petition stands, in words."""


@dataclass(frozen=True)
class PetitionView:
    """A petition: whose, against whom, about what; its verdict with the title (``settles``, and its id) or the province
    that it settles, and the costs."""

    number: int
    code: str
    kind: str
    clan: ClanSign
    against: ClanSign | None
    matter: str
    when: str
    state: str
    verdict: str
    title: str
    settles: str
    province: str
    land: str
    costs: int
    payer: str

    @property
    def is_open(self) -> bool:
        """Whether a verdict is waited for."""
        return self.state in ("filed", "heard")

    @property
    def about(self) -> str:
        """What it is about, in a word, and whom it is against."""
        return KINDS[self.kind] + (f", against {self.against.name}" if self.against else "")

    @property
    def becomes(self) -> str:
        """How it stands."""
        return STATES[self.state]


def petitions_seen(desk: str) -> ColumnElement[bool]:
    """The petitions that a desk may know: Bakufu and Game Control all, others those of and against their clans."""
    if desk in AT_COURT:
        return true()
    theirs = select(Clan.id).where(clans_minded(desk))
    return or_(Petition.clan.in_(theirs), Petition.against.in_(theirs))


def petitions(session: Session, desk: str, which: ColumnElement[bool] | None = None) -> list[PetitionView]:
    """The petitions that a desk may know, the oldest first."""
    seen = petitions_seen(desk) if which is None else petitions_seen(desk) & which
    signs = clan_signs(session)
    found = select(Petition).where(seen).order_by(Petition.line).options(joinedload(Petition.the_province))
    rows = session.scalars(found).all()
    settled = select(Title).where(Title.id.in_({one.title for one in rows})).options(joinedload(Title.the_province))
    named = {one.id: held_title_in_words(one) for one in session.scalars(settled)}
    return [
        made_from(
            PetitionView,
            one,
            number=one.id,
            clan=signs[one.clan],
            against=signs[one.against] if one.against else None,
            when=f"{one.season} {one.year}",
            settles=named.get(one.title, ""),
            province=one.province or "",
            land=one.the_province.name if one.the_province else "",
            payer=signs[one.paid_by].name if one.paid_by else "",
        )
        for one in rows
    ]


def petition(session: Session, desk: str, code: str) -> PetitionView | None:
    """The petition with this code; None if there is none, or none that the desk may know. Raises OrderNotUnderstood for
    what is no code."""
    read = read_code(code)
    found = petitions(session, desk, Petition.id == (read.number if read.kind == "P" else 0))
    return found[0] if found else None
