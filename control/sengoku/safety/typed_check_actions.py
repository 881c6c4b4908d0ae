"""Everything that is wrong with a state that was typed in, cell by cell: names that are not there, what is listed
twice, what cannot be, and what a rule forbids (midway_actions.py goes on from a state in which nothing is wrong)."""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import field
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from control.kernel.codes import read_code
from control.kernel.errors import OrderError, OrderNotAllowed, OrderNotUnderstood, did_you_mean
from control.kernel.grouping import grouped
from control.kernel.values import dataclass
from control.kernel.wording import capital, figure, folded, in_a_row
from control.sengoku.paper.fallback.state_lines import IDS, CommissionLine, TreatyLine
from control.sengoku.paper.fallback.state_lists_questions import BY_KEY, STAY
from control.sengoku.paper.fallback.state_sheets_questions import Names
from control.sengoku.people.bonds.bonds_actions import MORE_THAN_ONE
from control.sengoku.people.kin_questions import ids_of_made
from control.sengoku.rows import Army, Character, Clan, Courtier, Game, Garrison, Place, Province
from control.sengoku.rules.desks import DESKS
from control.sengoku.rules.rulings import OPTIONS
from control.sengoku.rules.seasons import season_place
from control.sengoku.safety.typed_state_actions import LINES, BeginMidway
from control.sengoku.scenario.model import HEADS, SEASONS, Scenario
from control.sengoku.shadows.targets_questions import names_of_targets, target_of
from control.sengoku.world.bonds.bond_parts import ids_named, parts_read
from control.sengoku.world.dates_questions import read_season, seasons_since
from control.sengoku.world.land.rising_actions import NO_LORD
from control.sengoku.world.land.risings_questions import REBELS

CODED = {"armies": "A", "letters": "L", "edicts": "E", "calls": "C", "petitions": "P"}
"""Lists whose lines may keep the code that is on their papers, and its letter."""


@dataclass
class Findings:
    """What is wrong with a typed state: nobody can force ``wrong``, Game Control may force ``against_rules``. Who typed
    ``names`` is offered names where there are none such, and ids otherwise."""

    names: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    wrong: list[OrderError] = field(default_factory=list)
    against_rules: list[OrderNotAllowed] = field(default_factory=list)

    def unknown(self, place: str, noun: str, key: str, known: Iterable[str]) -> None:
        """Something that is not there."""
        near = did_you_mean(key, (self.names.get(noun, {}).get(one, one) for one in known))
        self.wrong.append(OrderNotUnderstood(f'There is no {noun} "{key}".{near}', field=place))

    def no(self, place: str, sentence: str) -> None:
        """Something that cannot be."""
        self.wrong.append(OrderNotAllowed(sentence, field=place))


def look_over(session: Session, scenario: Scenario, order: BeginMidway, names: Names | None = None) -> Findings:
    """Everything that is wrong with a typed state, cell by cell (``provinces.3.holder``)."""
    found = Findings(names or {})
    look_at_the_season(Game.only(session), scenario, order, found)
    look_at_ids(session, order, found)
    look_at_made(session, order, found)
    look_at_court(session, order, found)
    for name in LINES:
        twice(found, name, getattr(order, name) or [])
    look_at_people(session, order, found)
    look_at_allowances(scenario, order, found)
    look_at_forces(session, order, found)
    look_at_garrisons(session, order, found)
    look_at_places(session, order, found)
    look_at_papers(session, Game.only(session), order, found)
    look_at_commissions(session, scenario, order, found)
    return found


def look_at_the_season(game: Game, scenario: Scenario, order: BeginMidway, found: Findings) -> None:
    """When it is, and where the clock stands."""
    if seasons_since(game, scenario, order.year, order.season) < 0:
        first = game.first_season or scenario.first_season
        found.no("year", f"The game begins in {first} {scenario.first_year}; that is before it.")
    parts = len(scenario.timetable(order.season))
    if (order.stage or 1) > parts:
        found.no("stage", f"{order.season.capitalize()} has {parts} of them: write a number from 1 to {parts}.")
    if order.season == "winter" and (order.phase or 0):
        found.no("phase", "In winter no movement phase is run (R18). Write 0.")
    for spot, one in enumerate(order.options or []):
        known = OPTIONS[one.option].values if one.option in OPTIONS else ()
        if known and one.value not in known:
            near = did_you_mean(str(one.value), known)
            found.no(f"options.{spot}.value", f"{one.option} is {', '.join(known)}.{near}")


