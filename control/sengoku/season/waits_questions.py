"""What waits, and for whom: open things of one kind are one line, under the desk that has to act.

Each desk is asked for what it may know: what it has to do itself with its place, of what others have to do only how
much there is. What one desk alone may know (covert work, suspected breaches, proposals of honour) is in no other's.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

from sqlalchemy import select
from sqlalchemy.orm import Session

from control.kernel.actions.world import Umpire
from control.kernel.database.keeping import kept
from control.kernel.grouping import grouped
from control.kernel.journal.moment import the_moment
from control.kernel.roles import Seat
from control.kernel.values import dataclass
from control.kernel.wording import counted, folded
from control.sengoku.battle.encounters.encounters_questions import questions
from control.sengoku.books.books_questions import clans_kept
from control.sengoku.books.upkeep_questions import owed_by_clans
from control.sengoku.books.winter_questions import NOT_POSTED, sums
from control.sengoku.honour.honour_questions import waiting as proposals_waiting
from control.sengoku.land.locals_questions import touched
from control.sengoku.people.casting.casting_questions import without_land
from control.sengoku.politics.bakufu.petitions_questions import petitions
from control.sengoku.politics.letters.letters_questions import to_deliver
from control.sengoku.rows import Clan, Game
from control.sengoku.scenario.model import Scenario
from control.sengoku.season import gate_questions as gate
from control.sengoku.season.gate_questions import KINDS, PHASES, Open
from control.sengoku.shadows.shadows_questions import desk as shadows
from control.sengoku.world.bonds.calls_questions import CallView, calls
from control.sengoku.world.bonds.calls_questions import waiting as calls_waiting
from control.sengoku.world.bonds.hostages_questions import fates
from control.sengoku.world.bonds.rebels_questions import rebels
from control.sengoku.world.bonds.vassals_questions import dues
from control.sengoku.world.claims_questions import is_anothers
from control.sengoku.world.land.land_questions import clan_signs
from control.sengoku.world.minding_questions import clans_minded
from control.sengoku.world.people.titles_questions import vacant

HERE = {
    "confirmation": ("order that waits for a second umpire", "orders that wait for a second umpire"),
    "honour": ("point of honour proposed", "proposals of honour"),
    "question": ("army that asks to pass", "armies that ask to pass"),
    "attitude": ("attitude to book or decline", "attitudes to book or decline"),
    "touched": ("answer to give", "answers to give"),
    "silent": ("call that nobody answered", "calls that nobody answered"),
    "declined": ("call that was refused or excused", "calls that were refused or excused"),
    "petition": ("petition to judge", "petitions to judge"),
    "title": ("vacant title", "vacant titles"),
    "roll": ("commission to roll for", "commissions to roll for"),
    "slip": ("slip to write", "slips to write"),
    "carry": ("slip to take to a Controller", "slips to take to their Controllers"),
    "call": ("call to answer", "calls to answer"),
    "winter": ("clan with upkeep to decide", "clans with upkeep to decide"),
    "landless": ("team without land", "teams without land"),
    "draft": ("letter not posted", "letters not posted"),
    "due": ("due that is not paid", "dues that are not paid"),
    "fate": ("hostage whose clan broke its word", "hostages whose clans broke their word"),
}
"""What waits for a desk beside what is open at the gate: as one, and as several. No season waits for these."""
ACTS = {
    "encounter": "map",
    "battle": "map",
    "tactic": "map",
    "phase": "map",
    "order": "map",
    "draw": "map",
    "succession": "team",
    "tick": "team",
    "sum": "game",
    "breach": "game",
    "confirmation": "game",
    "honour": "game",
    "landless": "game",
    "due": "game",
    "fate": "game",
}
"""The desk that has to act; what is to be told and letters say themselves whose they are."""
ONE_PAGE = {
    "told",
    "letter",
    "tick",
    "succession",
    "confirmation",
    "honour",
    "question",
    "attitude",
    "title",
    "landless",
    "due",
    "fate",
}
"""Kinds that are all settled on one page: one link is enough, however many there are."""


@dataclass(frozen=True)
class Waits:
    """Open things of one kind that wait for one desk, in the order in which they are listed; never none."""

    desk: str
    kind: str
    things: tuple[Open, ...]

    @property
    def count(self) -> int:
        """How many they stand for."""
        return sum(one.count for one in self.things)

    @property
    def is_one(self) -> bool:
        """Whether one link leads to all of it."""
        return len(self.things) == 1 or self.kind in ONE_PAGE

    @property
    def words(self) -> str:
        """The thing itself, or how many there are: "30 armies without an order"."""
        if len(self.things) == 1 and self.kind != "phase":
            return self.things[0].sentence
        return counted(self.count, *(KINDS | HERE)[self.kind])

    @property
    def by_whom(self) -> list[tuple[str, list[Open]]]:
        """The things under the clan or the person they are about, by name; what is about nobody stands first."""
        return sorted(grouped((one.of, one) for one in self.things).items(), key=lambda one: folded(one[0]))


@dataclass(frozen=True)
class WhatNow:
    """What waits for an umpire himself, what others of his ``desk`` have taken on, and what waits for other desks."""

    mine: tuple[Waits, ...]
    others: tuple[tuple[str, tuple[Waits, ...]], ...]
    desk: str = "game"
    taken: tuple[Waits, ...] = ()

    @property
    def next(self) -> Waits | None:
        """The one next step: of Game Control's own and everybody else's, for other desks of their own; nothing if
        nothing waits."""
        found = list(self.mine)
        if self.desk == "game":
            found += [one for _, waits in self.others for one in waits]
        if any(one.kind in ("encounter", "battle") for one in self.taken):
            found = [one for one in found if one.kind != "phase"]  # none is run while somebody settles what it brought
        before = [one for one in found if one.kind == "order"]  # no phase is run before the orders are in
        return found[0] if found and found[0].kind != "phase" else next(iter((*before, *found)), None)


def by_kind(found: Iterable[Open], at: str = "") -> tuple[Waits, ...]:
    """Open things by kind and by who has to act, or all of them under one desk; in the order they come."""
    groups = grouped(((at or one.at or ACTS[one.kind], one.kind), one) for one in found)
    return tuple(Waits(desk, kind, tuple(things)) for (desk, kind), things in groups.items())


def what_now(session: Session, found: Iterable[Open]) -> WhatNow:
    """What waits for Game Control, and with whom the rest lies, whoever has most to do first as the gate lists it."""
    groups = by_kind([*beside(session), *found])
    return WhatNow(tuple(one for one in groups if one.desk == "game"), by_desk(groups, "game"))


def by_desk(groups: Iterable[Waits], but: str) -> tuple[tuple[str, tuple[Waits, ...]], ...]:
    """Lines under their desks, without those of one."""
    found = grouped((one.desk, one) for one in groups if one.desk != but)
    return tuple((desk, tuple(those)) for desk, those in found.items())


def beside(session: Session) -> Iterable[Open]:
    """What waits for Game Control and keeps no season from ending."""
    for kind, count in (("confirmation", the_moment(session).waiting), ("honour", proposals_waiting(session))):
        if count:
            yield Open(kind, kind, counted(count, *HERE[kind]), count=count)
    for sign in without_land(session):
        yield Open("landless", f"landless:{sign.id}", f"{sign.name} has lost its last land", sign.id, of=sign.name)
    if of_bonds := bound_to(session, "game"):
        heard = {one.key for desk in ("team", "npd", "bakufu") for one in bound_to(session, desk)}
        yield from (one for one in of_bonds if one.key not in heard)


@kept
def bound_to(session: Session, desk: str) -> tuple[Open, ...]:
    """What the bonds that a desk may know ask of the clans that it minds: what they owe by now, and what becomes of
    hostages at their tables whose own clans broke their word (R33, R36). The Bakufu does nothing to a hostage."""
    found = []
    for one in dues(session, desk):
        if one.waits:
            words = f"{one.vassal.name} owes {one.lord.name} {counted(one.left, 'point')} by a bond"
            found.append(Open("due", f"due:{one.treaty}", words, one.vassal.id, of=one.vassal.name))
    for key, name, keeper in fates(session, desk) if desk != "bakufu" else ():
        words = f"{keeper.name} is asked what becomes of {name}: his clan broke its word"
        found.append(Open("fate", f"fate:{key}", words, keeper.id, of=keeper.name))
    return tuple(found)


# --- At the other desks -----------------------------------------------------------------------------------


def what_waits(session: Session, scenario: Scenario, desk: str, umpire: str) -> WhatNow:
    """What waits for an umpire at his desk, what others there have taken on, and how much waits for other desks."""
    if desk == "game":
        return what_now(session, gate.still_open(session))
    return waits_at(session, scenario, desk, umpire)


@kept
def waits_at(session: Session, scenario: Scenario, desk: str, umpire: str) -> WhatNow:
    """The same at any other desk: what it shows is asked of two dozen tables, which seldom change all at once."""
    hall = in_the_hall(session, desk)
    own = list(OWN[desk](session, scenario, Umpire(umpire, desk), hall))
    return WhatNow(
        by_kind((one for one in own if not is_anothers(one.by, umpire)), desk),
        by_desk(counted_only(one for one in hall if one not in own), desk),
        desk,
        by_kind((one for one in own if is_anothers(one.by, umpire)), desk),
    )


def in_the_hall(session: Session, desk: str) -> list[Open]:
    """What is open in the hall, as a desk may know of it: of letters none hears but whoever has to hand them over."""
    return [
        *gate.in_the_field(session),
        *gate.marching(session),
        *gate.cards(session),
        *gate.successions(session),
        *gate.untold(session, desk),
        *(gate.not_ticked(session) if is_closing(Game.only(session)) else ()),
    ]


def counted_only(hall: Iterable[Open]) -> tuple[Waits, ...]:
    """What is open in the hall as a desk hears of it that has no part in it: kind by kind how much, with no name and no
    place."""
    return tuple(
        replace(one, things=(Open(one.kind, one.kind, counted(one.count, *KINDS[one.kind]), count=one.count),))
        for one in by_kind(hall)
    )


def is_closing(game: Game) -> bool:
    """Whether the season's armies have marched, so that clans can be ticked off."""
    return game.season == "winter" or game.phase == PHASES


