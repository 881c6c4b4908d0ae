"""The clans that nobody plays, for whoever minds them: the dossier of each, and what touched them this season
(handbook 7; R16, R42). Of other clans' armies flags are told, as everybody sees them: no size and no general."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

from sqlalchemy import and_, case, func, or_, select
from sqlalchemy.orm import Session, aliased

from control.kernel.actions.world import is_hidden
from control.kernel.database import keeping
from control.kernel.grouping import grouped
from control.kernel.values import dataclass
from control.kernel.wording import folded
from control.sengoku.rows import (
    Army,
    Attitude,
    Battle,
    BattleSide,
    Character,
    Clan,
    Encounter,
    Game,
    Garrison,
    Letter,
    Notice,
    NoticeTo,
    Place,
    Province,
    Reaction,
    Transfer,
    Treaty,
)
from control.sengoku.rules.desks import DESKS, SEES_LOCALS
from control.sengoku.rules.people.reactions import ANSWERS, LOWEST, MATTERS, Stand, speaks
from control.sengoku.scenario.model import HEADS, Scenario
from control.sengoku.world.bonds.attitudes_questions import AttitudeView, Moving, attitude, attitudes, moving
from control.sengoku.world.bonds.calls_questions import armies_of
from control.sengoku.world.bonds.treaties_questions import FRIENDS, TreatyView, knows, treaties
from control.sengoku.world.land.land_questions import ClanSign, clan_signs
from control.sengoku.world.land.risings_questions import risen
from control.sengoku.world.ledger.ledger_questions import balance, left_to_raise
from control.sengoku.world.minding_questions import clans_minded, desk_of
from control.sengoku.world.telling.post_questions import LATEST_FIRST, comes_in
from control.sengoku.world.telling.telling_questions import BOWED, TAKEN_BACK

LATEST = 15
"""So many of the things that were done to a clan stand in its dossier."""


@dataclass(frozen=True)
class Ground:
    """A province, or a city or temple, of the clan: its value is also its intrinsic defence; ``left`` are the counters
    it can raise yet this year (R23), ``stand`` the clan's own that stand there."""

    id: str
    name: str
    is_place: bool
    value: int
    left: int
    stand: int
    work: str

    @property
    def key(self) -> str:
        """What names it on a form: ``kai`` or ``place.kyoto``."""
        return f"place.{self.id}" if self.is_place else self.id


@dataclass(frozen=True)
class Near:
    """Armies of a clan that stand in the land, or next to it; how many, never how large."""

    clan: ClanSign
    province: str
    inside: bool
    armies: int

    @property
    def words(self) -> str:
        """Where they stand, in words."""
        many = "an army" if self.armies == 1 else f"{self.armies} armies"
        return f"{many} {'in' if self.inside else 'beside it, in'} {self.province}"


@dataclass(frozen=True)
class Neighbour:
    """Who holds which provinces next to the land; nobody's are without a ``clan``."""

    clan: ClanSign | None
    provinces: tuple[str, ...]


@dataclass(frozen=True)
class Person:
    """One of the clan's living: who he is, and where if he is a hostage or one held here."""

    id: str
    name: str
    title: str
    where: str


@dataclass(frozen=True)
class LetterLine:
    """A letter to or from the clan, as far as its desk may know of it; ``waits`` to be handed over."""

    code: str
    words: str
    waits: bool


@dataclass(frozen=True)
class Kept:
    """A clan that has a dossier, in the list of them."""

    clan: ClanSign
    played: bool
    lands: str
    waiting: int
    near: int


@dataclass(frozen=True)
class Has:
    """What a clan has, whom, and what binds it."""

    rice: int
    cash: int
    grounds: tuple[Ground, ...]
    people: tuple[Person, ...]
    armies: tuple[tuple[int, str], ...]
    bonds: tuple[str, ...]
    letters: tuple[LetterLine, ...]

    @property
    def can_raise(self) -> int:
        """The counters that it can raise yet this year."""
        return sum(one.left for one in self.grounds)


@dataclass(frozen=True)
class Dossier:
    """All that whoever minds a clan must know of it before he answers for it. It ``has`` nothing here where the clan's
    file, which says the same and more, stands beside it."""

    clan: ClanSign
    played: bool
    character: str
    aims: tuple[str, ...]
    near: tuple[Near, ...]
    neighbours: tuple[Neighbour, ...]
    attitudes: tuple[AttitudeView, ...]
    moving: tuple[Moving, ...]
    done: tuple[tuple[str, str], ...]
    has: Has | None