def called(session: Session, model: type[Any], key: str) -> str:
    """What people call what a line names by its key."""
    row = session.get(model, key)
    return str(row.name) if row else key


# --- Names, codes, what is there twice --------------------------------------------------------------------


def look_at_ids(session: Session, order: BeginMidway, found: Findings) -> None:
    """Names of provinces, places, clans and persons that are not there; routes and codes that cannot be read."""
    models: dict[str, Any] = {"clan": Clan, "province": Province, "place": Place, "character": Character}
    known = {noun: set(session.scalars(select(models[noun].id))) for noun in IDS}
    known["character"].update(ids_of_made(session, [line.name for line in order.made or [] if line.name]).values())
    made = {folded(line.name) for line in (*(order.made or ()), *(order.court or ())) if line.name}
    for name in LINES:
        listed = BY_KEY[name]
        nouns = {column.key: column.of for column in listed.typed if column.of in IDS}
        nouns |= {"id": listed.one} if listed.keyed else {}
        for spot, line in enumerate(getattr(order, name) or []):
            for column, noun in nouns.items():
                value = getattr(line, column)
                if (name, value) == ("garrisons", REBELS):
                    continue  # they are there as soon as they are typed (R42)
                if value == REBELS and column in ("holder", "held_by"):
                    found.no(f"{name}.{spot}.{column}", f"{NO_LORD}, or nobody (R42).")
                    continue
                if value and value not in known[noun]:
                    found.unknown(f"{name}.{spot}.{column}", noun, value, known[noun])
            if name == "armies" and line.order not in ("", STAY, None):
                for leg in legs(line.order):
                    if leg not in known["province"]:
                        found.unknown(f"{name}.{spot}.order", "province", leg, known["province"])
                        break
            if name == "treaties" and line.parts:
                look_at_parts(f"{name}.{spot}.parts", line.parts, known, found)
            if name == "commissions" and line.kind and line.target and folded(line.target) not in made:
                look_at_target(session, f"{name}.{spot}.target", line, found)
            if name in CODED and line.code:
                look_at_code(f"{name}.{spot}.code", CODED[name], line.code, found)


def look_at_target(session: Session, place: str, line: CommissionLine, found: Findings) -> None:
    """Covert work against nobody there is."""
    if target_of(session, line.kind, line.target) is None:
        near = did_you_mean(line.target, names_of_targets(session, line.kind))
        found.no(place, f"There is no target “{line.target}” for that kind of covert work.{near}")


def look_at_parts(place: str, parts: str, known: dict[str, set[str]], found: Findings) -> None:
    """The parts of a bond, and whom they name."""
    try:
        for noun, key in ids_named(parts_read(parts)):
            if key not in known[noun]:
                found.unknown(place, noun, key, known[noun])
    except OrderNotUnderstood as error:
        found.wrong.append(OrderNotUnderstood(error.sentence, field=place))


def legs(route: str) -> list[str]:
    """The provinces of a typed order; none for one to stay."""
    return [] if route in ("", STAY) else [part.strip() for part in route.split(",")]


def look_at_code(place: str, letter: str, code: str, found: Findings) -> None:
    """A code that does not add up, or is of another kind of paper."""
    try:
        if read_code(code).kind != letter:
            found.no(place, f"“{code}” is not a code of these: they begin with {letter}.")
    except OrderNotUnderstood as error:
        found.wrong.append(OrderNotUnderstood(error.sentence, field=place))


def look_at_made(session: Session, order: BeginMidway, found: Findings) -> None:
    """Names of people made in play that somebody else bears: people are found by their names."""
    people = {folded(one.name): one for one in session.scalars(select(Character))}
    for spot, line in enumerate(order.made or []):
        other = people.get(folded(line.name or ""))
        if other is not None and (not other.made or other.clan != line.clan):
            of = called(session, Clan, other.clan)
            found.no(f"made.{spot}.name", f"There is somebody called {other.name} already, of {of}.")