def at_map(_session: Session, _scenario: Scenario, _umpire: Umpire, hall: list[Open]) -> Iterator[Open]:
    """Map Control's: the field, the orders, the cards, and what is to be told at the map."""
    yield from (one for one in hall if ACTS.get(one.kind) == "map")
    yield from to_tell(hall, "map")


def at_teams(session: Session, scenario: Scenario, umpire: Umpire, hall: list[Open]) -> Iterator[Open]:
    """Team Control's, clan by clan; ``by`` is another Controller who minds the clan by the rota. Who minds none by it
    minds all of them. Who follows in a clan that nobody plays is theirs to say too (R40), whoever of them comes first;
    but not of one who sees his own clans alone."""
    clans = gate.mine(session, umpire.name, umpire.desk)
    walks = any(one.tick.is_minded_by(umpire.name) for one in clans)

    def minder(tick: gate.Tick) -> str:
        his = not walks or tick.is_minded_by(umpire.name)
        return "" if his else ", ".join(tick.minded_by) or "nobody by the rota"

    by = {one.tick.clan.id: minder(one.tick) for one in clans}

    def open_for(one: gate.Mine, kind: str, words: str, count: int = 1) -> Open:
        name, key = one.tick.clan.name, one.tick.clan.id
        return Open(kind, f"{kind}:{key}", words.format(clan=name), key, count, name, by[key])

    for one in clans:
        if one.heir:
            yield open_for(one, "succession", "nobody stands at the head of {clan}")
    if not isinstance(umpire.desk, Seat):
        played = {one.tick.clan.name for one in clans}
        yield from (one for one in hall if one.kind == "succession" and one.of not in played)
    for call in calls_waiting(session, umpire.desk):
        yield call_to_answer(call, by.get(call.clan.id, ""))
    for one in clans:
        if one.untold:
            yield open_for(one, "told", f"{{clan}} has {counted(one.untold, 'thing')} still to hear", one.untold)
        if one.letters:
            yield open_for(one, "letter", f"{counted(one.letters, 'letter')} to hand to {{clan}}", one.letters)
    game = Game.only(session)
    yield from (replace(one, by=by.get(str(one.row), "")) for one in bound_to(session, umpire.desk))
    yield from winters(session, scenario, umpire.desk, by)
    for one in clans if is_closing(game) else ():
        if not one.tick.umpire:
            yield open_for(one, "tick", "{clan} is not ticked off")


