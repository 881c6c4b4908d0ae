"""The lists of a state that can be typed in, and the sheets they stand on: what each is called, which lines it has
(state_lines.py), and how they are asked. The fallback pack prints them, the page that takes a state back in shows them,
and the workbook has them, all from here: same lists, same order, same columns, same headings."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from functools import cached_property
from typing import Any

from sqlalchemy import and_, func, or_, select
from sqlalchemy.orm import Session

from control.kernel.database.reading import by_key
from control.kernel.grouping import grouped
from control.kernel.hall.clock.clock_questions import face
from control.kernel.typed import Order
from control.kernel.values import dataclass
from control.kernel.wording import folded
from control.sengoku.books.upkeep_questions import key_of, unpaid
from control.sengoku.honour.status_questions import last_board
from control.sengoku.paper.fallback import state_lines
from control.sengoku.paper.fallback.state_lines import Column, columns_of
from control.sengoku.rows import (
    Army,
    Attitude,
    Battle,
    BattleForce,
    BeatenLevy,
    Call,
    Character,
    Clan,
    Commission,
    Companion,
    Courtier,
    Edict,
    Encounter,
    FalseClaim,
    Game,
    Garrison,
    Honour,
    Letter,
    MarchOrder,
    Muster,
    Part,
    Passage,
    Petition,
    Place,
    Player,
    Pledge,
    Province,
    Rebellion,
    Recovery,
    RiskDraw,
    Service,
    ShogunCondition,
    Succession,
    Title,
    Transfer,
    Treaty,
    Work,
)
from control.sengoku.rules.desks import AT_THE_MAP
from control.sengoku.rules.rulings import OPTIONS
from control.sengoku.scenario.model import Scenario
from control.sengoku.shadows.strikes_questions import seen_of
from control.sengoku.shadows.targets_questions import targets_of
from control.sengoku.world.bonds.bond_parts import parts_written
from control.sengoku.world.bonds.treaties_questions import binds, who_knows
from control.sengoku.world.bonds.vassals_questions import all_paid, begun, owed_by
from control.sengoku.world.dates_questions import dated
from control.sengoku.world.land.risings_questions import lord, lords
from control.sengoku.world.ledger.ledger_questions import balances, incomes, opening_cash
from control.sengoku.world.options_questions import options_of
from control.sengoku.world.telling.post_questions import at_hand

Row = dict[str, Any]

EVENT = "event"
"""A public event, as the books call it."""
STAY = "stay"
"""An order to stay where it is, as it is typed."""


class Present:
    """A moment of a game, of which several lists ask the same."""

    def __init__(self, session: Session, scenario: Scenario, now: datetime | None = None) -> None:
        self.session, self.scenario, self.now = session, scenario, now or datetime.now(UTC)
        self.game = Game.only(session)

    @cached_property
    def codes(self) -> dict[str, str]:
        """The letters on the flags of the clans."""
        return by_key(self.session, select(Clan.id, Clan.code))

    @cached_property
    def garrisons(self) -> list[Garrison]:
        """The garrisons that stand, or wait for what they recover."""
        waiting = select(Recovery.garrison).where(Recovery.done.is_(False), Recovery.garrison.is_not(None))
        return list(
            self.session.scalars(
                select(Garrison)
                .where(Garrison.standing.is_(True), (Garrison.troops > 0) | Garrison.id.in_(waiting))
                .order_by(Garrison.id)
            )
        )

    @cached_property
    def armies(self) -> list[Army]:
        """The armies on the map."""
        return list(self.session.scalars(select(Army).filter_by(standing=True).order_by(Army.id)))

    @cached_property
    def battles(self) -> list[Row]:
        """The forces of battles on which something still rests."""
        return forces_that_fought(self.session)

    @cached_property
    def owed(self) -> set[str]:
        """The upkeep that is still to be paid this winter."""
        return {key_of(line) for line in unpaid(self.session, self.scenario)} if self.game.season == "winter" else set()

    def paid(self, row: Province | Place | Work) -> bool:
        """Whether the upkeep of what stands there is paid: in winter that of whatever costs nothing any more."""
        kind = {Province: "province", Place: "place", Work: "building"}[type(row)]
        if self.game.season != "winter" or f"{kind}:{row.id}" in self.owed:
            return False
        if isinstance(row, Work):
            return row.kind == "building" and row.state == "standing"
        return row.castle != "none" and row.holder is not None

    def here(self, province: str, place: str | None = None) -> str:
        """What stands in a province, or in a place of it, in short: a garrison by its clan, an army by its code, with
        their counters."""
        there = [f"{self.codes[one.clan]} garrison {one.troops}" for one in self.garrisons if at(one, province, place)]
        return ", ".join([*there, *(f"{one.code} {one.troops}" for one in self.armies if at(one, province, place))])


def at(force: Army | Garrison, province: str, place: str | None) -> bool:
    """Whether a force stands there."""
    return (force.province, force.place) == (province, place)


def forces_that_fought(session: Session) -> list[Row]:
    """The forces of battles on which something still rests: counters to come back, a hold, a card to draw."""
    due = session.scalars(select(Recovery).filter_by(done=False).order_by(Recovery.id)).all()
    held = session.scalars(select(Army).where(Army.standing.is_(True), Army.held_by.is_not(None))).all()
    drawn = session.scalars(select(RiskDraw.battle).where(RiskDraw.card == "", RiskDraw.battle.is_not(None)))
    numbers = {row.battle for row in due} | {army.held_by for army in held} | set(drawn)
    found = []
    rows = session.execute(
        select(Battle, Encounter).join(Battle.the_encounter).where(Battle.id.in_(numbers)).order_by(Battle.id)
    )
    for battle, met in rows:
        links = session.scalars(select(BattleForce).filter_by(battle=battle.id).order_by(BattleForce.id)).all()
        fought = {(link.army, link.garrison): link.role for link in links}
        sides = {force_of(session, *key).clan: role for key, role in fought.items()}
        mine = [row for row in due if row.battle == battle.id]
        bound = [army for army in held if army.held_by == battle.id]
        others = [*((row.army, row.garrison) for row in mine), *((army.id, None) for army in bound)]
        for key in dict.fromkeys([*fought, *others]):
            force = force_of(session, *key)
            army = force if isinstance(force, Army) else None
            recovers = sum(row.counters for row in mine if (row.army, row.garrison) == key)
            if not force.standing or not (army or force.troops or recovers):
                continue
            found.append(
                {
                    "battle": battle.id,
                    "year": met.year,
                    "season": met.season,
                    "province": battle.province,
                    "side": fought.get(key) or sides.get(force.clan, "attacker"),
                    "general": army.general if army else None,
                    "garrison": None if army else force.clan,
                    "place": None if army else force.place,
                    "recovers": recovers,
                    "held": force in bound,
                    "way_back": army.way_back if army and force in bound else None,
                }
            )
    return found


def force_of(session: Session, army: int | None, garrison: int | None) -> Army | Garrison:
    """The army or the garrison of that number."""
    return session.get_one(Army, army) if army is not None else session.get_one(Garrison, garrison)


@dataclass(frozen=True)
class StateList:
    """A list: its ``title``, what ``one`` of its lines is called, its lines and how they are asked ``now``, and the
    ``note`` beneath its title. One that is ``fixed`` has the lines it has: none is added."""

    key: str
    title: str
    one: str
    line: type[Order]
    now: Callable[[Present], list[Row]]
    fixed: bool = False
    note: str = ""

    @property
    def keyed(self) -> bool:
        """Whether its lines are known by their ids: of these a line that is left out stays as it is, of the others the
        list says all there are."""
        return "id" in self.line.model_fields

    @cached_property
    def columns(self) -> tuple[Column, ...]:
        """Its columns."""
        return columns_of(self.line)

    @property
    def typed(self) -> tuple[Column, ...]:
        """The columns that are typed in."""
        return tuple(column for column in self.columns if not column.printed)

    def lines(self, rows: Iterable[Any], **more: Callable[[Any], Any]) -> list[Row]:
        """Rows of a table as its lines; ``more`` are functions for columns that the table does not have."""
        keys = [*(["id"] if self.keyed else []), *(column.key for column in self.columns)]
        return [{key: more[key](row) if key in more else getattr(row, key) for key in keys} for row in rows]


def state_list(
    title: str, one: str, line: type[Order], *, fixed: bool = False, note: str = ""
) -> Callable[[Callable[[Present], list[Row]]], StateList]:
    """Declare a list, called as the function is that asks its lines."""

    def declare(ask: Callable[[Present], list[Row]]) -> StateList:
        return StateList(ask.__name__, title, one, line, ask, fixed, note)

    return declare


def by_name(row: Province | Place | Clan) -> str:
    """What people look for: Ōmi stands with the o."""
    return folded(row.name)


# --- Season, land and works -------------------------------------------------------------------------------


@state_list(
    "Where the day stands",
    "line",
    state_lines.GameLine,
    fixed=True,
    note="Of the four movement phases, how many have been run. The parts of the season are counted from 1.",
)
def game(now: Present) -> list[Row]:
    """Season, phases and clock."""
    clock = face(now.session, now.scenario, now.now)
    return game.lines(
        [now.game],
        locked=lambda game: game.locked_at is not None,
        stage=lambda _: clock.stage + 1,
        minutes=lambda _: max(0, math.ceil(clock.left / 60)),
        called=lambda _: clock.name,
    )


@state_list("Rule options in force", "rule option", state_lines.OptionLine, fixed=True)
def options(now: Present) -> list[Row]:
    """The rule options."""
    return [
        {"option": key, "value": str(value), "question": OPTIONS[key].question if key in OPTIONS else ""}
        for key, value in vars(options_of(now.game)).items()
    ]


@state_list(
    "People made in play",
    "person made",
    state_lines.MadeLine,
    note="They are typed in before everything else; what became of them stands in the list of people (R40).",
)
def made(now: Present) -> list[Row]:
    """The people made in play."""
    people = select(Character).filter_by(made=True).order_by(Character.clan, Character.id)
    return made.lines(now.session.scalars(people))


@state_list(
    "Provinces",
    "province",
    state_lines.ProvinceLine,
    fixed=True,
    note="Raised: counters, this year. By force: taken so since the last winter, so it pays half (R21).",
)
def provinces(now: Present) -> list[Row]:
    """Who holds what, and what stands there."""
    rows = sorted(now.session.scalars(select(Province)), key=by_name)
    return provinces.lines(
        rows, holder=lambda row: lord(row.holder), upkeep=now.paid, here=lambda row: now.here(row.id)
    )


@state_list("Cities and temples", "place", state_lines.PlaceLine, fixed=True)
def places(now: Present) -> list[Row]:
    """Cities and temples."""
    return places.lines(
        sorted(now.session.scalars(select(Place)), key=by_name),
        holder=lambda row: lord(row.holder),
        upkeep=now.paid,
        province=lambda row: now.scenario.provinces[row.province].name,
        here=lambda row: now.here(row.province, row.id),
    )


@state_list(
    "Garrisons",
    "garrison",
    state_lines.GarrisonLine,
    note="In the place: the city or temple they stand in; empty for the province around (R41).",
)
def garrisons(now: Present) -> list[Row]:
    """The garrisons."""
    return garrisons.lines(now.garrisons)


@state_list(
    "Levies beaten this season",
    "line of beaten levies",
    state_lines.BeatenLevyLine,
    note="Nobody else meets them, and whoever beat them may take the land; next season they are back (R4).",
)
def beaten_levies(now: Present) -> list[Row]:
    """The levies that were beaten this season, and by whom."""
    beaten = select(BeatenLevy).filter_by(season=now.game.seasons).order_by(BeatenLevy.id)
    return beaten_levies.lines(now.session.scalars(beaten))


@state_list("Troops announced for next season", "muster", state_lines.MusterLine)
def musters(now: Present) -> list[Row]:
    """The troops that were announced and have not come yet."""
    coming = select(Muster).where(Muster.outcome == "", Muster.number > now.game.seasons).order_by(Muster.id)
    return musters.lines(now.session.scalars(coming))


@state_list("Works", "work", state_lines.WorkLine)
def works(now: Present) -> list[Row]:
    """The works that are ordered or stand, and those finished this year."""
    built = select(Work).where(Work.state.in_(("ordered", "standing")) | (Work.finished == now.game.year))
    return works.lines(now.session.scalars(built.order_by(Work.line)), upkeep=now.paid)


# --- People and forces ------------------------------------------------------------------------------------


@state_list(
    "People",
    "character",
    state_lines.CharacterLine,
    fixed=True,
    note="Whoever wed or was adopted: write the new clan, and what he is to its head. Seasons ago: when the wound was "
    "taken, 0 for this season. Battles: those he fought this season.",
)
def characters(now: Present) -> list[Row]:
    """Everybody, clan by clan, and who plays him."""
    players = by_key(now.session, select(Part.character, Player.name).join(Part.the_player))
    heirs = set(now.session.scalars(select(Succession.character).where(Succession.is_open())))
    return characters.lines(
        now.session.scalars(select(Character).order_by(Character.clan, Character.id)),
        held_by=lambda one: lord(one.held_by),
        wounded_ago=lambda one: None if one.wounded_in is None else now.game.seasons - one.wounded_in,
        heir=lambda one: one.id in heirs,
        player=lambda one: players.get(one.id, ""),
    )


@state_list(
    "Armies",
    "army",
    state_lines.ArmyLine,
    note="Order: the provinces it is to enter, or stay; empty while none is in. Allowance: as the season’s first phase "
    "fixed it (R12).",
)
def armies(now: Present) -> list[Row]:
    """Armies with their orders."""
    routes = {order.army: order.route for order in now.session.scalars(select(MarchOrder))}
    return armies.lines(
        now.armies,
        clan=lambda army: now.codes[army.clan],
        order=lambda army: "" if army.id not in routes else ", ".join(routes[army.id]) or STAY,
    )


@state_list("People on the way", "traveller", state_lines.TravellerLine)
def travellers(now: Present) -> list[Row]:
    """Who travels without leading an army."""
    generals = {army.id: army.general for army in now.armies}
    along = {row.character: generals.get(row.army) for row in now.session.scalars(select(Companion))}
    away = select(Character).where(
        Character.alive.is_(True),
        Character.province.is_not(None) | Character.id.in_(along),
        Character.id.not_in(generals.values()),
    )
    return travellers.lines(
        now.session.scalars(away.order_by(Character.id)),
        character=lambda one: one.id,
        province=lambda one: None if one.id in along else one.province,
        along=lambda one: along.get(one.id),
    )


@state_list(
    "Battles that still count",
    "force that fought",
    state_lines.BattleLine,
    note="Who gets counters back next season (R8), and whom a battle without a victor still holds (R15).",
)
def battles(now: Present) -> list[Row]:
    """The forces of battles on which something still rests: counters to come back, a hold, a card to draw."""
    return now.battles


@state_list(
    "Risk cards still to draw",
    "draw",
    state_lines.DrawLine,
    note="Seasons ago: when he was called, 0 for this season. Battle: its number, if it is in the list of battles.",
)
def draws(now: Present) -> list[Row]:
    """The risk cards that are still to be drawn."""
    counting = {row["battle"] for row in now.battles}
    return draws.lines(
        now.session.scalars(select(RiskDraw).filter_by(card="").order_by(RiskDraw.id)),
        ago=lambda draw: now.game.seasons - draw.season,
        battle=lambda draw: draw.battle if draw.battle in counting else None,
    )


# --- Books, honour and papers -----------------------------------------------------------------------------


@state_list(
    "Accounts",
    "clan",
    state_lines.ClanLine,
    fixed=True,
    note="In points. The savings of the year rest on what it began with and on its income (R22), honour in winter on "
    "what it spent on public events (R25).",
)
def clans(now: Present) -> list[Row]:
    """What every clan has, what it began the year with, its income of the year, and what it spent on events."""
    year = now.game.year
    has, opening, earned = balances(now.session), opening_cash(now.session, year), incomes(now.session, year)
    spent = balances(now.session, Transfer.kind == EVENT, Transfer.year == year)
    return clans.lines(
        sorted(now.session.scalars(select(Clan).where(lords())), key=by_name),
        rice=lambda clan: has[clan.id][0],
        cash=lambda clan: has[clan.id][1],
        opening=lambda clan: opening[clan.id],
        rice_income=lambda clan: earned[clan.id]["rice"],
        taxation=lambda clan: earned[clan.id]["taxation"],
        mining=lambda clan: earned[clan.id]["mining"],
        events=lambda clan: -sum(spent[clan.id]),
    )


@state_list(
    "Honour",
    "line of honour",
    state_lines.HonourLine,
    note="The rank is that of the board which was released last; empty before the first one.",
)
def honour(now: Present) -> list[Row]:
    """The points of every clan that has a line in the ledger, and the rank the hall has seen last."""
    booked = now.session.execute(select(Honour.clan, func.sum(Honour.points)).group_by(Honour.clan))
    points = {clan: int(total) for clan, total in booked}
    board = last_board(now.session)
    ranks = {line["clan"]: line["rank"] for line in board.ranks} if board else {}
    return [
        {"clan": clan, "points": points.get(clan, 0), "rank": ranks.get(clan)}
        for clan in sorted(points.keys() | ranks.keys())
    ]


BY_PARTIES = Treaty.one, Treaty.other, Treaty.kind, Treaty.audience, Treaty.entry, Treaty.terms, Treaty.id
"""An order of bonds that is the same when they were typed in again."""


@state_list(
    "Treaties",
    "treaty",
    state_lines.TreatyLine,
    note="Of a vassalage the overlord is named first. Paid of this year’s: of what falls due by it this year or, if "
    "nothing does, for the first time.",
)
def treaties(now: Present) -> list[Row]:
    """The treaties that stand, all of them: the sheet is Game Control's."""
    standing = select(Treaty).filter_by(ended=False).order_by(*BY_PARTIES)
    held = select(Pledge).join(Pledge.the_character).where(Character.held_by.is_not(None), Character.alive.is_(True))
    answering = grouped((pledge.treaty, pledge.character) for pledge in now.session.scalars(held))
    paid, asks = all_paid(now.session), begun(now.session)
    return treaties.lines(
        (bond for bond in now.session.scalars(standing) if binds(now.game, bond)),
        parts=lambda bond: parts_written(bond, answering.get(bond.id, ())),
        paid=lambda bond: owed_by(now.game, bond, asks[bond.id], paid).towards if bond.owes else None,
        known_to=lambda bond: " ".join(desk for desk in hidden_from_most(bond) if desk != "game"),
    )