def look_at_court(session: Session, order: BeginMidway, found: Findings) -> None:
    """Nobles without a rank, a second Emperor, and names that somebody of a clan bears (R29)."""
    people = {folded(name): name for name in session.scalars(select(Character.name))}
    people |= {folded(line.name): line.name for line in order.made or [] if line.name}
    reigns = {folded(name) for name in session.scalars(select(Courtier.name).filter_by(role="emperor", alive=True))}
    for spot, line in enumerate(order.court or []):
        name = folded(line.name or "")
        if name in people:
            found.no(f"court.{spot}.name", f"There is somebody called {people[name]} already, of a clan.")
        if (line.role == "noble") is (line.rank is None):
            found.no(f"court.{spot}.rank", "A noble has a court rank from 1 to 10, and the Emperor none.")
        reigns.discard(name)
        if line.role == "emperor" and line.alive:
            if reigns:
                found.no(f"court.{spot}.role", "There is one Emperor alone.")
            reigns.add(name)


ONCE: dict[str, tuple[str, Callable[[Any], Hashable], str]] = {
    "made": ("name", lambda line: folded(line.name or ""), "He is in the list already."),
    "armies": ("general", lambda line: line.general, "He leads another army of this list already."),
    "battles": (
        "battle",
        lambda line: (line.battle, line.general, line.garrison, line.place or None),
        "This force is in the list already.",
    ),
    "garrisons": (
        "province",
        lambda line: (line.clan, line.province, line.place or None),
        "This clan’s garrison there is in the list already. Add them up.",
    ),
    "beaten_levies": (
        "province",
        lambda line: (line.clan, line.province, line.place or None),
        "This is in the list already.",
    ),
    "treaties": (
        "other",
        lambda line: (
            line.kind,
            who_are_bound(line),
            line.audience,
            *((line.parts, line.terms, line.until) if line.kind in MORE_THAN_ONE or line.audience != "public" else ()),
        ),
        "This treaty is in the list already.",
    ),
    "honour": ("clan", lambda line: line.clan, "This clan is in the list already."),
    "options": ("option", lambda line: line.option, "This rule option is in the list already."),
    "travellers": ("character", lambda line: line.character, "He is in the list already."),
    "draws": (
        "cause",
        lambda line: (
            line.character,
            line.cause,
            line.battle,
            line.ago,
            id(line) if line.cause == "battle" and line.battle is None else 0,  # of battles that no longer count
        ),
        "He draws one card for each cause (R19).",
    ),
    "shogun": (
        "condition",
        lambda line: (line.character, line.condition),
        "This condition is in the list already for him.",
    ),
    "false_claims": (
        "kind",
        lambda line: (line.kind, line.character, line.province, line.rank),
        "This claim is in the list already.",
    ),
    "attitudes": ("to", lambda line: (line.clan, line.to), "How it stands to this clan is in the list already."),
    "court": ("name", lambda line: folded(line.name or ""), "He is in the list already."),
    "rebellions": ("clan", lambda line: line.clan, "This clan is in the list already."),
    "titles": (
        "kind",
        lambda line: (line.kind, line.character, line.province, line.rank),
        "This title is in the list already.",
    ),
}
"""What may stand in a list only once: the column where that is said, what must differ, and the sentence. Lists of
provinces, places, clans and persons have ids; of the others anything may come twice."""


def twice(found: Findings, name: str, lines: list[Any]) -> None:
    """What stands in a list a second time, and codes that do."""
    if name in ONCE or BY_KEY[name].keyed:
        where, what, words = ONCE.get(name, ("id", lambda line: line.id, "It is in the list already."))
        seen: set[Hashable] = set()
        for spot, line in enumerate(lines):
            if what(line) in seen:
                found.no(f"{name}.{spot}.{where}", words)
            seen.add(what(line))
    if name in CODED:
        codes: set[str] = set()
        for spot, line in enumerate(lines):
            if line.code and line.code in codes:
                found.no(f"{name}.{spot}.code", "This code is in the list already.")
            codes.add(line.code)


# --- People and forces ------------------------------------------------------------------------------------


