"""What each player's person did and lived through, from the journal: for the page he takes home after the game.

By then he may know everything of himself. Of others, and of honour, nothing is told that he was not there for: an entry
is his if it is about him, about the army he led at that moment, or about a battle it fought. Of his clan he is told
what all the hall was: treaties, lands, successions, battles.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import field, replace
from functools import cached_property
from itertools import accumulate
from typing import Any

from sqlalchemy import or_, select
from sqlalchemy.orm import Session

from control.kernel.database.reading import by_key
from control.kernel.journal.journal_questions import DONE_BY, undone_numbers
from control.kernel.rows import JournalEntry, Touch
from control.kernel.values import dataclass
from control.sengoku.paper.afterwards.afterwards_questions import (
    ENTERED,
    from_to,
    how_he_died,
    placed,
    plain,
    played,
    seasons,
    with_rounds,
)
from control.sengoku.people.casting.casting_questions import PlayerView, players
from control.sengoku.rows import (
    Army,
    Battle,
    BattleForce,
    BattleSide,
    Character,
    Clan,
    EncounterForce,
    Game,
    Province,
    Rebellion,
)
from control.sengoku.rules.people.precedence import ordinal
from control.sengoku.rules.tables import OPPONENT
from control.sengoku.scenario.model import Scenario
from control.sengoku.world.land.land_questions import ClanSign, clan_signs
from control.sengoku.world.people.titles_questions import titles
from printouts.people.story import Event, Story

DECISIVE, WEIGHTY, SMALL = 3, 2, 1

OF_A_PERSON = {
    "risk.draw": DECISIVE,
    "hostage.hand_over": DECISIVE,
    "hostage.release": DECISIVE,
    "hostage.kill": DECISIVE,
    "succession.name": DECISIVE,
    "person.visit": SMALL,
    "person.return": SMALL,
    "person.accompany": SMALL,
    "title.grant": WEIGHTY,
    "title.confirm": WEIGHTY,
    "head.replace": DECISIVE,
    "shogun.make": DECISIVE,
    "shogun.retire": DECISIVE,
}
"""Actions whose sentences tell of the people they touch, and how much they weigh in a life."""

OF_AN_ARMY = {
    "army.form": WEIGHTY,
    "army.split": SMALL,
    "army.merge": SMALL,
    "army.hand_over": WEIGHTY,
    "army.disband": SMALL,
    "garrison.attach": SMALL,
    "garrison.drop": SMALL,
    "army.shift": SMALL,
    "locals.answer": WEIGHTY,
}
"""Actions whose sentences tell of the armies they change."""

OF_A_CLAN = {
    "treaty.record": WEIGHTY,
    "treaty.end": WEIGHTY,
    "province.take_over": WEIGHTY,
    "place.take_over": WEIGHTY,
    "conquest.settle": DECISIVE,
    "succession.name": WEIGHTY,
    "treaty.breach": WEIGHTY,
    "head.replace": WEIGHTY,
    "shogun.make": WEIGHTY,
    "shogun.retire": WEIGHTY,
    "rebellion.declare": WEIGHTY,
    "rebellion.lift": WEIGHTY,
}
"""Actions whose sentences tell of the clans they touch."""

OF_AN_OFFICE = ("head.replace", "shogun.make", "shogun.retire", "rebellion.declare", "rebellion.lift")
"""Those that touch a whole family, or the clans of all tables, which hear of them: they tell of the people who came to
an office or lost it, of their clans, and of clans in rebellion."""

MARCH, SETTLE = "movement.run_phase", "encounter.settle"
PASSED = ("pass", "parley", "withdraw")


@dataclass
class Life:
    """What is found of one person while the journal is read."""

    events: list[Event] = field(default_factory=list)
    provinces: set[str] = field(default_factory=set)
    fought: int = 0
    won: int = 0


def story_data(session: Session, scenario: Scenario) -> list[tuple[str, Story]]:
    """The story of every player by his number, and of everybody who did something though nobody played him, by his id,
    if his clan was played at the end of a season, as it has its results then; clan by clan."""
    reader = Reader(session, scenario)
    reader.read()
    signs, held = clan_signs(session), titles(session)
    when = from_to(seasons(session, Game.only(session)))
    places = {clan: those[-1] for clan, those in placed(session).items()}
    people = {one.id: one for one in session.scalars(select(Character).order_by(Character.id))}
    everybody = players(session)
    cast = [(str(one.id), one, [people[part.id] for part in one.parts]) for one in everybody if one.parts]
    taken = {person.id for _key, _player, parts in cast for person in parts}
    by_players = set[str]().union(*played(session, Game.only(session)))
    alone: list[tuple[str, PlayerView | None, list[Character]]] = [
        (one.id, None, [one])
        for one in people.values()
        if one.id not in taken and one.clan in by_players and reader.lives[one.id].events
    ]
    found = [(key, tell(reader, signs, held, places, player, parts, when)) for key, player, parts in (*cast, *alone)]
    return sorted(found, key=lambda row: (row[1].clan.name, row[1].player == "", row[1].name))


def tell(
    reader: Reader,
    signs: dict[str, ClanSign],
    held: dict[str, tuple[str, ...]],
    places: dict[str, tuple[str, int, int]],
    player: PlayerView | None,
    parts: list[Character],
    when: str,
) -> Story:
    """A player's page, of all the people he plays; the first of them heads it."""
    first = parts[0]
    lives = [reader.lives[one.id] for one in parts]
    fought, won = sum(life.fought for life in lives), sum(life.won for life in lives)
    figures = [
        ("Age", "?" if first.age is None else str(first.age)),
        ("Experience", str(first.experience)),
        ("Battles won", f"{won} of {fought}"),
        ("Provinces entered", str(len(set().union(*(life.provinces for life in lives))))),
    ]
    if first.clan in places:
        _when, rank, count = places[first.clan]
        figures.append(("Your clan’s place", f"{ordinal(rank)} of {count}"))
    office = ", ".join((f"{first.title} of {signs[first.clan].name}", *held.get(first.id, ())))
    kanji = reader.scenario.characters[first.id].kanji if first.id in reader.scenario.characters else ""
    own = [event for life in lives for event in life.events]
    of_clan = reader.of_table(player.id, {one.clan for one in parts}) if player else reader.clans[first.clan]
    return Story(
        name=" and ".join(one.name for one in parts),
        kanji=kanji if len(parts) == 1 else "",
        office=office,
        player=player.name if player else "",
        clan=signs[first.clan],
        when=when,
        figures=tuple(figures),
        end=" ".join(ending(one, signs) for one in parts),
        events=tuple(in_order(own, of_clan)),
    )