def hidden_from_most(bond: Treaty) -> tuple[str, ...]:
    """The desks that may know of a bond that not everybody may."""
    return () if bond.audience == "public" else who_knows(bond)


@state_list("Leave to go through, this season", "passage", state_lines.PassageLine)
def passages(now: Present) -> list[Row]:
    """Who has leave to go through a province this season."""
    given = select(Passage).filter_by(season=now.game.seasons).order_by(Passage.id)
    return passages.lines(now.session.scalars(given))


@state_list("Titles", "title", state_lines.TitleLine)
def titles(now: Present) -> list[Row]:
    """Who holds which title."""
    return titles.lines(now.session.scalars(select(Title).order_by(Title.kind, Title.rank, Title.id)))


@state_list(
    "Attitudes of clans that nobody plays",
    "attitude",
    state_lines.AttitudeLine,
    note="−2 hostile, −1 cold, 0 neutral, 1 friendly, 2 devoted. Who is not listed is neutral.",
)
def attitudes(now: Present) -> list[Row]:
    """How they stand to others."""
    return attitudes.lines(now.session.scalars(select(Attitude).order_by(Attitude.clan, Attitude.to)))


@state_list(
    "Letters not handed over",
    "letter",
    state_lines.LetterLine,
    note="What they say stands on the letters themselves. No fate: not posted yet.",
)
def letters(now: Present) -> list[Row]:
    """The letters that wait."""
    comes = at_hand(now.session)
    return letters.lines(
        now.session.scalars(select(Letter).where(Letter.delivered == "", Letter.fate != "lost").order_by(Letter.id)),
        ready_in=lambda one: max(0, comes[one.id].season - now.game.seasons) if one.id in comes else None,
    )