def kept(session: Session, scenario: Scenario, desk: str) -> list[Clan]:
    """The clans whose dossiers a desk has, by name: NPD Control those that nobody plays, Team Control those of them
    that players took over, Game Control both."""
    if desk not in SEES_LOCALS:
        return []
    found = session.scalars(select(Clan).where(clans_minded(desk), Clan.kind.in_(("clan", "temple"))))
    return sorted(
        (one for one in found if not (one.played and scenario.clans[one.id].played)), key=lambda one: folded(one.name)
    )


class Lands:
    """Who holds what, and whose armies stand where, read once."""

    def __init__(self, session: Session, scenario: Scenario) -> None:
        self.scenario = scenario
        self.signs = clan_signs(session)
        self.provinces = sorted(session.scalars(select(Province)), key=lambda one: folded(one.name))
        self.places = sorted(session.scalars(select(Place)), key=lambda one: folded(one.name))
        self.holders = {one.id: one.holder for one in self.provinces}
        self.held = grouped((one.holder or "", one) for one in self.provinces)
        stand = session.execute(select(Army.clan, Army.province).where(Army.standing.is_(True)))
        self.armies = Counter((clan, province) for clan, province in stand)

    def of(self, clan: str) -> list[Province]:
        """The provinces of a clan."""
        return self.held.get(clan, [])

    def all_of(self, clan: str) -> list[Province | Place]:
        """All that a clan holds."""
        return [*self.of(clan), *(one for one in self.places if one.holder == clan)]

    def beside(self, clan: str) -> set[str]:
        """The provinces around the cities and temples of a clan (R41), and those next to where it holds anything;
        without its own."""
        own = {one.id for one in self.of(clan)}
        there = {one.ground_key[0] for one in self.all_of(clan)}
        return there.union(*map(self.scenario.geography.neighbours, there)) - own

    def near(self, clan: str) -> list[Near]:
        """Whose armies stand in the land of a clan, or next to it."""
        own = {one.id for one in self.of(clan)}
        close = own | self.beside(clan)
        found = [
            Near(self.signs[whose], self.scenario.provinces[where].name, where in own, many)
            for (whose, where), many in self.armies.items()
            if whose != clan and where in close
        ]
        return sorted(found, key=lambda one: (not one.inside, folded(one.clan.name), folded(one.province)))

    def neighbours(self, clan: str) -> Iterator[Neighbour]:
        """Who holds what next to it."""
        near = sorted(self.beside(clan), key=lambda key: folded(self.scenario.provinces[key].name))
        found = grouped((self.holders[key] or "", self.scenario.provinces[key].name) for key in near)
        for holder in sorted(found, key=lambda one: (not one, folded(self.signs[one].name) if one else "")):
            yield Neighbour(self.signs.get(holder), tuple(found[holder]))


def dossiers(session: Session, scenario: Scenario, desk: str) -> list[Kept]:
    """The clans that a desk has dossiers of."""
    land = Lands(session, scenario)
    waiting = Counter(one.clan.id for one in moving(session, desk))
    return [
        Kept(
            land.signs[one.id],
            one.played,
            ", ".join(held.name for held in land.all_of(one.id)),
            waiting[one.id],
            len(land.near(one.id)),
        )
        for one in kept(session, scenario, desk)
    ]


def has_file(desk: str, clan: Clan | Dossier) -> bool:
    """Whether a clan's file stands beside its dossier: a clan of nobody's has one page at the desk that keeps it, with
    all that a Controller reads of his."""
    return desk == "npd" and not clan.played


def dossier(session: Session, scenario: Scenario, desk: str, key: str) -> Dossier | None:
    """The dossier of a clan; None where the desk has none of it."""
    clan = next((one for one in kept(session, scenario, desk) if one.id == key), None)
    if clan is None:
        return None
    land, written = Lands(session, scenario), scenario.locals.get(key)
    return Dossier(
        clan=land.signs[key],
        played=clan.played,
        character=written.character if written else "",
        aims=written.aims if written else (),
        near=tuple(land.near(key)),
        neighbours=tuple(land.neighbours(key)),
        attitudes=tuple(attitudes(session, key)),
        moving=tuple(moving(session, desk, key)),
        done=tuple(done_to(session, key)),
        has=None if has_file(desk, clan) else possessions(session, land, desk, key),
    )


