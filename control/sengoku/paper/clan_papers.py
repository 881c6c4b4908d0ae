"""What umpires who mind clans work from: the Team Controller's clan sheet, NPD Control's clans, the honour tally."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from sqlalchemy import select
from sqlalchemy.orm import Session

from control.kernel.grouping import grouped
from control.kernel.printing.kinds import Item, Kinds, Press, single
from control.kernel.values import dataclass
from control.kernel.wording import folded
from control.sengoku.battle.encounters import encounters_questions as encounters
from control.sengoku.books import books_questions as books
from control.sengoku.books.works_questions import UpkeepLine, upkeep_due
from control.sengoku.honour.honour_questions import AUTOMATIC
from control.sengoku.honour.status_questions import board
from control.sengoku.paper.players.briefings_questions import realm
from control.sengoku.people.casting.casting_questions import players
from control.sengoku.rows import Clan, Game, Place, Province, Transfer, Work
from control.sengoku.rules.desks import SEES_HONOUR
from control.sengoku.rules.people.precedence import ordinal
from control.sengoku.rules.seasons import season_heading
from control.sengoku.scenario.model import Scenario
from control.sengoku.world.bonds.attitudes_questions import attitudes
from control.sengoku.world.bonds.treaties_questions import TreatyView, treaties
from control.sengoku.world.dates_questions import season_in_words
from control.sengoku.world.land.land_questions import ClanSign, clan_signs, sign_of
from control.sengoku.world.ledger import ledger_questions as ledger
from control.sengoku.world.minding_questions import clans_minded, his_alone, is_his
from control.sengoku.world.people.people_questions import PersonView, persons
from control.sengoku.world.people.titles_questions import titles
from control.sengoku.world.telling.telling_questions import tell_list
from printouts.battle.npd_sheet import Ground, Neighbour, UnplayedClan, npd_sheets
from printouts.honour.honour_tally import HonourTally, Reason, honour_tally
from printouts.people.clan_sheet import Booking, ClanSheet, Holding, Member, clan_sheet

KINDS = Kinds("umpires")
LATEST = 8
"""So many bookings of a clan stand on its sheet."""


@dataclass(frozen=True)
class Lands:
    """What stands in the provinces and places of the game, read once: rows by holder, upkeep, works, announced."""

    provinces: dict[str, list[Province]]
    places: dict[str, list[Place]]
    upkeep: list[UpkeepLine]
    works: list[Work]
    coming: dict[tuple[str, str | None], int]

    def works_in(self, place: Province | Place) -> str:
        """What stands in a province or place, is being built or lies abandoned there, in words."""
        words = [] if place.castle == "none" else [place.castle]
        words += [f"abandoned {place.abandoned}"] if place.abandoned else []
        for work in self.works:
            if (work.province, work.place) == place.ground_key:
                what = work.name or work.kind
                words.append(what if work.state == "standing" else f"{what}, ready in winter {work.ordered + 1}")
        cost = sum(line.points for line in self.upkeep if (line.province, line.place) == place.ground_key)
        return ", ".join(words) + (f": {cost} each winter" if cost else "")


def lands(session: Session, scenario: Scenario) -> Lands:
    """The provinces and places by holder, the richest first."""
    provinces = session.scalars(select(Province).order_by(Province.rice_value.desc(), Province.name))
    places = session.scalars(select(Place).order_by(Place.value.desc(), Place.name))
    return Lands(
        grouped((one.holder or "", one) for one in provinces),
        grouped((one.holder or "", one) for one in places),
        upkeep_due(session, scenario),
        list(session.scalars(select(Work).where(Work.state.in_(("ordered", "standing"))).order_by(Work.line))),
        ledger.announced(session),
    )


def of_desk(session: Session, desk: str) -> list[ClanSign]:
    """The clans that a desk minds, by name."""
    rows = session.scalars(select(Clan).where(clans_minded(desk)))
    return [sign_of(one) for one in sorted(rows, key=lambda one: folded(one.name))]


# --- The clan sheet (for Team Control: no army, no honour) -------------------------------------------------


@KINDS.add(
    "clan_sheet",
    "Clan sheets",
    "clan sheet",
    ("team", "game"),
    single(clan_sheet),
    "No clan is played, so there is no clan sheet to print.",
)
def clan_sheet_items(press: Press) -> Iterator[Item]:
    """A sheet for each clan that Team Control minds, or one of its Controllers; the season on it is that of
    printing."""
    session, scenario = press.session, press.scenario
    clans = [one for one in of_desk(session, "team") if is_his(press.desk, one.id)]
    game = Game.only(session)
    land, funds = lands(session, scenario), ledger.balances(session)
    incomes = ledger.incomes(session, game.year)
    booked = books.lines_of(session, [one.id for one in clans], Transfer.year == game.year)
    people, held, played = persons(session), titles(session), played_by(session)
    agreed, told = treaties(session, "team"), tell_list(session, "team").open
    places = places_released(session)
    for one in clans:
        sheet = ClanSheet(
            clan=one, when=season_in_words(game, game.seasons).capitalize(), place=places.get(one.id, "–"),
            rice=funds[one.id][0], cash=funds[one.id][1], income=sum(incomes[one.id].values()),
            income_of=", ".join(f"{points} {kind}" for kind, points in incomes[one.id].items() if points),
            upkeep=sum(line.points for line in land.upkeep if line.clan == one.id), lent=books.lent(session, one.id),
            people=tuple(
                member(person, played.get(person.id, ""), held.get(person.id, ()))
                for person in sorted(people, key=lambda person: not person.is_head)
                if person.clan.id == one.id and person.alive
            ),
            lands=tuple(holdings(land, one.id)),
            bookings=tuple(
                Booking(season_heading(line.season, line.year), ", ".join(filter(None, (line.label, line.details))),
                        line.rice, line.cash)
                for line in booked[one.id][-LATEST:]
            ),
            bonds=(*bonds(agreed, one.id), *hostages(people, one.id, played)),
            tell=tuple(
                notice.sentence for notice in told
                if any(hearer.clan and hearer.clan.id == one.id for hearer in notice.open)
            ),
        )  # fmt: skip
        yield Item(one.id, one.name, one.id, sheet, replace(sheet, when=""))


def places_released(session: Session) -> dict[str, str]:
    """The place of every clan in the order that was released last, in words."""
    released = board(session)
    lines = released.lines if released else ()
    return {line.clan.id: f"{ordinal(line.rank)} of {len(lines)}" for line in lines}


def played_by(session: Session) -> dict[str, str]:
    """The names of the players by the ids of the people they play."""
    return {part.id: one.name for one in players(session, "team") for part in one.parts}


def member(person: PersonView, player: str, held: tuple[str, ...]) -> Member:
    """A person as his clan's Controller knows him."""
    state = []
    if person.wounded:
        state.append(f"wounded until {person.until}" if person.until else "wounded")
    if person.held_by:
        state.append(f"hostage of {person.held_by.name}")
    return Member(person.name, person.title, player, person.age, person.experience, ", ".join(state), ", ".join(held))