@state_list("Edicts in force", "edict", state_lines.EdictLine)
def edicts(now: Present) -> list[Row]:
    """The edicts in force."""
    return edicts.lines(now.session.scalars(select(Edict).filter_by(withdrawn=False).order_by(Edict.id)))


@state_list(
    "Calls and levies",
    "call",
    state_lines.CallLine,
    note="By the end of: the year and its season, like 1551-summer. No answer: silent, once that has passed (R38).",
)
def calls(now: Present) -> list[Row]:
    """The calls of the Bakufu that stand."""
    return calls.lines(
        now.session.scalars(select(Call).filter_by(withdrawn=False).order_by(Call.line)),
        due=lambda one: dated(now.game, one.due),
    )


@state_list("Clans in rebellion", "rebellion", state_lines.RebellionLine)
def rebellions(now: Present) -> list[Row]:
    """The clans in rebellion."""
    return rebellions.lines(now.session.scalars(select(Rebellion).filter_by(lifted=False).order_by(Rebellion.id)))


@state_list("Petitions to be judged", "petition", state_lines.PetitionLine)
def petitions(now: Present) -> list[Row]:
    """The petitions that wait for a verdict."""
    waiting = select(Petition).where(Petition.state.in_(("filed", "heard"))).order_by(Petition.line)
    return petitions.lines(now.session.scalars(waiting))