def possessions(session: Session, land: Lands, desk: str, key: str) -> Has:
    """What a clan has, whom, and what binds it, as far as a desk may know."""
    rice, cash = balance(session, key)
    return Has(
        rice=rice,
        cash=cash,
        grounds=tuple(grounds(session, land, key)),
        people=tuple(people(session, land.signs, key)),
        armies=tuple(armies_of(session, key)),
        bonds=tuple(one.in_a_line for one in treaties(session, desk, key)),
        letters=tuple(letters(session, land.signs, key)),
    )


def grounds(session: Session, land: Lands, clan: str) -> Iterator[Ground]:
    """What a clan holds, with the counters of its own that stand there."""
    stand: Counter[tuple[str, str | None]] = Counter()
    for model in (Army, Garrison):
        rows = session.execute(
            select(model.province, model.place, func.sum(model.troops))
            .where(model.clan == clan, model.standing.is_(True))
            .group_by(model.province, model.place)
        )
        for province, place, troops in rows:
            stand[province, place] += troops
    for one in land.all_of(clan):
        left, there = left_to_raise(session, one), stand[one.ground_key]
        yield Ground(one.id, one.name, isinstance(one, Place), one.value, left, there, one.castle)


def people(session: Session, signs: dict[str, ClanSign], clan: str) -> Iterator[Person]:
    """The living of a clan, and the hostages that it holds."""
    found = select(Character).where(Character.alive.is_(True), (Character.clan == clan) | (Character.held_by == clan))
    for one in session.scalars(found.order_by(Character.clan != clan, Character.role.not_in(HEADS), Character.id)):
        if one.clan != clan:
            where = f"hostage from {signs[one.clan].name}"
        else:
            where = f"hostage of {signs[one.held_by].name}" if one.held_by else ""
        yield Person(one.id, one.name, one.title, where)


def letters(session: Session, signs: dict[str, ClanSign], clan: str) -> Iterator[LetterLine]:
    """The letters that have come to a clan, those to hand over first. What it wrote itself stands under Letters."""
    now = Game.only(session).seasons
    found = select(Letter).where(Letter.recipient == clan, comes_in <= now)
    for one in session.scalars(found.order_by(Letter.delivered != "", *LATEST_FIRST)):
        yield LetterLine(one.code, f"from {signs[one.sender].name}, winter {one.year}", not one.delivered)


def done_to(session: Session, clan: str) -> Iterator[tuple[str, str]]:
    """What a clan was to hear of, the latest first: when, and what."""
    rows = session.execute(
        select(Notice.season, Notice.year, Notice.sentence)
        .join(NoticeTo, NoticeTo.notice == Notice.id)
        .where(NoticeTo.clan == clan)
        .order_by(Notice.id.desc())
        .limit(LATEST)
    )
    for season, year, sentence in rows:
        yield f"{season} {year}", sentence


# --- Touched this season --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Touch:
    """What touched a clan this season: by whom, how (a key of MATTERS), and in words; ``said`` is what was rolled."""

    by: ClanSign
    matter: str
    words: str
    said: str = ""


@dataclass(frozen=True)
class Touched:
    """A clan that was touched this season, by whom and how, and what may move its attitude."""

    clan: ClanSign
    touches: tuple[Touch, ...]
    moving: tuple[Moving, ...]


@keeping.kept
def touched(session: Session, scenario: Scenario, desk: str) -> list[Touched]:
    """The clans that were touched this season, those with armies in their land first."""
    clans = kept(session, scenario, desk)
    game, land = Game.only(session), Lands(session, scenario)
    felt = moving(session, desk)
    agreed = [one for one in treaties(session, desk) if (one.year, one.season) == (game.year, game.season)]
    posted = list(session.scalars(select(Letter).where(comes_in == game.seasons).order_by(Letter.id)))
    fallen = neighbours_fallen(session, game)
    said = {
        (row.clan, row.to, row.matter): one.decided.capitalize() or f"Suggested: {one.suggests}"
        for row, one in reversed(rolls(session))
    }
    found = []
    for clan in clans:
        touches = tuple(
            replace(one, said=said.get((clan.id, one.by.id, one.matter), ""))
            for one in touches_of(clan, land, agreed, posted, fallen)
        )
        mine = tuple(one for one in felt if one.clan.id == clan.id)
        if touches or mine:
            found.append(Touched(land.signs[clan.id], touches, mine))
    order = list(MATTERS)
    return sorted(found, key=lambda one: min((order.index(touch.matter) for touch in one.touches), default=len(order)))


