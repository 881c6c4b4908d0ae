"""What players read before the game: briefings of clans and people, the rules in brief, the timetable (handbook 1–3).

A clan's papers tell of its books, and a person's of his secrets, so each desk prints those of the clans it minds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import islice

from control.kernel.drawing.maps.country import Country
from control.kernel.drawing.maps.map import MapDrawing
from control.kernel.hall.clock import clock_rules as day
from control.kernel.hall.clock.clock_questions import clock_view
from control.kernel.printing.kinds import Item, Kinds, Press, single
from control.sengoku.hall.timing import NOTES
from control.sengoku.paper.players import unwritten
from control.sengoku.paper.players.briefings_questions import Realm, Someone, minded, realm
from control.sengoku.paper.players.filling import CLAN_BLOCKS, Reader
from control.sengoku.paper.wall_papers import country_of
from control.sengoku.rows import Game
from control.sengoku.rules.desks import DESKS, SEES_BOOKS
from control.sengoku.world.land.land_questions import ClanSign, land
from printouts.hall.rules_summary import RulesSummary, rules_summary
from printouts.hall.timetable import Part, Slot, Timetable, timetable
from printouts.markdown import blocks
from printouts.paper import Paper
from printouts.people.briefing import ClanBriefing, PersonalBriefing, clan_briefing, personal_briefing
from printouts.prose import Block

STEPS = 4
"""A clan's map shows about so many provinces around its own: what changes further off makes no booklet wrong."""

EVERYBODY = tuple(DESKS)
KINDS = Kinds("players")


def bearer(known: Realm, clan: str) -> ClanSign:
    """How a clan is shown."""
    side = known.clans[clan]
    return replace(side.sign, crest=side.crest)


# --- Clans ------------------------------------------------------------------------------------------------


def draw_clan(paper: Paper, made: tuple[ClanBriefing, Callable[[], MapDrawing]]) -> None:
    """One booklet."""
    briefing, drawing = made
    clan_briefing(paper, briefing, drawing())


@KINDS.add(
    "clan_briefing",
    "Clan briefings",
    "clan briefing",
    SEES_BOOKS,
    single(draw_clan),
    "This desk minds no clan, so there is no briefing to print.",
    sides="booklet",
)
def clan_briefings(press: Press) -> Iterator[Item]:
    """A booklet for each clan that the desk minds. The season on its cover is only that of printing."""
    known, seen = realm(press.session, press.scenario), land(press.session, "public")
    for clan in minded(press.session, press.desk):
        if press.whose not in ("", clan):
            continue
        side, head = known.clans[clan], known.leader(clan)
        text = press.scenario.texts.clans.get(clan)
        made = ClanBriefing(
            game=known.title,
            clan=bearer(known, clan),
            leader=f"{head.name}, {head.title}" if head else "",
            motto=text.motto if text else "",
            when=f"{known.when}, {known.era}",
            blocks=clan_blocks(Reader(known, clan), text.body if text else unwritten.clan_text(side)),
            country=country_of(seen, clan, *known.country(clan)),
        )
        facts = replace(made, when="", country=surroundings(known, made.country, clan))
        yield Item(clan, side.sign.name, clan, (made, press.drawing), facts)


def surroundings(known: Realm, country: Country, clan: str) -> Country:
    """What of the land is seen on the clan's map: what lies a few steps around its own."""
    near = set(known.country(clan))
    for _ in range(STEPS):
        near |= {one for key in near for one in known.scenario.geography.neighbours(key)}
    near |= {one.id for one in known.places.values() if one.within in near}
    return replace(
        country,
        holders=tuple(pair for pair in country.holders if pair[0] in near),
        works=tuple(pair for pair in country.works if pair[0] in near),
    )


def clan_blocks(reader: Reader, text: str) -> tuple[Block, ...]:
    """A clan's text, and after it every block that it does not place itself."""
    placed = {line.strip() for line in text.split("\n")}
    rest = "\n\n".join(f"{{{name}}}" for name in CLAN_BLOCKS if f"{{{name}}}" not in placed)
    return blocks(f"{text}\n\n{rest}", reader.words, reader.whole)