@state_list(
    "Conditions for a Shogun",
    "condition",
    state_lines.ConditionLine,
    note="1 retired or no heir, 2 no pretender, 3 family, 4 pre-eminent, 5 the Emperor approves (R32).",
)
def shogun(now: Present) -> list[Row]:
    """The conditions that were ticked."""
    ticks = select(ShogunCondition).order_by(ShogunCondition.character, ShogunCondition.condition)
    return shogun.lines(now.session.scalars(ticks))


@state_list(
    "The Emperor’s court",
    "person at court",
    state_lines.CourtLine,
    note="Whoever is left out stays as the scenario has him (R29).",
)
def court(now: Present) -> list[Row]:
    """The court, and its dead."""
    return court.lines(now.session.scalars(select(Courtier).order_by(Courtier.rank, Courtier.id)))


@state_list("Services to Emperor and Shogun", "service", state_lines.ServiceLine)
def services(now: Present) -> list[Row]:
    """What was done for Emperor and Shogun."""
    return services.lines(now.session.scalars(select(Service).order_by(Service.line)))


@state_list(
    "Titles claimed falsely", "false claim", state_lines.FalseClaimLine, note="Not discovered: the Bakufu is not told."
)
def false_claims(now: Present) -> list[Row]:
    """Who claims a title that he does not hold."""
    return false_claims.lines(now.session.scalars(select(FalseClaim).order_by(FalseClaim.line)))


