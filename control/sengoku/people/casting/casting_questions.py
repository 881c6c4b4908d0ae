"""Who plays whom, who is in the hall, and who may command: for umpires alone.

Which army a person leads is told to Map Control and Game Control only; the door knows no more than tables and parts.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from difflib import get_close_matches

from sqlalchemy import select
from sqlalchemy.orm import Session, joinedload

from control.kernel.database.keeping import kept
from control.kernel.database.made import made_from
from control.kernel.database.reading import asked_once, by_key
from control.kernel.grouping import grouped
from control.kernel.values import dataclass
from control.kernel.wording import clock_of, folded
from control.sengoku.people.finding_questions import begins
from control.sengoku.rows import Army, Character, Clan, Part, Place, Player, Province
from control.sengoku.rules.desks import SEES_ARMIES
from control.sengoku.world.land.land_questions import ClanSign, clan_signs, played_clans
from control.sengoku.world.land.risings_questions import lords
from control.sengoku.world.people.people_questions import ROLE_NAMES, PersonView, clans, everybody_of

RANK = {role: spot for spot, role in enumerate(ROLE_NAMES)}


# --- Players ----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class PartView:
    """A person whom a player plays, or played until he died; ``asleep`` while his clan is with NPD Control. A hostage
    sits with his ``host`` (R36)."""

    id: str
    name: str
    role: str
    title: str
    clan: ClanSign
    alive: bool
    asleep: bool
    host: ClanSign | None

    @property
    def active(self) -> bool:
        """Whether there is something to play: the dead keep their player on the list, but not at the table."""
        return self.alive and not self.asleep


@dataclass(frozen=True)
class PlayerView:
    """A player: his table, his parts, whether he is here, in words too, and what he is to be handed at the door."""

    id: int
    version: int
    name: str
    clan: ClanSign | None
    clan_played: bool
    state: str
    words: str
    note: str
    parts: tuple[PartView, ...]
    hand: tuple[str, ...]

    @property
    def is_here(self) -> bool:
        """Whether he is in the hall."""
        return self.state == "arrived"

    @property
    def active(self) -> tuple[PartView, ...]:
        """The parts he really plays now."""
        return tuple(part for part in self.parts if part.active)


def player_in_words(player: Player) -> str:
    """Whether a player is here, in words."""
    if player.state == "arrived":
        return f"here since {clock_of(player.at)}"
    if player.state == "absent":
        return "no-show"
    return f"left at {clock_of(player.at)}" if player.at else "not here yet"


def players(session: Session, desk: str = "game") -> list[PlayerView]:
    """Every player by name; what he is to be handed as far as ``desk`` may know."""
    signs = clan_signs(session)
    played = played_clans(session)
    leads = codes_of_generals(session) if desk in SEES_ARMIES else {}
    parts: dict[int, list[PartView]] = {}
    for part in session.scalars(select(Part).options(joinedload(Part.the_character))):
        person = part.the_character
        host = signs[person.held_by] if person.held_by else None
        shown = made_from(PartView, person, clan=signs[person.clan], asleep=person.clan not in played, host=host)
        parts.setdefault(part.player, []).append(shown)
    views = []
    for one in session.scalars(select(Player)):
        his = sorted(parts.get(one.id, []), key=lambda part: (not part.active, RANK[part.role], part.id))
        views.append(
            made_from(
                PlayerView,
                one,
                clan=signs[one.clan] if one.clan else None,
                clan_played=one.clan in played,
                words=player_in_words(one),
                parts=tuple(his),
                hand=tuple(to_hand(one, his, signs, leads)),
            )
        )
    return sorted(views, key=lambda one: folded(one.name))


def to_hand(
    player: Player, parts: Iterable[PartView], signs: dict[str, ClanSign], leads: dict[str, str]
) -> Iterator[str]:
    """The papers a player is handed at the door."""
    if player.clan:
        yield f"clan sheet of {signs[player.clan].name}"
    for part in parts:
        if part.active:
            yield f"card and briefing of {part.name}"
            if part.id in leads:
                yield f"army card and order cards {leads[part.id]}"


def tables(session: Session) -> list[tuple[str, str]]:
    """The clans that players play: id and name."""
    played = played_clans(session)
    return [(key, name) for key, name in clans(session) if key in played]


def codes_of_generals(session: Session) -> dict[str, str]:
    """The code of the army each general leads."""
    return by_key(session, select(Army.general, Army.code).where(Army.standing.is_(True)).order_by(Army.id))


def player(session: Session, number: int, desk: str = "game") -> PlayerView | None:
    """One player, or None."""
    return next((one for one in players(session, desk) if one.id == number), None)


def near(session: Session, typed: str) -> str:
    """A question about the players whose names are nearest to what was typed; empty if none is near."""
    spelt = {folded(word): name for name in session.scalars(select(Player.name)) for word in (name, *name.split())}
    close = get_close_matches(folded(typed), spelt, n=2, cutoff=0.6)
    return f" Did you mean {' or '.join(dict.fromkeys(spelt[one] for one in close))}?" if close else ""


@dataclass(frozen=True)
class TableView:
    """A clan's table, or (without a clan) those who have none yet."""

    clan: ClanSign | None
    played: bool
    players: tuple[PlayerView, ...]

    def count(self, state: str) -> int:
        """How many of its players are in this state."""
        return sum(one.state == state for one in self.players)