def winters(session: Session, scenario: Scenario, desk: str, by: dict[str, str]) -> Iterator[Open]:
    """The clans of a desk whose upkeep is not decided yet, in winter."""
    if Game.only(session).season != "winter":
        return
    owed, signs = owed_by_clans(session, scenario), clan_signs(session)
    drafts = sums(session, NOT_POSTED)
    for key in clans_kept(session, desk):
        if many := drafts.get(key, 0):
            name, words = signs[key].name, counted(many, "letter of {} is", "letters of {} are")
            yield Open("draft", f"draft:{key}", f"{words.format(name)} not posted", key, many, name, by.get(key, ""))
        if owed[key]:
            name = signs[key].name
            words = f"upkeep of {owed[key]} of {name} is not decided"
            yield Open("winter", f"winter:{key}", words, key, 1, name, by.get(key, ""))


def call_to_answer(call: CallView, by: str = "") -> Open:
    """A call of the Bakufu on a clan, for the desk that minds it."""
    words = f"call {call.code} on {call.clan.name}: {call.wanted}, {call.when}"
    return Open("call", f"call:{call.number}", words, call.code, 1, call.clan.name, by)


def at_npd(session: Session, scenario: Scenario, _umpire: Umpire, hall: list[Open]) -> Iterator[Open]:
    """Non-Player Daimyo Control's: who asks to pass, calls, whom somebody touched, attitudes, letters, upkeep."""
    for one in questions(session, "npd"):
        yield Open(
            "question",
            f"question:{one.encounter}",
            f"{one.asker.name} asks to pass in {one.province_name}",
            one.encounter,
        )
    for call in calls_waiting(session, "npd"):
        yield call_to_answer(call)
    felt = touched(session, scenario, "npd")
    for moved in felt:
        if moved.moving:
            name, many = moved.clan.name, len(moved.moving)
            words = f"what moves {name}: {counted(many, 'thing')} to book or decline"
            yield Open("attitude", f"attitude:{moved.clan.id}", words, moved.clan.id, many, name)
    for moved in felt:
        for number, touch in enumerate(moved.touches):
            if not touch.said:
                name, to = moved.clan.name, touch.by
                words = f"{name} answers {to.name}: {touch.words}"
                row = f"{moved.clan.id}/{to.id}/{touch.matter}"
                yield Open("touched", f"touched:{row}:{number}", words, row, of=name)
    yield from to_follow(session, hall, "npd")
    yield from post(session, "npd")
    yield from to_tell(hall, "npd")
    yield from bound_to(session, "npd")
    yield from winters(session, scenario, "npd", {})


