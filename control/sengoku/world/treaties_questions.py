"""Treaties and passages: who is whose friend, and who may go through whose land (handbook 4 and 7; R14, R16)."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import select
from sqlalchemy.orm import Session, joinedload

from control.kernel.made import made_from
from control.kernel.reading import by_key
from control.sengoku.rows import Clan, Game, Passage, Province, Treaty
from control.sengoku.rules.desks import SEES_TREATIES
from control.sengoku.world.land_questions import ClanSign, clan_signs

KINDS = ("alliance", "peace", "passage", "vassalage")
FRIENDS = ("alliance", "vassalage")
"""Treaties between clans that march together: they are neither hostile nor unknown to each other (R14)."""

WORDS = {
    "alliance": "allied with",
    "peace": "at peace with",
    "passage": "free passage with",
    "vassalage": "overlord of",
}
"""How a treaty joins the names of its two clans."""


@dataclass(frozen=True)
class TreatyView:
    """A treaty between two clans; of a vassalage ``other`` is the vassal."""

    id: int
    kind: str
    one: ClanSign
    other: ClanSign
    terms: str
    year: int
    season: str
    ended: bool

    @property
    def words(self) -> str:
        """The treaty in words: "Takeda allied with Hōjō"."""
        return f"{self.one.name} {self.verb} {self.other.name}"

    @property
    def verb(self) -> str:
        """What joins both names."""
        return WORDS[self.kind]

    @property
    def since(self) -> str:
        """When it was made."""
        return f"{self.season} {self.year}"


def treaties(session: Session, audience: str) -> list[TreatyView]:
    """The standing treaties, the newest first; none for those who may not see them."""
    return [one for one in every(session, audience) if not one.ended]


def ended(session: Session, audience: str) -> list[TreatyView]:
    """The treaties that stand no more, the newest first; none for those who may not see them."""
    return [one for one in every(session, audience) if one.ended]


def every(session: Session, audience: str) -> list[TreatyView]:
    """All treaties there ever were, the newest first."""
    if audience not in SEES_TREATIES:
        return []
    signs = clan_signs(session)
    return [
        made_from(TreatyView, row, one=signs[row.one], other=signs[row.other])
        for row in session.scalars(select(Treaty).order_by(Treaty.id.desc()))
    ]


@dataclass(frozen=True)
class PassageView:
    """Leave for a clan to go through a province this season, negotiated with its people."""

    clan: ClanSign
    province: str
    province_name: str
    note: str


def passages(session: Session, audience: str) -> list[PassageView]:
    """The passages granted for this season; none for those who may not see them."""
    if audience not in SEES_TREATIES:
        return []
    signs = clan_signs(session)
    found = select(Passage).where(Passage.season == session.get_one(Game, 1).seasons).order_by(Passage.id)
    return [
        made_from(PassageView, one, clan=signs[one.clan], province_name=one.the_province.name)
        for one in session.scalars(found.options(joinedload(Passage.the_province)))
    ]


class Concord:
    """What all clans have agreed, read once: a phase asks it for every army.

    Allies, and an overlord with his vassals, march together and are no encounter to each other (R14). Peace is only a
    promise not to fight, so two such clans that meet are an encounter still: each general says at the table whether
    he keeps it, and Map Control sees the treaty on the card. Leave to go through a clan's provinces comes with a
    treaty of passage, alliance or vassalage, with a passage granted there this season, and, where nobody plays the
    holder, with peace too: that is how the handbook has an army negotiate its way (7, "Non-Aligned Provinces"; R16).
    """

    def __init__(self, session: Session) -> None:
        self._treaties: dict[frozenset[str], list[Treaty]] = {}
        for one in session.scalars(select(Treaty).where(Treaty.ended.is_(False)).order_by(Treaty.id)):
            self._treaties.setdefault(frozenset((one.one, one.other)), []).append(one)
        season = session.get_one(Game, 1).seasons
        self._passages = {
            (clan, province)
            for clan, province in session.execute(
                select(Passage.clan, Passage.province).where(Passage.season == season)
            )
        }
        self._holders = by_key(session, select(Province.id, Province.holder))
        self._played = {key for key, played in session.execute(select(Clan.id, Clan.played)) if played}

    def between(self, one: str, other: str) -> list[Treaty]:
        """The treaties that stand between two clans, the oldest first."""
        return self._treaties.get(frozenset((one, other)), [])

    def kinds(self, one: str, other: str) -> set[str]:
        """Their kinds."""
        return {treaty.kind for treaty in self.between(one, other)}

    def of(self, clan: str) -> list[Treaty]:
        """The treaties that stand of one clan, the oldest first."""
        found = [treaty for pair, those in self._treaties.items() if clan in pair for treaty in those]
        return sorted(found, key=lambda treaty: treaty.id)

    def are_friends(self, one: str, other: str) -> bool:
        """Whether two clans march together."""
        return one == other or not self.kinds(one, other).isdisjoint(FRIENDS)

    def has_leave(self, clan: str, province: str) -> bool:
        """Whether a clan may go through a province without asking its holder again."""
        holder = self._holders[province]
        if holder is None or holder == clan or (clan, province) in self._passages:
            return True
        enough = {"passage", *FRIENDS} if holder in self._played else set(KINDS)
        return not self.kinds(clan, holder).isdisjoint(enough)

    def passage_granted(self, clan: str, province: str) -> bool:
        """Whether a passage was negotiated for this season, whatever the treaties say."""
        return (clan, province) in self._passages

    def quarrel(self, one: str, other: str, province: str) -> bool:
        """Whether forces of two clans in one province are hostile or unknown to each other (R14): not friends, and
        neither is the holder who lets the other through."""
        if self.are_friends(one, other):
            return False
        holder = self._holders[province]
        guests = {one: other, other: one}
        return not (holder in guests and self.has_leave(guests[holder], province))