def holdings(land: Lands, clan: str) -> Iterator[Holding]:
    """The provinces and places of a clan."""
    for one in (*land.provinces.get(clan, ()), *land.places.get(clan, ())):
        coming = land.coming.get(one.ground_key, 0)
        left = max(0, one.value - one.raised - coming)
        yield Holding(one.name, one.value, land.works_in(one), left, coming, one.taken)


def bonds(agreed: Sequence[TreatyView], clan: str) -> Iterator[str]:
    """The treaties of a clan, in words."""
    for one in agreed:
        if clan in (one.one.id, one.other.id):
            yield one.in_a_line


def hostages(people: Sequence[PersonView], clan: str, played: Mapping[str, str]) -> Iterator[str]:
    """Who of a clan is a hostage, and whom it holds; and where a player sits who plays one of them."""
    for one in people:
        player = played.get(one.id, "")
        if one.alive and one.held_by and one.clan.id == clan:
            yield f"{one.name} is a hostage of {one.held_by.name}{f'; {player} sits there' if player else ''}"
        elif one.alive and one.held_by and one.held_by.id == clan:
            sits = f"; {player} sits here, may lead an army of this clan, and may write home" if player else ""
            yield f"Holds {one.name} of {one.clan.name} as a hostage{sits}"


# --- The honour tally (for Team Control and Game Control; R28) ---------------------------------------------