def to_follow(session: Session, hall: list[Open], desk: str) -> Iterator[Open]:
    """The clans of a desk that have nobody at their head."""
    if asked := [one for one in hall if one.kind == "succession"]:
        minded = set(session.scalars(select(Clan.name).where(clans_minded(desk))))
        yield from (one for one in asked if one.of in minded)


def at_bakufu(session: Session, scenario: Scenario, _umpire: Umpire, hall: list[Open]) -> Iterator[Open]:
    """The Bakufu's: silence, petitions, vacant titles, its post, its table, upkeep."""
    declared = rebels(session)
    for one in calls(session, "bakufu"):
        if one.is_defied and one.clan.id not in declared:
            words = f"call {one.code} on {one.clan.name}, {one.wanted}: {one.becomes}"
            kind = "silent" if one.is_silent else "declined"
            yield Open(kind, f"call:{one.number}", words, one.code, 1, one.clan.name)
    for asked in petitions(session, "bakufu"):
        if asked.is_open:
            words = f"petition {asked.code} of {asked.clan.name}, {asked.about}: {asked.becomes}"
            yield Open("petition", f"petition:{asked.number}", words, asked.code, 1, asked.clan.name)
    for title in vacant(session):
        if not title.passes:
            words = f"{title.words} is vacant: {title.dead} is dead"
            yield Open("title", f"title:{title.id}", words, title.id, of=title.clan.name)
    yield from to_follow(session, hall, "bakufu")
    yield from post(session, "bakufu")
    yield from to_tell(hall, "bakufu")
    yield from bound_to(session, "bakufu")
    yield from winters(session, scenario, "bakufu", {})


def at_shadows(session: Session, scenario: Scenario, _umpire: Umpire, _hall: list[Open]) -> Iterator[Open]:
    """Intelligence Control's own, which no other desk hears of (R37)."""
    found = shadows(session, scenario)
    for one in found.queue:
        words = f"to roll for: {one.what.lower()} against {one.against.name}, for {one.client.name}"
        yield Open("roll", f"roll:{one.id}", words, one.id, of=one.client.name)
    for one in found.slips:
        kind, doing = ("carry", "to take to the Controller of") if one.report else ("slip", "to write for")
        words = f"slip {doing} {one.client.name}: {one.what.lower()} against {one.against.name}"
        yield Open(kind, f"slip:{one.id}", words, one.id, of=one.client.name)


def to_tell(hall: list[Open], desk: str) -> Iterator[Open]:
    """What a desk has still to tell."""
    for one in hall:
        if (one.kind, one.row) == ("told", desk):
            yield replace(one, sentence=counted(one.count, *KINDS["told"]))


def post(session: Session, desk: str) -> Iterator[Open]:
    """Letters that a desk has to hand over."""
    if many := to_deliver(session, desk):
        yield Open("letter", f"letter:{desk}", counted(many, *KINDS["letter"]), "", many)


OWN: dict[str, Callable[[Session, Scenario, Umpire, list[Open]], Iterator[Open]]] = {
    "map": at_map,
    "team": at_teams,
    "npd": at_npd,
    "bakufu": at_bakufu,
    "intelligence": at_shadows,
}
"""What waits for the umpires of a desk, in the order in which it is to be done."""