@dataclass(frozen=True)
class Fallen:
    """Land that fell to ``taker`` this season, or whose lord bowed to him, in a province, in words; to the beaten lord
    who keeps his land (``bowed``) it is no threat any more."""

    province: str | None
    taker: str
    words: str
    bowed: str | None


def neighbours_fallen(session: Session, game: Game) -> list[Fallen]:
    """All land that fell this season, with who took it then, whoever holds it now. What was told before the taker was
    noted names none: there it is who holds the province now."""
    lord = (
        select(NoticeTo.clan)
        .where(NoticeTo.notice == Notice.id, NoticeTo.clan != Notice.taker, NoticeTo.why == "present")
        .where(Notice.kind == BOWED)
        .limit(1)
        .scalar_subquery()
    )
    before = and_(
        Notice.kind == "taken",
        Notice.sentence.not_like(f"{TAKEN_BACK}%"),
        Notice.sentence.not_like("What % had announced in % is lost."),
    )
    taker = func.coalesce(Notice.taker, case((before, Province.holder)))
    found = (
        select(Notice.province, taker, Notice.sentence, lord)
        .outerjoin(Notice.the_province)
        .where(taker.is_not(None), Notice.year == game.year, Notice.season == game.season)
        .order_by(Notice.id)
    )
    return [Fallen(where, str(taker), words, bowed) for where, taker, words, bowed in session.execute(found)]


def touches_of(
    clan: Clan, land: Lands, agreed: Sequence[TreatyView], posted: Sequence[Letter], fallen: Sequence[Fallen]
) -> Iterator[Touch]:
    """What touched one clan."""
    for near in land.near(clan.id):
        yield Touch(near.clan, "passage" if near.inside else "threat", near.words)
    close = land.beside(clan.id) | {one.id for one in land.of(clan.id)}
    for one in fallen:
        if one.province in close and clan.id not in (one.taker, one.bowed):
            yield Touch(land.signs[one.taker], "threat", one.words)
    for letter in posted:
        if letter.recipient == clan.id:
            yield Touch(land.signs[letter.sender], "letter", f"letter {letter.code}")
    for bond in agreed:
        if clan.id in (bond.one.id, bond.other.id):
            yield Touch(bond.other if bond.one.id == clan.id else bond.one, "treaty", bond.words)


# --- Rebels (R42) -------------------------------------------------------------------------------------------


def risings(session: Session) -> list[tuple[str, ClanSign | None]]:
    """Where rebels stand, by name, and against whom; how many they are, only the map's umpires know."""
    signs = clan_signs(session)
    found = select(Province.name, Province.holder).where(Province.id.in_(risen(session))).order_by(Province.name)
    return [(name, signs.get(holder or "")) for name, holder in session.execute(found)]


def held(session: Session) -> list[str]:
    """The names of the provinces that somebody holds."""
    return sorted(session.scalars(select(Province.name).where(Province.holder.is_not(None))), key=folded)


# --- What they answer ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class RollView:
    """What was rolled for an answer this season, and what was decided; both in words, and the key of that answer: of
    what was decided, or else of what the roll suggests."""

    id: int
    total: int
    answer: str
    suggests: str
    steps: tuple[str, ...]
    decided: str
    hidden: bool


@dataclass(frozen=True)
class Asked:
    """A clan that has something to answer: to whom, about what, what speaks for and against, from how much on which
    answer, and what was rolled, the latest first. ``desk`` tells the others what is answered; of what is hidden no list
    of what is to be told says anything: ``told`` is how they hear of it, by letter, by word or not at all."""

    clan: ClanSign
    to: ClanSign
    matter: str
    about: str
    speaks: tuple[tuple[int, str], ...]
    answers: tuple[tuple[int, str, str], ...]
    most: int
    rolls: tuple[RollView, ...]
    desk: str
    told: str