# --- People -----------------------------------------------------------------------------------------------


@KINDS.add(
    "personal_briefing",
    "Personal briefings",
    "personal briefing",
    SEES_BOOKS,
    single(personal_briefing),
    "Nobody of the clans that this desk minds is alive, so there is no sheet to print.",
    sides="both",
)
def personal_briefings(press: Press) -> Iterator[Item]:
    """A sheet for each living person of the clans that the desk minds."""
    known = realm(press.session, press.scenario)
    for clan in minded(press.session, press.desk):
        for one in known.members(clan) if press.whose in ("", clan) else ():
            yield Item(one.id, one.name, clan, sheet_of(known, one))


def sheet_of(known: Realm, one: Someone) -> PersonalBriefing:
    """A person's sheet."""
    text = known.scenario.texts.people.get(one.id)
    reader = Reader(known, one.clan, one.id)
    host = known.clans[one.held_by].sign.name if one.held_by else ""
    return PersonalBriefing(
        game=known.title,
        clan=bearer(known, one.clan),
        name=one.name,
        kanji=one.kanji,
        office=one.title,
        player=one.player,
        motto=text.motto if text else "",
        facts=(
            ("Age", "" if one.age is None else str(one.age)),
            ("Experience", str(one.experience)),
            ("Descent", one.ancestor or "none of note"),
            ("How you are", "; ".join(filter(None, (host and f"hostage of {host}", "wounded" if one.wounded else "")))),
            ("Titles", ", ".join(one.titles) or "none"),
        ),
        blocks=blocks(
            "\n\n".join(
                (
                    text.body if text else unwritten.person_text(one),
                    unwritten.hostage_text(host) if host else "",
                    unwritten.office_text(one),
                )
            ),
            reader.words,
            reader.whole,
        ),
    )


# --- Everybody --------------------------------------------------------------------------------------------


@KINDS.add(
    "rules_summary",
    "Rules in brief",
    "summary of the rules",
    EVERYBODY,
    single(rules_summary),
    "The scenario has no file briefings/rules.md, so there are no rules to print.",
    sides="both",
)
def rules_in_brief(press: Press) -> Iterator[Item]:
    """The one summary, if the scenario has one."""
    text = press.scenario.texts.rules
    if text:
        known = realm(press.session, press.scenario)
        reader = Reader(known)
        found = blocks(text.body, reader.words, reader.whole)
        yield Item("", "Rules", "", RulesSummary(known.title, text.motto, found))


@KINDS.add("timetable", "Timetable", "timetable", EVERYBODY, single(timetable))
def timetables(press: Press) -> Iterator[Item]:
    """The one timetable, as the day is planned."""
    plan = clock_view(press.session, press.scenario, press.now)
    pauses = [day.Pause(one["name"], day.seconds_of(one["at"]) or 0, 60 * one["minutes"]) for one in plan.breaks]
    minutes = press.scenario.season_minutes
    slots: list[Slot] = []
    ends = day.seconds_of(plan.begins) or 0
    planned = day.slots(ends, 60 * minutes, pauses)
    for line, slot in zip(plan.plan, islice(planned, len(plan.plan)), strict=True):
        at = slot.begins - sum(pause.length for pause in slot.pauses)
        for pause in slot.pauses:
            slots.append(Slot(day.time_of(at), pause.name, pause.length // 60, True))
            at += pause.length
        slots.append(Slot(day.time_of(slot.begins), line.name, minutes))
        ends = slot.ends
    yield Item(
        "",
        "Timetable",
        "",
        Timetable(
            Game.only(press.session).title,
            tuple(slots),
            day.time_of(ends),
            tuple(Part(one.name, one.minutes, NOTES[one.map]) for one in press.scenario.phases),
            f"{minutes} minutes without parts. No army moves. You learn your income, decide what to keep, to build and "
            "to raise, and write to other clans by letter.",
        ),
    )
