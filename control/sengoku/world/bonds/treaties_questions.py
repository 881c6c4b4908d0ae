"""Bonds and passages: who is bound to whom by what, who may know of it, and who may go through whose land (handbook 4
and 7; R14, R16, R35)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from copy import copy

from sqlalchemy import ColumnElement, and_, literal, or_, select, true
from sqlalchemy.orm import Session, joinedload

from control.kernel.database.made import made_from
from control.kernel.database.reading import by_key
from control.kernel.grouping import grouped
from control.kernel.values import dataclass
from control.kernel.wording import in_a_row
from control.sengoku.rows import Character, Clan, Game, Passage, Pledge, Province, Treaty
from control.sengoku.rules.desks import DESKS, SEES_TREATIES
from control.sengoku.rules.seasons import season_at, season_place
from control.sengoku.world.bonds.rebels_questions import rebels
from control.sengoku.world.land.land_questions import ClanSign, clan_signs, province_names
from control.sengoku.world.land.risings_questions import REBELS
from control.sengoku.world.minding_questions import his_alone, is_his

KINDS = ("alliance", "peace", "passage", "vassalage", "marriage", "other")
FRIENDS = ("alliance", "vassalage")
"""Bonds between clans that march together: they are neither hostile nor unknown to each other (R14)."""
LEAVE = ("passage", *FRIENDS)
"""Bonds that give leave to enter; peace does too, where nobody plays the holder (R35)."""

WORDS = {
    "alliance": "allied with",
    "peace": "at peace with",
    "passage": "on terms of free passage with",
    "vassalage": "overlord of",
    "marriage": "joined by marriage with",
    "other": "bound to",
}
"""How a bond joins the names of those it binds."""
STRENGTHS = {1: "a word of honour", 2: "sworn before a priest", 3: "sworn with hostages"}
"""How strong a bond is, in words (R35)."""
AUDIENCES = {"public": "everybody may know", "some": "some may know", "secret": "secret"}
AHEAD = 2
"""A bond that binds for no more seasons than these, the present one among them, is running out."""


# --- Who may know -----------------------------------------------------------------------------------------


def known_by(desk: str) -> ColumnElement[bool]:
    """The bonds that a desk may know of: what everybody may, what it recorded, and what it was told (R35)."""
    if desk == "game":
        return true()
    told = and_(Treaty.audience == "some", (literal(" ") + Treaty.known_to + " ").contains(f" {desk} "))
    at_desk = or_(Treaty.desk == str(desk), told)
    return or_(Treaty.audience == "public", at_desk & his_alone(desk, Treaty.one, Treaty.other))


def knows(desk: str, bond: Treaty) -> bool:
    """The same of one bond."""
    told = bond.audience == "some" and desk in bond.known_to.split()
    his = is_his(desk, bond.one) or is_his(desk, bond.other)
    return desk == "game" or bond.audience == "public" or ((told or desk == bond.desk) and his)


def who_knows(bond: Treaty) -> tuple[str, ...]:
    """The desks that may know of a bond."""
    return tuple(desk for desk in DESKS if knows(desk, bond))


# --- How long ---------------------------------------------------------------------------------------------


def seasons_left(game: Game, until: str) -> int:
    """For how many seasons more a bond binds, the present one among them; 0 or less once it has run out."""
    return last_season(until) - season_place(game.season, game.year) + 1


def last_season(until: str) -> int:
    """The last season in which a bond binds, by its place among all there ever were."""
    year, _, season = until.partition("-")
    return season_place(season, int(year))


def coming(session: Session, seasons: int = 12) -> list[tuple[str, str]]:
    """The present season and those to come, as bonds write them and in words."""
    game = Game.only(session)
    found = [season_at(game.season, game.year, ahead) for ahead in range(seasons)]
    return [(f"{year}-{season}", f"{season} {year}") for season, year in found]


def binds(game: Game, bond: Treaty) -> bool:
    """Whether a bond stands now: nobody ended it, and it has not run out."""
    return not bond.ended and (not bond.until or seasons_left(game, bond.until) > 0)


# --- The register -----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Pledged:
    """A hostage who answers for a bond: of which clan, and at whose table he sits."""

    id: str
    name: str
    clan: ClanSign
    held_by: ClanSign


@dataclass(frozen=True)
class TreatyView:
    """A bond between two clans, or two persons of theirs (then ``between`` names them); of a vassalage ``other`` is the
    vassal. ``left`` are the seasons it binds yet, None if for good; ``knowing`` the desks that may know of it, empty
    where everybody may; ``parts`` what else was agreed, in words."""

    id: int
    kind: str
    one: ClanSign
    other: ClanSign
    between: tuple[str, str]
    strength: int
    terms: str
    year: int
    season: str
    ended: bool
    until: str
    left: int | None
    audience: str
    knowing: tuple[str, ...]
    parts: tuple[str, ...]
    broken_by: ClanSign | None
    hostages: tuple[Pledged, ...]

    @property
    def words(self) -> str:
        """The bond in words: "Takeda allied with Hōjō"."""
        one, other = self.between
        return f"{one} {self.verb} {other}"

    @property
    def verb(self) -> str:
        """What joins both names."""
        return WORDS[self.kind]

    @property
    def since(self) -> str:
        """When it was made."""
        return f"{self.season} {self.year}"

    @property
    def in_a_line(self) -> str:
        """The bond in words, since when it stands, and its terms."""
        return f"{self.words} since {self.since}{f': {self.terms}' if self.terms else ''}"

    @property
    def stands(self) -> bool:
        """Whether it binds now."""
        return not self.ended and (self.left is None or self.left > 0)

    @property
    def is_running_out(self) -> bool:
        """Whether its end is near."""
        return self.stands and self.left is not None and self.left <= AHEAD

    @property
    def oath(self) -> str:
        """How strong it is, in words."""
        return STRENGTHS[self.strength]

    @property
    def until_words(self) -> str:
        """The last season in which it binds, in words; empty for good."""
        return " ".join(reversed(self.until.split("-")))

    @property
    def ends(self) -> str:
        """How it ended, in words; empty while it stands."""
        if self.stands:
            return ""
        if self.broken_by:
            return f"broken by {self.broken_by.name}"
        return "ended" if self.ended else f"ran out after {self.until_words}"

    @property
    def secrecy(self) -> str:
        """Who may know of it, in words; empty where everybody may."""
        return in_a_row(self.knowing) if self.knowing else ""


def treaties(session: Session, audience: str, clan: str = "") -> list[TreatyView]:
    """The standing bonds that this desk may know of, the newest first; those of one clan, if it is named."""
    return [one for one in every(session, audience, clan) if one.stands]


def every(session: Session, audience: str, clan: str = "") -> list[TreatyView]:
    """All bonds there ever were that this desk may know of, the newest first."""
    if audience not in DESKS:
        return []
    found = select(Treaty).where(known_by(audience)).order_by(Treaty.entry.desc(), Treaty.id.desc())
    if clan:
        found = found.where(or_(Treaty.one == clan, Treaty.other == clan))
    return views(session, list(session.scalars(found)))


def treaty(session: Session, audience: str, number: int) -> TreatyView | None:
    """One bond; None if there is none that this desk may know of."""
    found = session.scalars(select(Treaty).where(Treaty.id == number, known_by(audience)))
    return next(iter(views(session, list(found))), None)


def views(session: Session, rows: list[Treaty]) -> list[TreatyView]:
    """These bonds with everybody and everything they name."""
    signs, game = clan_signs(session), Game.only(session)
    people = by_key(session, select(Character.id, Character.name))
    lands = province_names(session)
    answering = pledged(session, signs)

    def named(person: str | None, clan: str) -> str:
        return people[person] if person else signs[clan].name

    return [
        made_from(
            TreatyView,
            row,
            one=signs[row.one],
            other=signs[row.other],
            between=(named(row.one_person, row.one), named(row.other_person, row.other)),
            left=seasons_left(game, row.until) if row.until else None,
            knowing=() if row.audience == "public" else tuple(DESKS[desk] for desk in who_knows(row)),
            parts=tuple(parts(row, signs, people, lands)),
            broken_by=signs[row.broken_by] if row.broken_by else None,
            hostages=tuple(answering.get(row.id, ())),
        )
        for row in rows
    ]


def parts(bond: Treaty, signs: dict[str, ClanSign], people: dict[str, str], lands: dict[str, str]) -> Iterable[str]:
    """What was agreed, part by part, in words; its terms and its hostages apart."""
    if bond.temple:
        yield f"sworn at {bond.temple}"
    if bond.through:
        yield f"through {in_a_row(lands[key] for key in bond.through)}"
    if bond.against:
        yield f"against {in_a_row(signs[key].name for key in bond.against)}"
    if bond.bride and bond.groom:
        yield f"{people[bond.bride]} weds {people[bond.groom]}"
    if bond.dowry:
        yield f"dowry: {bond.dowry}"
    if bond.owes:
        yield f"{signs[bond.other].name} owes {bond.owes}, each {bond.due_in}"


def pledged(session: Session, signs: dict[str, ClanSign]) -> dict[int, list[Pledged]]:
    """The hostages that answer for each bond now."""
    held = select(Pledge.treaty, Character).join(Pledge.the_character)
    held = held.where(Character.held_by.is_not(None), Character.alive.is_(True)).order_by(Character.id)
    return grouped(
        (number, Pledged(one.id, one.name, signs[one.clan], signs[one.held_by or ""]))
        for number, one in session.execute(held)
    )


@dataclass(frozen=True)
class PassageView:
    """Leave for a clan to go through a province this season, negotiated with its people."""

    clan: ClanSign
    province: str
    province_name: str
    holder: str | None
    note: str


def passages(session: Session, audience: str) -> list[PassageView]:
    """The passages granted for this season; none for those who may not see them."""
    if audience not in SEES_TREATIES:
        return []
    signs = clan_signs(session)
    found = select(Passage).where(Passage.season == Game.only(session).seasons).order_by(Passage.id)
    return [
        made_from(
            PassageView, one, clan=signs[one.clan], province_name=one.the_province.name, holder=one.the_province.holder
        )
        for one in session.scalars(found.options(joinedload(Passage.the_province)))
    ]


# --- What it means on the map -----------------------------------------------------------------------------


def standing(session: Session, desk: str) -> dict[frozenset[str], list[Treaty]]:
    """The bonds between clans that stand and that this desk may know, by the two clans, the oldest first."""
    game, of_clans = Game.only(session), (Treaty.one_person.is_(None), Treaty.other_person.is_(None))
    rows = select(Treaty).where(known_by(desk), Treaty.ended.is_(False), *of_clans)
    found = session.scalars(rows.order_by(Treaty.entry, Treaty.id))
    return grouped((frozenset((one.one, one.other)), one) for one in found if binds(game, one))


def gives_leave(bond: Treaty, province: str, played: bool) -> bool:
    """Whether a bond lets whoever it binds into a province of the other, whom somebody plays or nobody (R16, R35)."""
    if bond.kind == "passage" and bond.through:
        return province in bond.through
    return bond.kind in LEAVE or (bond.kind == "peace" and not played)


class Concord:
    """What all clans have agreed, read once: a phase asks it for every army.

    Allies, and an overlord with his vassals, march together and are no encounter to each other (R14). Peace is only a
    promise not to fight, so two such clans that meet are an encounter still: each general says at the table whether
    he keeps it, and Map Control sees the treaty on the card. Leave to go through a clan's provinces comes with a
    treaty of passage (through those it names), alliance or vassalage, with a passage granted there this season, and,
    where nobody plays the holder, with peace too: that is how the handbook has an army negotiate its way (7,
    "Non-Aligned Provinces"; R16, R35).

    It reckons with the bonds that Map Control may know and with no other, whoever asks: what is hidden from the map
    moves nobody on it. Game Control looks back with all of them (``desk``). Bonds between persons bind no clan.
    """

    def __init__(self, session: Session, desk: str = "map") -> None:
        self._treaties = standing(session, desk)
        game = Game.only(session)
        self._passages = {
            (clan, province)
            for clan, province in session.execute(
                select(Passage.clan, Passage.province).where(Passage.season == game.seasons)
            )
        }
        self._holders = by_key(session, select(Province.id, Province.holder))
        self._played = {key for key, played in session.execute(select(Clan.id, Clan.played)) if played}

    def known_at(self, session: Session, desk: str) -> Concord:
        """The same with the bonds that another desk may know."""
        found = copy(self)
        found._treaties = standing(session, desk)
        return found

    def between(self, one: str, other: str) -> list[Treaty]:
        """The treaties that stand between two clans, the oldest first."""
        return self._treaties.get(frozenset((one, other)), [])

    def kinds(self, one: str, other: str, province: str = "") -> set[str]:
        """Their kinds; of passages only those through this ``province``, if one is named."""
        return {
            treaty.kind
            for treaty in self.between(one, other)
            if not (province and treaty.kind == "passage" and treaty.through) or province in treaty.through
        }

    def of(self, clan: str) -> list[Treaty]:
        """The treaties that stand of one clan, the oldest first."""
        found = [treaty for pair, those in self._treaties.items() if clan in pair for treaty in those]
        return sorted(found, key=lambda treaty: (treaty.entry, treaty.id))

    def are_friends(self, one: str, other: str) -> bool:
        """Whether two clans march together."""
        return one == other or not self.kinds(one, other).isdisjoint(FRIENDS)

    def has_leave(self, clan: str, province: str) -> bool:
        """Whether a clan may go through a province without asking its holder again."""
        holder = self._holders[province]
        if holder is None or holder == clan or (clan, province) in self._passages:
            return True
        return any(gives_leave(bond, province, holder in self._played) for bond in self.between(clan, holder))

    def broken_by_entering(self, clan: str, province: str) -> list[Treaty]:
        """The bonds with the holder of a province that a clan seems to break by going there: it has no leave."""
        holder = self._holders[province]
        return [] if holder is None or self.has_leave(clan, province) else self.between(clan, holder)

    def turned_against(self, clan: str, province: str) -> list[Treaty]:
        """The alliances of a clan against the holder of a province, through which it goes with his leave."""
        holder = self._holders[province]
        if holder in (None, clan) or not self.has_leave(clan, province):
            return []
        return [bond for bond in self.of(clan) if holder in bond.against]

    def passage_granted(self, clan: str, province: str) -> bool:
        """Whether a passage was negotiated for this season, whatever the treaties say."""
        return (clan, province) in self._passages

    def quarrel(self, one: str, other: str, province: str) -> bool:
        """Whether forces of two clans in one province are hostile or unknown to each other (R14): not friends, and
        neither is the holder who lets the other through. Rebels are the holder's enemies alone (R42)."""
        if self.are_friends(one, other):
            return False
        holder = self._holders[province]
        if REBELS in (one, other):
            return holder in (one, other)
        guests = {one: other, other: one}
        return not (holder in guests and self.has_leave(guests[holder], province))