def ending(one: Character, signs: dict[str, ClanSign]) -> str:
    """How it ended for a person."""
    if not one.alive:
        return f"{one.name} did not live to see the end."
    how = f" as a hostage of {signs[one.held_by].name}" if one.held_by else ", though wounded" if one.wounded else ""
    return f"{one.name} lived to see the end{how}."


def in_order(own: list[Event], clan: list[Event]) -> Iterator[Event]:
    """A person's events, and those of his clan in which he had no part, as they came."""
    known = {Reader.number_of(event) for event in own}
    both = [(event, True) for event in own] + [(event, False) for event in clan if Reader.number_of(event) not in known]
    for event, mine in sorted(both, key=lambda row: Reader.number_of(row[0])):
        yield replace(event, when=event.when.partition("\n")[2], own=mine)


class Reader:
    """Reads the journal once, from the first entry to the last, and notes for everybody what was his.

    While it reads, an event's ``when`` is the number of its entry, a line end and the season.
    """

    def __init__(self, session: Session, scenario: Scenario) -> None:
        self.session = session
        self.scenario = scenario
        self.lives: dict[str, Life] = defaultdict(Life)
        self.clans: dict[str, list[Event]] = defaultdict(list)
        self.names = by_key(session, select(Province.id, Province.name))
        self.codes = by_key(session, select(Army.id, Army.code))
        self.clan_of = by_key(session, select(Character.id, Character.clan))
        self.now_played = by_key(session, select(Clan.id, Clan.played))
        self.rebels = by_key(session, select(Rebellion.id, Rebellion.clan))
        self.leads: dict[int, str] = {}
        self.on_the_way: dict[int, int] = {}
        self.battles = {one.id: one for one in session.scalars(select(Battle).where(with_rounds()))}
        self.forces: dict[int, list[BattleForce]] = defaultdict(list)
        for force in session.scalars(select(BattleForce).order_by(BattleForce.id)):
            self.forces[force.battle].append(force)
        self.sides = {(one.battle, one.role): one for one in session.scalars(select(BattleSide))}
        self.dead = by_key(session, select(Character.id, Character.name).where(Character.alive.is_(False)))
        self.met: dict[int, set[int]] = defaultdict(set)
        for encounter, army in session.execute(select(EncounterForce.encounter, EncounterForce.army)):
            self.met[encounter].add(army or 0)

    @staticmethod
    def number_of(event: Event) -> int:
        """The number of the entry behind an event that is being read."""
        return int(event.when.partition("\n")[0])

    def of_table(self, player: int, own: set[str]) -> list[Event]:
        """What befell the clans at whose tables a player sat, while he sat there; that of the first from the start.

        Whoever sits elsewhere, or nowhere, plays on in those of his ``own`` clans at whose tables he sat before, as
        long as they are played: a team that joined another keeps its parts. What befell a clan before is not his."""
        seats = self.seats[player] or [(0, "")]
        ends = [since for since, _clan in seats[1:]] + [None]
        sat = accumulate(({seat} for _since, seat in seats), set[str].union)
        return [
            event
            for (since, seat), end, so_far in zip(seats, ends, sat, strict=True)
            for clan in sorted({seat, *(own & so_far)})
            for event in self.clans[clan]
            if since <= self.number_of(event) and (end is None or self.number_of(event) < end)
            if clan == seat or self.is_played(clan, self.number_of(event))
        ]

    def is_played(self, clan: str, entry: int) -> bool:
        """Whether players played a clan by an entry: what stood before the next change of it, or stands now."""
        return next((before for number, before in self.hands[clan] if number > entry), self.now_played[clan])

    @cached_property
    def hands(self) -> dict[str, list[tuple[int, bool]]]:
        """The entries by which each clan changed hands, and whether players had played it before."""
        found: dict[str, list[tuple[int, bool]]] = defaultdict(list)
        for number, change in self.changes_of("clan"):
            before = change["before"] or {}
            if "played" in before:
                found[change["key"][0]].append((number, before["played"]))
        return found

    @cached_property
    def seats(self) -> dict[int, list[tuple[int, str]]]:
        """The tables at which each player sat, by their clans, each from the entry on that took him there."""
        found: dict[int, list[tuple[int, str]]] = defaultdict(list)
        for number, change in self.changes_of("player"):
            after = change["after"] or {}
            if "clan" in after and (found[change["key"][0]] or after["clan"]):
                his = found[change["key"][0]]
                his.append((number if his else 0, after["clan"] or ""))
        return found

    def changes_of(self, table: str) -> Iterator[tuple[int, dict[str, Any]]]:
        """Every change of a table that stands in the journal, with the number of its entry."""
        rows = self.session.execute(
            select(JournalEntry.number, JournalEntry.changes)
            .where(JournalEntry.number.in_(select(Touch.entry).where(Touch.table == table, Touch.changed)))
            .order_by(JournalEntry.number)
        )
        for number, changes in rows:
            yield from ((number, change) for change in changes if change["table"] == table)

    def read(self) -> None:
        """Read every entry that may tell of somebody."""
        gone = undone_numbers(self.session)
        touched = self.touched()
        tells = select(Touch.entry).where(
            Touch.changed,
            Touch.table.in_(("army", "battle")) | ((Touch.table == "character") & Touch.key.in_(self.dead)),
        )
        entries = self.session.execute(
            select(
                JournalEntry.number, JournalEntry.stretch, DONE_BY.label("action"),
                JournalEntry.arguments, JournalEntry.changes, JournalEntry.sentence,
            ).where(
                JournalEntry.undoes.is_(None),
                or_(DONE_BY.in_({*OF_A_PERSON, *OF_AN_ARMY, *OF_A_CLAN, MARCH, SETTLE}),
                    JournalEntry.number.in_(tells)),
            ).order_by(JournalEntry.number)
        )  # fmt: skip
        for entry in entries:
            if entry.number not in gone:
                self.entry(entry, touched)

    def touched(self) -> dict[tuple[str, int], set[str]]:
        """Whom and whose clan the entries that tell of people and clans are about."""
        rows = self.session.execute(
            select(Touch.table, Touch.entry, Touch.key)
            .join(JournalEntry, JournalEntry.number == Touch.entry)
            .where(
                Touch.table.in_(("character", "clan")),
                JournalEntry.undoes.is_(None),
                DONE_BY.in_({*OF_A_PERSON, *OF_A_CLAN}),
            )
        )
        found: dict[tuple[str, int], set[str]] = defaultdict(set)
        for table, entry, key in rows:
            found[table, entry].add(key)
        return found

    def entry(self, entry: Any, touched: dict[tuple[str, int], set[str]]) -> None:
        """One entry: whose it is, and who leads the armies after it."""
        when = f"{entry.number}\n{entry.stretch.capitalize()}"
        armies = [change for change in entry.changes if change["table"] == "army"]
        before = {change["key"][0]: self.leads.get(change["key"][0], "") for change in armies}
        for change in armies:
            self.leads[change["key"][0]] = (change["after"] or {}).get("general", before[change["key"][0]])
        sentence = plain(entry.sentence)
        people, clans = touched["character", entry.number], touched["clan", entry.number]
        if entry.action in OF_AN_OFFICE:
            people, clans = self.in_office(entry.changes)
        if entry.action in OF_A_PERSON:
            for person in people:
                self.note(person, Event(when, sentence, OF_A_PERSON[entry.action]))
        if entry.action in OF_AN_ARMY:
            led = {leader for number in before for leader in (before[number], self.leads[number]) if leader}
            for person in led:
                self.note(person, Event(when, sentence, OF_AN_ARMY[entry.action]))
        if entry.action in OF_A_CLAN:
            for clan in clans:
                self.clans[clan].append(Event(when, sentence, OF_A_CLAN[entry.action]))
        if entry.action == MARCH:
            self.marched(when, armies)
        elif entry.action == SETTLE and entry.arguments.get("outcome") in PASSED:
            there = self.met[entry.arguments["encounter"]]  # who stood his ground moved no army, and was there
            for person in {self.leads.get(number, "") for number in {*before, *there}}:
                self.note(person, Event(when, sentence, SMALL))
        for change in entry.changes:  # by whatever does it: a battle ends with the season, too (R7)
            if change["table"] == "battle" and (change["after"] or {}).get("over"):
                self.fought(when, change["key"][0])
            elif change["table"] == "character" and (change["after"] or {}).get("alive") is False:
                self.died(when, change["key"][0], entry)

    def in_office(self, changes: list[dict[str, Any]]) -> tuple[set[str], set[str]]:
        """Who came to an office by these changes or lost it, and the clans that this, or a rebellion, is about."""
        people = {one["key"][0] for one in changes if one["table"] == "character" and "role" in (one["before"] or {})}
        rebels = {self.rebels[one["key"][0]] for one in changes if one["table"] == "rebellion"}
        return people, rebels | {self.clan_of[person] for person in people}

    def note(self, person: str, event: Event) -> None:
        """Note an event for a person, once."""
        if person and event not in self.lives[person].events[-1:]:
            self.lives[person].events.append(event)

    def died(self, when: str, person: str, entry: Any) -> None:
        """A death, by whatever action: covert work, a correction, a card."""
        if name := self.dead.get(person):
            how = f"{name} died, {how_he_died(entry)}" if entry.action in ENTERED else how_he_died(entry)
            self.note(person, Event(when, how, DECISIVE))

    def marched(self, when: str, armies: list[dict[str, Any]]) -> None:
        """A phase: where each army went; further legs of one season go on in the same sentence."""
        for change in armies:
            number, to = change["key"][0], (change["after"] or {}).get("province")
            person = self.leads.get(number, "")
            if not to or not person or not change["before"]:
                continue
            life, name, season = self.lives[person], self.names[to], when.partition("\n")[2]
            life.provinces.add(to)
            last = life.events[-1] if life.events else None
            if last and last.sentence.startswith("Marched ") and last.when.partition("\n")[2] == season:
                life.events[-1] = replace(last, sentence=f"{last.sentence[:-1]}, then to {name}.")
            else:
                start = self.names.get(change["before"].get("province", ""), "")
                life.events.append(Event(when, f"Marched {f'from {start} ' if start else ''}to {name}.", SMALL))

    def fought(self, when: str, number: int) -> None:
        """The end of a battle: for all who led an army in it, and for the clans."""
        battle = self.battles.get(number)
        if battle is None:
            return
        where = f"off {self.names[battle.province]}" if battle.sea else f"in {self.names[battle.province]}"
        clans: dict[str, str] = {}
        for role, enemy in OPPONENT.items():
            against = self.sides[number, enemy].name
            how = "won" if battle.winner == role else "lost" if battle.winner else "neither side won"
            clans.setdefault(self.sides[number, role].clan or "", f"Battle {where} against {against}: {how}.")
            for force in self.forces[number]:
                person = self.leads.get(force.army or 0, "")
                if force.role == role and person:
                    deed = f"{'Attacked' if battle.role_at_first(role) == 'attacker' else 'Faced'} {against} {where}"
                    fell = f"{force.lost} of {force.troops} counters fell" if force.lost else "no counter fell"
                    self.note(person, Event(when, f"{deed}: {how}; {fell}.", DECISIVE))
                    self.lives[person].fought += 1
                    self.lives[person].won += battle.winner == role
        for clan, sentence in clans.items():
            if clan:
                self.clans[clan].append(Event(when, sentence, WEIGHTY))