@dataclass(frozen=True)
class HallView:
    """Who is in the hall: those without a table first, then table by table."""

    tables: tuple[TableView, ...]

    @property
    def players(self) -> tuple[PlayerView, ...]:
        """Everybody."""
        return tuple(one for table in self.tables for one in table.players)

    def count(self, state: str) -> int:
        """How many players are in this state."""
        return sum(table.count(state) for table in self.tables)


def hall(session: Session) -> HallView:
    """Who is in the hall, by clan; played clans without a player too."""
    signs, played = clan_signs(session), played_clans(session)
    found: dict[str | None, list[PlayerView]] = {None: []}
    for key in sorted(signs, key=lambda key: folded(signs[key].name)):
        found[key] = []
    for one in players(session):
        found[one.clan.id if one.clan else None].append(one)
    return HallView(
        tuple(
            TableView(signs[key] if key else None, key in played, tuple(those))
            for key, those in found.items()
            if those or key in played
        )
    )


# --- The door ---------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class DoorView:
    """The door: whom it waits for and who is in, of those whose name begins with what was typed."""

    waiting: tuple[PlayerView, ...]
    absent: tuple[PlayerView, ...]
    here: tuple[PlayerView, ...]
    in_the_hall: int
    players: int


def door(session: Session, typed: str, desk: str) -> DoorView:
    """The players at the door, sought by the first letters of any of their names, or of a clan."""
    everybody = players(session, desk)
    wanted = folded(typed)
    found = [
        one
        for one in everybody
        if not wanted
        or begins(one.name, wanted)
        or (one.clan is not None and (begins(one.clan.name, wanted) or folded(one.clan.code) == wanted))
    ]
    by = {state: tuple(one for one in found if one.state == state) for state in ("expected", "absent", "arrived")}
    return DoorView(by["expected"], by["absent"], by["arrived"], sum(one.is_here for one in everybody), len(everybody))


# --- Roles ------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Offer:
    """Somebody who could take a part: ``why`` in words."""

    id: int
    name: str
    why: str


@dataclass(frozen=True)
class RoleView:
    """A person at a clan's table and who plays him. ``state`` is played, free, no-show, npd or dead; ``also`` the other
    parts of his player; ``offers`` whoever could take the part if it is free or its player does not come; a hostage
    sits with his ``host`` (R36)."""

    id: str
    name: str
    role: str
    title: str
    state: str
    player: PlayerView | None
    also: tuple[str, ...]
    offers: tuple[Offer, ...]
    host: ClanSign | None

    @property
    def wanted(self) -> bool:
        """Whether somebody must still be found for it."""
        return self.state in ("free", "no-show") and self.role != ROLE_NAMES["family"]


@dataclass(frozen=True)
class RolesOfClan:
    """The roles of one clan, its players who have no part, and the ``guests``: hostages of others, each with the player
    who sits at its table for him."""

    clan: ClanSign
    kind: str
    played: bool
    roles: tuple[RoleView, ...]
    spare: tuple[PlayerView, ...]
    guests: tuple[tuple[PartView, PlayerView], ...]

    @property
    def wanted(self) -> int:
        """How many of its roles still want somebody."""
        return sum(role.wanted for role in self.roles)


def without_land(session: Session) -> list[ClanSign]:
    """The teams that have lost their last land: each is offered a clan that nobody plays (R33)."""
    signs = clan_signs(session)
    held = (
        select(Province.holder)
        .where(Province.holder.is_not(None))
        .union(select(Place.holder).where(Place.holder.is_not(None)))
    )
    found = select(Clan.id).where(Clan.played.is_(True), Clan.kind != "bakufu", Clan.id.not_in(held)).order_by(Clan.id)
    return [signs[key] for key in session.scalars(found)]


def held_by(session: Session, clan: str) -> list[str]:
    """The names of the provinces and places that a clan holds."""
    return [
        name
        for model in (Province, Place)
        for name in session.scalars(select(model.name).where(model.holder == clan).order_by(model.id))
    ]