@state_list(
    "Covert work",
    "commission",
    state_lines.CommissionLine,
    note="No outcome: to roll for. With one, its slip is to be written or taken to the client’s Controller. Taken: it "
    "is done, but guards a clan, is the one of its season, or has bought a voice. Seen: what an assassin did where all "
    "could see it.",
)
def commissions(now: Present) -> list[Row]:
    """The commissions whose report has not been handed over, those of the season, of which there is one of a kind, and
    the bribes that came off, which hold (R37)."""
    bought = and_(Commission.kind == "bribe", Commission.outcome == "success")
    of_now = and_(Commission.number == now.game.seasons, Commission.outcome != "")
    counts = or_(Commission.delivered == "", of_now, bought)
    rows = list(now.session.scalars(select(Commission).where(counts).order_by(Commission.id)))
    against = targets_of(now.session, rows)
    return commissions.lines(
        rows,
        target=lambda one: against[one.kind, one.target].name,
        outcome=lambda one: one.outcome or None,
        report=lambda one: " ".join(one.report.split()),  # a cell has no paragraphs
        taken=lambda one: bool(one.delivered),
        seen=lambda one: seen_of(now.session, one),
    )


# --- The sheets -------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class StateSheet:
    """A sheet of the fallback pack, and the page that takes it back in. ``why`` says what it is for, ``desks`` who may
    print it; a ``secret`` one is sealed for those ``whose`` it is."""

    key: str
    title: str
    why: str
    lists: tuple[StateList, ...]
    desks: tuple[str, ...] = ("game",)
    secret: bool = False
    whose: str = "Game Control"


