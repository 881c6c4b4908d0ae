"""What umpires keep at hand, whoever the clan: the map log of a season, provinces, precedence, the desks' codes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from urllib.parse import urlencode

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from control.kernel.codes import in_groups
from control.kernel.database.made import made_from
from control.kernel.grouping import grouped
from control.kernel.journal.journal_questions import DONE_BY, undone_numbers, ways_in
from control.kernel.network import is_at_home
from control.kernel.roles import STROKE, desk_at
from control.kernel.rows import JournalEntry
from control.kernel.wording import counted, folded
from control.sengoku.march.orders.orders_questions import Draft, draft
from control.sengoku.people.court.shogun_questions import the_shogun
from control.sengoku.politics.bakufu.petitions_questions import petitions
from control.sengoku.rows import (
    Army,
    Battle,
    BattleSide,
    Character,
    Clan,
    Courtier,
    Encounter,
    EncounterForce,
    Game,
    Garrison,
    Place,
    Province,
)
from control.sengoku.rules.desks import DESKS
from control.sengoku.rules.people.precedence import order
from control.sengoku.scenario.model import Scenario
from control.sengoku.world.bonds.calls_questions import waiting
from control.sengoku.world.bonds.rebels_questions import rebels
from control.sengoku.world.dates_questions import season_in_words
from control.sengoku.world.forces import forces_questions as forces
from control.sengoku.world.forces.business_questions import held_armies
from control.sengoku.world.land.land_questions import clan_signs, marked
from control.sengoku.world.moments_questions import place_of
from control.sengoku.world.people.precedence_questions import persons
from control.sengoku.world.people.titles_questions import title_in_words, titles
from control.sengoku.world.standing_questions import standing
from printouts.hall.desk_codes import DeskCode
from printouts.honour.precedence_list import PrecedenceList, Ranked
from printouts.land.province_list import ListedProvince, ProvinceList
from printouts.march.map_log import PHASES, Leg, MapLog, March, Meeting
from printouts.politics.bakufu_sheet import BakufuSheet

# --- The map log (for Map Control and Game Control: it carries sizes) --------------------------------------


def map_log_data(session: Session, scenario: Scenario) -> MapLog:
    """The log of this season: every army with its order, and who has met so far."""
    now = standing(session, scenario)
    winter = now.season == "winter"
    game = Game.only(session)
    found = [] if winter else forces.armies(session, scenario)
    gone, held = phases_gone(session, game), held_armies(session)
    return MapLog(
        f"{now.when} · {now.progress}",
        winter,
        tuple(
            march(one, draft(session, scenario, one, one.ahead), gone.get(one.id, []), scenario, is_held=one.id in held)
            for one in found
        ),
        tuple(meetings(session)),
    )


def phases_gone(session: Session, game: Game) -> dict[int, list[int]]:
    """The phases of this season in which every army went a leg, from the journal: no row says it, for a late order or a
    meeting lets a phase pass without one. An army split off has gone where the other had, and so has one that took in
    an army which had gone further."""
    begun, undone = place_of(game.year, game.season), undone_numbers(session)
    found: dict[int, list[int]] = {}
    for number, at, action, changes in session.execute(
        select(JournalEntry.number, JournalEntry.moment, DONE_BY, JournalEntry.changes)
        .where(JournalEntry.moment.between(begun, begun + PHASES), DONE_BY.in_((RUN, PASS, *MANOEUVRES)))
        .order_by(JournalEntry.number)
    ):
        armies = {change["key"][0]: change["after"] or {} for change in changes if change["table"] == "army"}
        for army in [army for army, after in armies.items() if "walked" in after] if number not in undone else ():
            if action in MANOEUVRES:
                other = next(one for one in armies if one != army)
                found[army] = [*found.get(other, ())]
            else:
                found.setdefault(army, []).append(at - begun + (action == RUN))  # a phase is run from the one before
    return found


RUN, PASS = "movement.run_phase", "encounter.settle"
"""The actions by which an army goes a leg of its order: the second where two pass each other on their way (R17)."""
MANOEUVRES = ("army.split", "army.merge")
"""Those by which one of two armies takes over how far the other has gone."""


def march(army: forces.ArmyView, ahead: Draft, gone: list[int], scenario: Scenario, *, is_held: bool) -> March:
    """An army as the log has it: what is ``ahead`` of it, in which phases it has ``gone`` so far, and whether a battle
    holds it."""
    missing = army.walked - len(gone)  # legs gone before the journal began: typed in from paper
    gone = [phase for phase in army.phases if not gone or phase < gone[0]][: max(0, missing)] + gone
    walked = dict(zip(reversed(gone), reversed(army.route_names[: army.walked]), strict=False))
    coming = {} if army.halted else dict(zip(ahead.phases, ahead.names, strict=False))
    return made_from(
        March,
        army,
        clan_code=army.clan.code,
        began=scenario.provinces[army.started].name,
        phases=tuple(
            Leg(phase not in {*army.phases, *walked}, walked.get(phase) or coming.get(phase, ""), phase in walked)
            for phase in range(1, PHASES + 1)
        ),
        note=", ".join(remarks(army, () if army.halted else ahead.names[len(ahead.phases) :], scenario, is_held)),
    )


def remarks(army: forces.ArmyView, further: Sequence[str], scenario: Scenario, is_held: bool) -> Iterator[str]:
    """What else must be known of an army on its march; ``further`` are the legs that it will not go this season."""
    if not army.has_order:
        yield "no order"
    elif not army.route:
        yield "stays"
    if further:
        yield f"then {', '.join(further)}"
    if army.halted and not is_held:
        yield f"stopped: {army.halted}"
    if army.wounded:
        yield "general wounded"
    if is_held:
        back = f" or back to {scenario.provinces[army.way_back].name}" if army.way_back else ""
        yield f"battle {army.held_by}: stays{back} (R15)"
    if army.companions:
        yield f"with {', '.join(army.companions)}"


def meetings(session: Session) -> Iterator[Meeting]:
    """The encounters of this season, as they came, each with what came of it."""
    game = Game.only(session)
    found = session.execute(
        select(Encounter, Province.name)
        .join(Encounter.the_province)
        .where(Encounter.year == game.year, Encounter.season == game.season)
        .order_by(Encounter.id)
    ).all()
    who = those_who_met(session, [one.id for one, _ in found])
    fought = {
        one.encounter: one
        for one in session.scalars(select(Battle).where(Battle.encounter.in_([one.id for one, _ in found])))
    }
    for one, where in found:
        battle = fought.get(one.id)
        result = battle_in_words(session, battle) if battle else f"answered: {one.answer}" if one.answer else one.note
        yield Meeting(one.phase, where, ", ".join(who.get(one.id, ())), one.outcome, result)


def those_who_met(session: Session, encounters: list[int]) -> dict[int, list[str]]:
    """The forces of encounters, each with its clan's letters."""
    rows = session.execute(
        select(EncounterForce.encounter, Clan.code, Character.name)
        .outerjoin(EncounterForce.the_army)
        .outerjoin(Army.the_general)
        .outerjoin(EncounterForce.the_garrison)
        .join(Clan, Clan.id == func.coalesce(Army.clan, Garrison.clan))
        .where(EncounterForce.encounter.in_(encounters))
        .order_by(EncounterForce.id)
    )
    return grouped((number, f"{general or 'garrison'} ({code})") for number, code, general in rows)