@KINDS.add(
    "honour_tally",
    "Honour tallies",
    "honour tally",
    SEES_HONOUR,
    single(honour_tally),
    "No clan is played, so there is no honour to tally.",
)
def honour_tally_items(press: Press) -> Iterator[Item]:
    """The tally of every played clan that whoever sits there minds: its people, and the reasons that an umpire books;
    no sum is on it. It belongs to no clan's pack: what is in one is handed to players."""
    session, scenario = press.session, press.scenario
    game = Game.only(session)
    reasons = sorted(
        (one for one in scenario.honour.values() if one.key not in AUTOMATIC),
        key=lambda one: [found.group for found in scenario.honour.values()].index(one.group),
    )
    people = sorted(persons(session), key=lambda person: not person.is_head)
    theirs = select(Clan).where(Clan.played.is_(True), his_alone(press.desk, Clan.id))
    played = sorted(session.scalars(theirs), key=lambda one: folded(one.name))
    listed = tuple(Reason(reason.name, reason.group, reason.points, reason.for_whom) for reason in reasons)
    when = season_in_words(game, game.seasons).capitalize()
    for one in played:
        named = tuple((person.name, person.title) for person in people if person.clan.id == one.id and person.alive)
        sheet = HonourTally(clan=sign_of(one), when=when, people=named, reasons=listed)
        yield Item(one.id, one.name, "", sheet, replace(sheet, when=""))


# --- Clans nobody plays (for NPD Control) ------------------------------------------------------------------


@KINDS.add(
    "npd_sheet",
    "Non-Player Daimyo sheets",
    "NPD sheet",
    ("npd", "game"),
    npd_sheets,
    "Every clan is played, so Non-Player Daimyo Control minds none.",
)
def npd_sheet_items(press: Press) -> Iterator[Item]:
    """Each clan that NPD Control minds. The season on the pages is that of printing."""
    session, scenario = press.session, press.scenario
    game = Game.only(session)
    land, funds, people = lands(session, scenario), ledger.balances(session), persons(session)
    signs, agreed, played = clan_signs(session), treaties(session, "npd"), played_by(session)
    known = realm(session, scenario)
    asked = [*encounters.questions(session, "npd"), *encounters.answered(session, "npd")]
    for one in of_desk(session, "npd"):
        near = known.neighbours(one.id)
        with_them = {clan: [treaty for treaty in agreed if {one.id, clan} == {treaty.one.id, treaty.other.id}]
                     for clan in near}  # fmt: skip
        others = [treaty for treaty in agreed if not any(treaty in those for those in with_them.values())]
        sheet = UnplayedClan(
            clan=one,
            when=season_in_words(game, game.seasons).capitalize(),
            rice=funds[one.id][0],
            cash=funds[one.id][1],
            people=tuple(
                f"{person.name} ({person.title}, {person.age or '?'})"
                for person in sorted(people, key=lambda person: not person.is_head)
                if person.clan.id == one.id and person.alive
            ),
            lands=tuple(Ground(place.name, place.value, place.works, place.left) for place in holdings(land, one.id)),
            neighbours=tuple(
                Neighbour(
                    signs[clan].name,
                    in_order(theirs),
                    ", ".join(sorted({treaty.kind for treaty in with_them[clan]})),
                )
                for clan, theirs in near.items()
            ),
            bonds=(
                *dossier(session, scenario, one.id),
                *bonds(others, one.id),
                *hostages(people, one.id, played),
            ),
            answers=tuple(answer_in_words(question) for question in asked if question.holder.id == one.id),
        )
        yield Item(one.id, one.name, one.id, sheet, replace(sheet, when=""))


def dossier(session: Session, scenario: Scenario, clan: str) -> Iterator[str]:
    """What a clan is like, what it wants, and to whom it is not neutral, in sentences."""
    if written := scenario.locals.get(clan):
        if written.character:
            yield written.character
        if written.aims:
            yield f"Wants: {'; '.join(written.aims)}"
    felt = [f"{one.words} to {one.to.name}" for one in attitudes(session, clan) if one.attitude]
    if felt:
        yield f"Stands: {', '.join(felt)}"


def in_order(theirs: Mapping[str, bool]) -> str:
    """The lands next to a clan's, by name, with those that only the sea leads to."""
    names = sorted(theirs, key=folded)
    return ", ".join(f"{name} (by sea)" if theirs[name] else name for name in names)


def answer_in_words(question: encounters.Question) -> str:
    """A question of this season with its answer."""
    asks = f"{question.asker.name} asks to pass through {question.province_name}"
    if not question.answer:
        return f"{asks}: not answered yet"
    said = encounters.ANSWERS.get(question.answer, question.answer)
    return f"{asks}: {said}{f' ({question.note})' if question.note else ''}"