SHEETS = (
    StateSheet("clock", "Clock", "Season, clock, rule options, people made in play", (game, options, made), AT_THE_MAP),
    StateSheet(
        "map",
        "Map list",
        "Who holds what, and what stands there",
        (provinces, places, garrisons, beaten_levies, musters),
        AT_THE_MAP,
    ),
    StateSheet(
        "armies",
        "Armies and people",
        "Armies with their orders, and everybody by name",
        (armies, battles, characters, travellers, draws),
        AT_THE_MAP,
    ),
    StateSheet("accounts", "Accounts", "Rice and cash, and works under way", (clans, works)),
    StateSheet(
        "treaties",
        "Treaties",
        "Treaties, titles, attitudes, letters and edicts",
        (treaties, passages, titles, attitudes, letters, edicts),
    ),
    StateSheet(
        "bakufu",
        "Bakufu",
        "Calls, rebels, petitions, a new Shogun, the court",
        (calls, rebellions, petitions, shogun, services, false_claims, court),
    ),
    StateSheet("honour", "Honour", "The ledger of honour, clan by clan", (honour,), secret=True),
    StateSheet(
        "shadows",
        "Covert work",
        "Commissions to roll for, slips to hand over, voices bought",
        (commissions,),
        secret=True,
        whose="Intelligence and Game Control",
    ),
)
"""The sheets, in the order in which they are best typed in."""

BY_KEY = {one.key: one for sheet in SHEETS for one in sheet.lists}
LISTS: dict[str, tuple[str, ...]] = {
    key: ((("id",) if one.keyed else ()) + tuple(column.key for column in one.typed)) for key, one in BY_KEY.items()
}
"""The lists and their columns in orders and workbooks; ``name`` is there for whoever reads them."""


def present(
    session: Session, scenario: Scenario, now: datetime | None = None, lists: Iterable[str] = tuple(BY_KEY)
) -> dict[str, list[Row]]:
    """Every list as it is now, or those of ``lists``, by ids; honour and books are among them, so they are for Game
    Control alone."""
    moment = Present(session, scenario, now)
    return {key: BY_KEY[key].now(moment) for key in lists}