def battle_in_words(session: Session, battle: Battle) -> str:
    """A battle in a line of the log."""
    if not battle.over:
        return f"Battle {battle.id}, {counted(battle.rounds, 'round')} fought"
    if battle.ended_by == "called_off":
        return f"Battle {battle.id}: called off before its first round"
    won = session.get(BattleSide, (battle.id, battle.winner)) if battle.winner else None
    return f"Battle {battle.id}: {f'{won.name} won' if won else 'nobody won'}"


# --- Provinces and precedence (for every umpire: nothing in them is secret) --------------------------------


def province_list_data(session: Session, scenario: Scenario) -> ProvinceList:
    """Every province by name."""
    game = Game.only(session)
    signs, buildings = clan_signs(session), marked(session)
    rows = {one.id: one for one in sorted(session.scalars(select(Province)), key=lambda one: folded(one.name))}
    places: dict[str, list[str]] = {}
    for place in session.scalars(select(Place).order_by(Place.name)):
        work = "" if place.fortification == "none" else f", {place.fortification}"
        holder = signs[place.holder].name if place.holder else "nobody"
        places.setdefault(place.province, []).append(f"{place.name} {place.value}{work} ({holder})")

    def near(key: str, *, by_sea: bool) -> str:
        return ", ".join(
            other.name
            for other in rows.values()
            if other.id in scenario.geography.neighbours(key) and scenario.geography.by_sea(key, other.id) is by_sea
        )

    return ProvinceList(
        season_in_words(game, game.seasons).capitalize(),
        tuple(
            ListedProvince(
                name=one.name,
                kanji=one.kanji,
                region=scenario.provinces[one.id].region,
                value=one.rice_value,
                holder=signs[one.holder].name if one.holder else "nobody",
                holder_code=signs[one.holder].code if one.holder else "",
                ground="mountains" if one.mountainous else "",
                works=", ".join([*([] if one.castle == "none" else [one.castle]), *buildings.get(one.id, ())]),
                places="; ".join(places.get(one.id, ())),
                land=near(one.id, by_sea=False),
                sea=near(one.id, by_sea=True),
            )
            for one in rows.values()
        ),
    )