def look_at_people(session: Session, order: BeginMidway, found: Findings) -> None:
    """Who cannot be what was typed, and generals who cannot lead."""
    people = {one.id: one for one in session.scalars(select(Character))}
    typed = {line.id: line for line in order.characters or []}

    def is_dead(key: str) -> bool:
        person, of = people.get(key), typed.get(key)
        return person is not None and not (person.alive if of is None or of.alive is None else of.alive)

    for spot, line in enumerate(order.characters or []):
        person = people.get(line.id)
        if person is None:
            continue
        alive = person.alive if line.alive is None else line.alive
        if line.wounded and not alive:
            found.no(f"characters.{spot}.wounded", f"{person.name} is dead, so he is not wounded.")
        clan = line.clan or person.clan
        leads = select(Army.code).where(Army.general == line.id, Army.standing.is_(True))
        if order.armies is None and (not alive or clan != person.clan) and (code := session.scalar(leads)):
            where = "alive" if not alive else "clan"
            found.no(f"characters.{spot}.{where}", f"{person.name} leads army {code}. List the armies too, without it.")
        if line.held_by == clan:
            found.no(f"characters.{spot}.held_by", f"{person.name} is of that clan himself, so it holds no hostage.")
        if line.heir and alive:
            found.no(f"characters.{spot}.heir", f"{person.name} lives, so no heir is to be named.")
    look_at_heads(session, people, order, found)
    for spot, army in enumerate(order.armies or []):
        if is_dead(army.general):
            found.no(f"armies.{spot}.general", f"{people[army.general].name} is dead. Choose a living general.")
        if army.walked and army.walked > len(legs(army.order)):
            found.no(f"armies.{spot}.walked", "It cannot have gone more legs than its order has.")
    for spot, draw in enumerate(order.draws or []):
        if is_dead(draw.character):
            name = people[draw.character].name
            found.no(f"draws.{spot}.character", f"{name} is dead, so he draws no card. Leave this line empty.")
    if order.season == "winter" and order.armies:
        found.against_rules.append(
            OrderNotAllowed(
                "In winter no army is in the field (R18). Leave the list of armies empty, or force it.",
                field="armies.0.general",
                ruling="R18",
            )
        )


def look_at_allowances(scenario: Scenario, order: BeginMidway, found: Findings) -> None:
    """Allowances by which no army moves: the table has no phases for them (R12, R13)."""
    levels = scenario.tables.movement.phases
    for spot, army in enumerate(order.armies or []):
        if army.allowance is not None and army.allowance not in levels:
            may = f"from {min(levels)} to {max(levels)}"
            found.no(f"armies.{spot}.allowance", f"An allowance is {may} (R12), or empty: it is reckoned then.")


def look_at_heads(session: Session, people: Mapping[str, Character], order: BeginMidway, found: Findings) -> None:
    """Clans that would have two heads (R40) or two heirs: who was adopted may have kept his office; and two Shoguns
    (R43)."""
    typed = {line.id: (spot, line) for spot, line in enumerate(order.characters or [])}
    heads: dict[str, list[Character]] = {}
    for one in people.values():
        line: Any = typed[one.id][1] if one.id in typed else one
        alive, role, clan = (
            getattr(one if getattr(line, key) is None else line, key) for key in ("alive", "role", "clan")
        )
        if alive and role in HEADS:
            heads.setdefault(f"stand at the head of {called(session, Clan, clan)}", []).append(one)
        if alive and role == "heir":
            heads.setdefault(f"be heir of {called(session, Clan, clan)}", []).append(one)
        if alive and role == "shogun":
            heads.setdefault("be Shogun", []).append(one)
    for what, those in heads.items():
        spots = [typed[one.id][0] for one in those if one.id in typed]
        if len(those) > 1 and spots:
            both = in_a_row(one.name for one in those)
            found.no(f"characters.{spots[-1]}.role", f"{both} would {what}. Give all but one another role.")