def promise(bond: Treaty, signs: dict[str, ClanSign]) -> str:
    """A bond as one is reminded of it: who is bound, how strongly, and until when."""
    until = f", until {' '.join(reversed(bond.until.split('-')))}" if bond.until else ""
    foes = f" against {in_a_row(signs[key].name for key in bond.against)}" if bond.against else ""
    words = f"{signs[bond.one].name} {WORDS[bond.kind]} {signs[bond.other].name}{foes}"
    return f"{words}, {STRENGTHS[bond.strength]}{until}"


def entering(
    session: Session, concord: Concord, ways: Iterable[tuple[str, str]], names: Mapping[str, str]
) -> tuple[str, ...]:
    """What a clan should be reminded of that enters a province, for every clan with its province: the bonds that speak
    against it, that they have no leave or that they stand against the holder who gives it (R35). Entering the land of a
    clan in rebellion breaks no promise (R38)."""
    signs, spared = clan_signs(session), rebels(session)
    found: dict[str, None] = {}
    for clan, province in ways:
        how = ((concord.broken_by_entering, "has no leave to enter"), (concord.turned_against, "has leave to enter"))
        for asked, words in how:
            for bond in asked(clan, province):
                if not spared.keys() & {bond.one, bond.other} - {clan}:
                    found[f"{signs[clan].name} {words} {names[province]}: {promise(bond, signs)}."] = None
    return tuple(found)