def roles(session: Session, clan: str = "") -> list[RolesOfClan]:
    """All roles, table by table: the played clans first, then those of NPD Control; or of one ``clan`` alone."""
    signs = clan_signs(session)
    everybody = players(session)
    by = {part.id: one for one in everybody for part in one.parts}
    people = grouped((person.clan, person) for person in session.scalars(select(Character).order_by(Character.id)))
    found = []
    for row in session.scalars(select(Clan).where(lords()).order_by(Clan.played.desc(), Clan.id)):
        if clan in ("", row.id):
            spare = tuple(
                one
                for one in everybody
                if one.clan and one.clan.id == row.id and one.state != "absent" and not one.active
            )
            table = [
                one for one in everybody if one.state != "absent" and any(part.clan.id == row.id for part in one.active)
            ]
            offers = offered(spare, table, [one for one in everybody if one.clan is None and one.state != "absent"])
            those = sorted(people.get(row.id, []), key=lambda one: (not one.alive, RANK[one.role], one.id))
            found.append(
                RolesOfClan(
                    signs[row.id],
                    row.kind,
                    row.played,
                    tuple(
                        role_of(one, row.played, by.get(one.id), offers, signs.get(one.held_by or "")) for one in those
                    ),
                    spare,
                    tuple((part, one) for one in everybody for part in one.active if part.host == signs[row.id]),
                )
            )
    return found


def offered(spare: Iterable[PlayerView], table: Iterable[PlayerView], roaming: Iterable[PlayerView]) -> list[Offer]:
    """Who could take a part at a table: its own players without one, those without a table, then those of its players
    who would play two; whoever is in the hall before whoever is not."""
    ranked = [(0, one, "has no part") for one in spare] + [(1, one, "has no table") for one in roaming]
    ranked += [(1 + len(one.active), one, f"plays {', '.join(part.name for part in one.active)}") for one in table]
    ranked.sort(key=lambda found: (not found[1].is_here, found[0], folded(found[1].name)))
    return [Offer(one.id, one.name, f"{why}, {'here' if one.is_here else one.words}") for _, one, why in ranked]


def role_of(
    person: Character, played: bool, by: PlayerView | None, offers: list[Offer], host: ClanSign | None
) -> RoleView:
    """One role."""
    state = (
        "dead"
        if not person.alive
        else "npd"
        if not played
        else "free"
        if by is None
        else ("no-show" if by.state == "absent" else "played")
    )
    also = tuple(part.name for part in by.active if part.id != person.id) if by else ()
    wanted = state in ("free", "no-show")
    able = tuple(one for one in offers if by is None or one.id != by.id)[:4] if wanted else ()
    return made_from(
        RoleView, person, role=ROLE_NAMES[person.role], state=state, player=by, also=also, offers=able, host=host
    )


# --- Who may command --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Commander:
    """Somebody alive who may lead an army, and the player behind him. ``player`` is empty if there is none, ``here``
    whether he is in the hall; ``npd`` for people whom NPD Control plays."""

    person: PersonView
    player: str
    here: bool
    words: str
    npd: bool


def who_commands(session: Session, clan: str = "") -> list[Commander]:
    """Everybody who may lead an army, by clan, the played clans and those who lead one first; for Map and Game
    Control. A wound does not keep anybody from it, but it costs him experience (R19)."""
    by = {part.id: one for one in players(session) for part in one.parts}
    played = played_clans(session)
    found = []
    for one in everybody_of(session, clan):
        if one.alive:
            his = by.get(one.id) if one.clan.id in played else None  # a hostage is played by whoever played him before
            npd = his is None and (one.held_by or one.clan).id not in played
            found.append(
                Commander(
                    one,
                    his.name if his else "",
                    bool(his and his.is_here),
                    his.words if his else "NPD Control" if npd else "nobody plays him",
                    npd,
                )
            )
    return sorted(
        found,
        key=lambda one: (one.npd, one.person.clan.name, one.person.army is None, -one.person.effective, one.person.id),
    )


@dataclass(frozen=True)
class PlayedBy:
    """The player behind a person: his name, or empty, and where he is in words."""

    name: str
    here: bool
    words: str


@asked_once
@kept
def players_of(session: Session) -> dict[str, PlayedBy]:
    """The player behind every person who has one, by the person; for umpires who see generals."""
    played = played_clans(session)
    rows = session.execute(
        select(Part.character, Character.clan, Player).join(Part.the_player).join(Part.the_character)
    )
    return {
        character: PlayedBy(one.name, one.state == "arrived", player_in_words(one))
        for character, clan, one in rows
        if clan in played
    }