def look_at_forces(session: Session, order: BeginMidway, found: Findings) -> None:
    """Battles, travellers and draws that name what is not there."""
    leading = (
        {line.general for line in order.armies}
        if order.armies is not None
        else set(session.scalars(select(Army.general).where(Army.standing.is_(True))))
    )
    posts = (
        {(line.clan, line.province, line.place or None) for line in order.garrisons}
        if order.garrisons is not None
        else {(row.clan, row.province, row.place) for row in session.scalars(select(Garrison).filter_by(standing=True))}
    )
    for spot, line in enumerate(order.battles or []):
        if bool(line.general) is bool(line.garrison):
            found.no(f"battles.{spot}.general", "Name a general, or the clan of a garrison: one of them.")
        elif line.general and line.general not in leading:
            found.no(f"battles.{spot}.general", "He leads no army. List the army too.")
        elif line.garrison and (line.garrison, line.province, line.place or None) not in posts:
            found.no(f"battles.{spot}.garrison", "That clan has no garrison there. List it too.")
        if line.held and not line.general:
            found.no(f"battles.{spot}.held", "Only an army can be held (R15).")
    for spot, one in enumerate(order.travellers or []):
        if bool(one.province) is bool(one.along):
            found.no(
                f"travellers.{spot}.province", "Name the province he visits, or the general he goes with: one of them."
            )
        elif one.character in leading:
            found.no(f"travellers.{spot}.character", "He leads an army himself.")
        elif one.along and one.along not in leading:
            found.no(f"travellers.{spot}.along", "He leads no army. List the army too.")
    look_at_sizes(order, found)
    fought = {line.battle for line in order.battles or []}
    for spot, draw in enumerate(order.draws or []):
        if draw.cause != "battle" and draw.battle is not None:
            found.no(f"draws.{spot}.battle", "Only who draws for a battle has one here. Leave it empty.")
        elif draw.battle is not None and draw.battle not in fought:
            found.no(f"draws.{spot}.battle", f"Battle {draw.battle} is not in the list of battles. List it too.")


def look_at_sizes(order: BeginMidway, found: Findings) -> None:
    """Men where counters are meant."""
    for name, column in (
        ("armies", "troops"),
        ("garrisons", "troops"),
        ("musters", "counters"),
        ("battles", "recovers"),
    ):
        for spot, line in enumerate(getattr(order, name) or []):
            if (size := getattr(line, column)) >= 1000:
                found.against_rules.append(
                    OrderNotAllowed(
                        f"A counter is 1,000 men: {figure(size)} men are {figure(round(size / 1000))}. Type the "
                        "counters, or force it.",
                        field=f"{name}.{spot}.{column}",
                    )
                )


def look_at_garrisons(session: Session, order: BeginMidway, found: Findings) -> None:
    """Garrisons where their clan holds nothing."""
    holders: dict[tuple[str, str], str | None] = {}
    for model, lines in ((Province, order.provinces), (Place, order.places)):
        now = {one.id: one.holder for one in session.scalars(select(model))}  # type: ignore[attr-defined]
        now |= {line.id: line.holder or None for line in lines or [] if line.holder is not None}
        holders |= {(model.__tablename__, key): holder for key, holder in now.items()}
    inside = grouped((place.province, place.id) for place in session.scalars(select(Place)))
    for spot, post in enumerate(order.garrisons or []):
        own = {holders.get(("province", post.province))}
        own |= {holders.get(("place", place)) for place in inside.get(post.province, [])}
        if post.place:
            own = {holders.get(("place", post.place))}
        if post.clan not in (*own, REBELS) and ("province", post.province) in holders:
            found.against_rules.append(
                OrderNotAllowed(
                    f"{called(session, Clan, post.clan)} holds nothing in "
                    f"{called(session, Place, post.place) if post.place else called(session, Province, post.province)}"
                    ", so no garrison of its stands there. Correct the holder, or force it.",
                    field=f"garrisons.{spot}.{'place' if post.place else 'province'}",
                    ruling="H6",
                )
            )


def look_at_places(session: Session, order: BeginMidway, found: Findings) -> None:
    """Cities and temples that lie in another province than the line says (R41)."""
    around = {place.id: (place.name, place.province) for place in session.scalars(select(Place))}
    for name in ("armies", "garrisons", "beaten_levies", "musters", "works", "battles"):
        for spot, line in enumerate(getattr(order, name) or []):
            place, lies = around.get(line.place or "", ("", line.province))
            if lies != line.province:
                here, there = (called(session, Province, one) for one in (lies, line.province))
                found.no(f"{name}.{spot}.place", f"{place} lies in {here}, not in {there}.")