GROUPS = ("The Emperor", "The Shogun", "Holders of court rank", "Daimyo and abbots", "Heirs", "Everyone else")
"""The ranks as headings."""


def precedence_list_data(session: Session) -> PrecedenceList:
    """The living in the order of precedence (R29)."""
    game = Game.only(session)
    signs, held = clan_signs(session), titles(session)
    listed: dict[str, tuple[str, str, tuple[str, ...]]] = {
        one.id: (signs[one.clan].name, one.title, held.get(one.id, ()))
        for one in session.scalars(select(Character).where(Character.alive.is_(True)))
    }
    for noble in session.scalars(select(Courtier).where(Courtier.alive.is_(True))):
        rank = (title_in_words("court_rank", "", noble.rank),) if noble.rank else ()
        listed[noble.id] = ("the court", noble.title, rank)
    found = []
    before = ""
    for place in order(persons(session, listed)):
        one = place.person
        clan, office, announced = listed[one.id]
        found.append(
            Ranked(
                place.number,
                GROUPS[one.rank],
                one.name,
                clan,
                office,
                one.ancestor,
                one.age,
                ", ".join(announced),
                before.startswith("Nothing sets"),
            )
        )
        before = place.reason
    return PrecedenceList(season_in_words(game, game.seasons).capitalize(), tuple(found))


# --- The desks (for Game Control alone) --------------------------------------------------------------------


def desk_code_data(session: Session, make_url: Callable[[str], str], fingerprint: str) -> list[tuple[str, DeskCode]]:
    """Every desk by its key, with the card that lets its umpires in; then those who have a code of their own: the card
    of their desk would open nothing. On each is the fingerprint of the room's certificate, if it has one; and nothing
    to scan as long as that would open the phone itself."""
    title, reached = Game.only(session).title, not is_at_home(make_url(""))

    def card(name: str, code: str, whose: str = "") -> DeskCode:
        url = make_url(f"/sign-in?{urlencode({'code': code})}") if reached else ""
        return DeskCode(title, name, in_groups(code), url, whose, fingerprint)

    ways = ways_in(session)
    own = [one for one in ways if STROKE in one[0]]
    own.sort(key=lambda one: (list(DESKS).index(desk_at(one[0])), folded(one[1])))
    return [
        *((key, card(name, code)) for key, name, code in ways if STROKE not in key),
        *((key, card(DESKS[desk_at(key)], code, name)) for key, name, code in own),
    ]


# --- The Bakufu's job (for its own desk and Game Control) --------------------------------------------------


def bakufu_sheet_data(session: Session, scenario: Scenario) -> BakufuSheet:
    """What waits at the Bakufu."""
    now = the_shogun(session)
    return BakufuSheet(
        standing(session, scenario).when,
        f"Shogun: {now.name}, {now.where}." if now else "There is no Shogun.",
        tuple((one.clan.name, f"{one.wanted} ({one.code})", one.by) for one in waiting(session, "bakufu")),
        tuple((one.code, one.clan.name, one.about) for one in petitions(session, "bakufu") if one.is_open),
        tuple(rebels(session).values()),
    )