def asked(session: Session, scenario: Scenario, desk: str, key: str, to: str, matter: str) -> Asked | None:
    """What a clan has to answer; None where the desk does not mind it, or where there is no such thing."""
    clan = next((one for one in kept(session, scenario, desk) if one.id == key), None)
    other = session.get(Clan, to)
    if clan is None or other is None or matter not in MATTERS:
        return None
    signs, table = clan_signs(session), scenario.reactions
    return Asked(
        clan=signs[key],
        to=signs[to],
        matter=matter,
        about=MATTERS[matter],
        speaks=speaks(table, stand_of(session, scenario, clan, other)),
        answers=tuple((least, answer, ANSWERS[matter][answer]) for least, answer in table.answers[matter]),
        most=table.umpire,
        rolls=tuple(one for _, one in rolls(session, clan=key, to=to, matter=matter)),
        desk=DESKS[desk_of(other)],
        told=how_told(session, matter, clan, other),
    )


def how_told(session: Session, matter: str, clan: Clan, other: Clan) -> str:
    """How another clan hears what is answered to something hidden: in winter a letter is answered by letter (R34), and
    of a bond nothing is said where it is not known. Empty where both are minded at one desk."""
    if desk_of(clan) == desk_of(other):
        return ""
    if matter == "letter":
        return "letter" if Game.only(session).season == "winter" else "word"
    return "word" if all(knows(desk_of(other), bond) for bond in hidden_bonds(session, clan, other)) else "nothing"


def rolls(session: Session, **which: str) -> list[tuple[Reaction, RollView]]:
    """What was rolled this season, the latest first."""
    now = Game.only(session).seasons
    latest = (Reaction.turn.desc(), Reaction.id.desc())
    found = session.scalars(select(Reaction).filter_by(number=now, **which).order_by(*latest))
    return [
        (
            one,
            RollView(
                one.id,
                one.total,
                one.decided or one.answer,
                ANSWERS[one.matter][one.answer],
                tuple(one.steps),
                ANSWERS[one.matter].get(one.decided, ""),
                is_hidden(one.id),
            ),
        )
        for one in found
    ]


def hidden_bonds(session: Session, clan: Clan, other: Clan) -> list[Treaty]:
    """The bonds between two clans that not everybody may know, as far as the desk of the first may, standing or not."""
    both = or_(
        (Treaty.one == clan.id) & (Treaty.other == other.id), (Treaty.one == other.id) & (Treaty.other == clan.id)
    )
    found = select(Treaty).where(Treaty.audience != "public", both).order_by(Treaty.id)
    return [one for one in session.scalars(found) if knows(desk_of(clan), one)]


def stand_of(session: Session, scenario: Scenario, clan: Clan, other: Clan) -> Stand:
    """How things stand between a clan and another, as far as the people know: attitude, armies, gifts, bonds, and whose
    friend or foe he is."""
    land, game, desk = Lands(session, scenario), Game.only(session), desk_of(clan)
    bonds = treaties(session, desk)
    hostile = set(session.scalars(select(Attitude.to).filter_by(clan=clan.id, attitude=LOWEST)))
    pairs = [{bond.one.id, bond.other.id} for bond in bonds if bond.kind in FRIENDS]
    friends = {key for pair in pairs if other.id in pair for key in pair - {other.id}}
    given = select(func.count(Transfer.id)).filter_by(payer=other.id, payee=clan.id, kind="gift", year=game.year)
    mine, theirs = aliased(BattleSide), aliased(BattleSide)
    fought = (
        select(theirs.clan)
        .join(mine, mine.battle == theirs.battle)
        .join(Battle, Battle.id == mine.battle)
        .join(Encounter, Encounter.id == Battle.encounter)
        .where(mine.clan == other.id, mine.role != theirs.role, Encounter.year == game.year, Battle.rounds > 0)
    )
    foes = hostile & {key for key in session.scalars(fought) if key}

    def named(keys: set[str]) -> tuple[str, ...]:
        return tuple(sorted(land.signs[key].name for key in keys))

    return Stand(
        attitude=attitude(session, clan.id, other.id),
        armies=sum(near.armies for near in land.near(clan.id) if near.clan.id == other.id),
        gifts=session.scalar(given) or 0,
        bond=any({clan.id, other.id} == {bond.one.id, bond.other.id} for bond in bonds),
        friends=named(hostile & friends),
        foes=named(foes),
    )