# --- Papers -----------------------------------------------------------------------------------------------


def look_at_papers(session: Session, game: Game, order: BeginMidway, found: Findings) -> None:
    """Papers that make no sense."""
    look_at_treaties(order, found)
    look_at_hostages(session, order, found)
    look_at_brides(session, order, found)
    look_at_standing(order, found)
    look_at_letters(order, found)
    look_at_calls(game, order, found)
    for spot, asked in enumerate(order.petitions or []):
        if asked.against and str(asked.clan) == str(asked.against):
            found.no(f"petitions.{spot}.against", "A clan need not sue itself. Name another clan, or none.")
    for spot, work in enumerate(order.works or []):
        if work.kind == "building" and not work.name:
            found.no(f"works.{spot}.name", "A public building needs a name: it is marked on the map.")


def look_at_commissions(session: Session, scenario: Scenario, order: BeginMidway, found: Findings) -> None:
    """Commissions of no season that was, and more of one client, kind and target than there were seasons: in each there
    is one (R37), however its target is written."""
    game = Game.only(session)
    now = seasons_since(game, scenario, order.year, order.season)
    those: dict[Hashable, list[int | None]] = {}
    for spot, line in enumerate(order.commissions or []):
        place, when = f"commissions.{spot}", None
        if (line.year is None) != (line.season is None):
            missing = "year" if line.year is None else "season"
            found.no(f"{place}.{missing}", "Write the year and the season, or neither.")
        elif line.year is not None and line.season is not None:
            when = seasons_since(game, scenario, line.year, line.season)
            if not 0 <= when <= now:
                found.no(f"{place}.year", "No such season was played: write one from the first to the present.")
        if line.taken and not line.outcome:
            found.no(f"{place}.outcome", "Its slip was taken: write its outcome, or that it was not taken.")
        if line.seen and not line.may_be_seen:
            found.no(f"{place}.seen", "Only an assassin who got at somebody is seen. Leave it empty.")
        against = target_of(session, line.kind, line.target)
        target = against.key if against else folded(line.target)
        same = those.setdefault((line.clan, line.kind, target), [])
        if len(same) > now or (when is not None and when in same):
            found.no(f"{place}.target", "This commission is in the list already.")
        same.append(when)


def look_at_treaties(order: BeginMidway, found: Findings) -> None:
    """Bonds with oneself, seasons and desks that are none."""
    for spot, pact in enumerate(order.treaties or []):
        if str(pact.one) == str(pact.other) and "other_person" not in pact.parts:
            found.no(f"treaties.{spot}.other", "A clan needs no treaty with itself. Name another clan.")
        year, _, season = pact.until.partition("-")
        if pact.until and not re.fullmatch(rf"\d{{1,4}}-({'|'.join(SEASONS)})", pact.until):
            found.no(f"treaties.{spot}.until", "A season is written as 1551-summer.")
        elif pact.until and season_place(season, int(year)) < season_place(order.season, order.year):
            found.no(
                f"treaties.{spot}.until",
                f"{capital(season)} {year} is past. Name the season of this sheet or a later one, or leave this treaty "
                "out.",
            )
        if unknown := [desk for desk in pact.known_to.split() if desk not in DESKS]:
            found.no(f"treaties.{spot}.known_to", f"“{unknown[0]}” is no desk: {', '.join(DESKS)}.")
        said = parts_in(pact.parts)
        if pact.paid and "owes" not in said and (said or not pact.parts):
            found.no(
                f"treaties.{spot}.paid",
                "Nothing is owed by this treaty: leave it empty, or write what is among the parts, as owes: 20 points.",
            )


def look_at_hostages(session: Session, order: BeginMidway, found: Findings) -> None:
    """Hostages of a treaty who are in nobody's hands: they would answer for nothing."""
    held = {line.id: line.held_by for line in order.characters or [] if line.held_by is not None}
    for spot, pact in enumerate(order.treaties or []):
        for key in parts_in(pact.parts).get("hostages", ()):
            person = session.get(Character, key)
            if person and not held.get(key, person.held_by):
                found.no(
                    f"treaties.{spot}.parts",
                    f"{person.name} is nobody’s hostage in the list of people. Type there whose he is, or leave him "
                    "out here.",
                )


def look_at_brides(session: Session, order: BeginMidway, found: Findings) -> None:
    """Brides who are of their own clan yet: by a wedding that everybody may know of she is of the groom's (H4)."""
    typed = {line.id: line for line in order.characters or []}

    def now(key: str, column: str) -> Any:
        said = getattr(typed.get(key), column, None)
        return getattr(session.get(Character, key), column, "") if said is None else said

    for spot, pact in enumerate(order.treaties or []):
        parts = parts_in(pact.parts)
        bride, groom = parts.get("bride", ""), parts.get("groom", "")
        of, to = now(bride, "clan"), now(groom, "clan")
        stayed = of != to and {of, to} == {pact.one, pact.other} and now(bride, "role") not in HEADS
        if pact.audience == "public" and stayed and now(bride, "alive") and now(groom, "alive"):
            found.against_rules.append(
                OrderNotAllowed(
                    f"{called(session, Character, bride)} is of {called(session, Clan, of)} in the list of people. By "
                    f"this wedding she is of {called(session, Clan, to)}: type that there, or force it if she has been "
                    "adopted since.",
                    field=f"treaties.{spot}.parts",
                    ruling="H4",
                )
            )


def who_are_bound(pact: TreatyLine) -> frozenset[str]:
    """The two clans of a treaty, or persons of theirs, whoever is named first."""
    parts = parts_in(pact.parts)
    return frozenset((parts.get("one_person", pact.one), parts.get("other_person", pact.other)))


def parts_in(parts: str) -> dict[str, Any]:
    """The parts of a treaty; none of those that cannot be read, which are told already."""
    try:
        return parts_read(parts)
    except OrderNotUnderstood:
        return {}


def look_at_standing(order: BeginMidway, found: Findings) -> None:
    """Court ranks of a province and offices of none, held or claimed; offices of two (R30); attitudes to oneself."""
    offices: set[tuple[str, str]] = set()
    for spot, title in enumerate(order.titles or []):
        office = title.kind, title.province or ""
        if title.province and office in offices:
            found.no(f"titles.{spot}.province", f"Another is {title.kind} of it in this list: of these there is one.")
        offices.add(office)
        if title.kind == "court_rank" and (title.rank is None or title.province):
            found.no(f"titles.{spot}.rank", "A court rank has a rank from 1 to 10 and no province.")
        elif title.kind != "court_rank" and (title.rank is not None or not title.province):
            found.no(f"titles.{spot}.province", f"A {title.kind} is one of a province, and has no rank.")
    for spot, stand in enumerate(order.attitudes or []):
        if str(stand.clan) == str(stand.to):
            found.no(f"attitudes.{spot}.to", "A clan has no attitude to itself. Name another clan.")
    for spot, claim in enumerate(order.false_claims or []):
        of_land = claim.kind != "court_rank"
        if of_land is not bool(claim.province) or of_land is not (claim.rank is None):
            found.no(f"false_claims.{spot}.kind", "An office has a province and no rank, a court rank a rank alone.")


def look_at_letters(order: BeginMidway, found: Findings) -> None:
    """Letters to oneself, and such as nobody knows when to deliver."""
    for spot, letter in enumerate(order.letters or []):
        if str(letter.sender) == str(letter.recipient):
            found.no(f"letters.{spot}.recipient", "A clan need not write to itself. Name another clan.")
        if letter.fate in ("on_time", "late") and letter.ready_in is None:
            found.no(f"letters.{spot}.ready_in", "Say in how many seasons it arrives; 0 if it has arrived.")


def look_at_calls(game: Game, order: BeginMidway, found: Findings) -> None:
    """Calls of the Bakufu for a season that cannot be read, or for nothing."""
    for spot, call in enumerate(order.calls or []):
        try:
            read_season(game, call.due, f"calls.{spot}.due")
        except OrderNotUnderstood as error:
            found.wrong.append(error)
        if (call.kind == "command") is not bool(call.character) and call.kind != "troops":
            found.no(f"calls.{spot}.character", "A call for a commander names him, and a levy of points nobody.")
        elif (call.kind == "command") is bool(call.amount):
            found.no(f"calls.{spot}.amount", "Say how much, or nothing of a call for a commander.")
