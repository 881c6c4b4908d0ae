"""Calls and levies of the Bakufu as desks see them: by their deadline, with what was answered (handbook 8; R38)."""

from __future__ import annotations

from collections.abc import Iterable

from sqlalchemy import ColumnElement, select, true
from sqlalchemy.orm import Session, joinedload

from control.kernel.codes import read_code
from control.kernel.database.keeping import kept
from control.kernel.database.made import made_from
from control.kernel.values import dataclass
from control.kernel.wording import counted
from control.sengoku.rows import Army, Call, Character, Clan, Game
from control.sengoku.rules.desks import AT_COURT
from control.sengoku.world.dates_questions import dated, season_in_words
from control.sengoku.world.land.land_questions import ClanSign, clan_signs
from control.sengoku.world.minding_questions import clans_minded

KINDS = {"troops": "for troops", "command": "for a commander", "points": "for a levy of points"}
"""What is called for."""
ANSWERS = {"obeys": "obeys", "part": "obeys in part", "excuse": "excuses itself", "refuses": "refuses"}
"""What may be answered."""
BESIDE = joinedload(Call.the_character), joinedload(Call.the_army).joinedload(Army.the_province)
"""What is read of a call besides."""
AHEAD = 8
"""So many seasons ahead are offered as a deadline."""


def asked_for(call: Call, person: str) -> str:
    """What a call wants, in words."""
    if call.kind == "command":
        return f"{person} to command"
    under = f" under {person}" if person else ""
    return counted(call.amount, "point") if call.kind == "points" else f"{counted(call.amount, 'counter')}{under}"


def answered(call: Call | CallView) -> str:
    """What stands as the answer to a call, in words: a form says by it what its umpire had read."""
    if not call.answer:
        return "has not answered"
    given = f", {call.given} of {call.amount}" if call.given else ""
    return f"{ANSWERS[call.answer]}{given}{f': “{call.words}”' if call.words else ''}"


@dataclass(frozen=True)
class CallView:
    """A call: what is ``wanted`` of whom, by when, ``left`` seasons from now (below 0 when it has passed), what was
    answered, in words, and which army is the contingent and ``where``. ``commander`` is the id of who commands."""

    number: int
    code: str
    kind: str
    clan: ClanSign
    wanted: str
    amount: int
    commander: str
    by: str
    left: int
    terms: str
    given_in: str
    answer: str
    words: str
    given: int
    is_late: bool
    army: int | None
    army_code: str
    where: str
    withdrawn: bool

    @property
    def is_open(self) -> bool:
        """Whether an answer is waited for, or the rest of the points."""
        return not self.withdrawn and (not self.answer or (self.kind == "points" and 0 < self.given < self.amount))

    @property
    def is_paid(self) -> bool:
        """Whether it asked for points and has them all."""
        return self.kind == "points" and self.given == self.amount

    @property
    def is_silent(self) -> bool:
        """Whether its season has passed without a word (R38)."""
        return not self.withdrawn and not self.answer and self.left < 0

    @property
    def is_declined(self) -> bool:
        """Whether it was refused or excused."""
        return not self.withdrawn and self.answer in ("refuses", "excuse")

    @property
    def is_defied(self) -> bool:
        """Whether it was declined, or passed over in silence: the Bakufu withdraws it, or may declare a rebellion
        (R38)."""
        return self.is_silent or self.is_declined

    @property
    def shown(self) -> str:
        """The answer as a form shows it."""
        return answered(self)

    @property
    def becomes(self) -> str:
        """How it stands, in words."""
        if self.withdrawn:
            return "withdrawn"
        if not self.answer:
            return "silent" if self.left < 0 else "waits for an answer"
        said = ANSWERS[self.answer]
        if self.answer == "part" or (self.kind == "points" and self.given):
            said += f": {self.given} of {self.amount}"
        return said + (", late" if self.is_late else "")

    @property
    def glows(self) -> str:
        """How near it is: over, now, soon, or empty."""
        if not self.is_open:
            return ""
        return "over" if self.left < 0 else {0: "now", 1: "soon"}.get(self.left, "")

    @property
    def when(self) -> str:
        """How far its deadline is, in words."""
        if self.left < 0:
            return f"was due in {self.by}"
        return {0: "due this season", 1: f"due next season, {self.by}"}.get(self.left, f"due in {self.by}")


def calls_seen(desk: str) -> ColumnElement[bool]:
    """The calls that a desk may know: Bakufu and Game Control all, Map Control those that ask for no points, others
    those on the clans that they mind."""
    if desk in AT_COURT:
        return true()
    return Call.kind != "points" if desk == "map" else Call.clan.in_(select(Clan.id).where(clans_minded(desk)))


def calls(session: Session, desk: str, clan: str = "") -> list[CallView]:
    """The calls that a desk may know, or those on one clan: by their deadline."""
    which = calls_seen(desk) & (Call.clan == clan) if clan else calls_seen(desk)
    return shown(session, session.scalars(select(Call).where(which).order_by(Call.due, Call.line).options(*BESIDE)))


@kept
def waiting(session: Session, desk: str, clan: str = "") -> list[CallView]:
    """Those that wait for an answer, by their deadline."""
    return [one for one in calls(session, desk, clan) if one.is_open]


def call(session: Session, desk: str, code: str) -> CallView | None:
    """The call with this code; None if there is none, or none that the desk may know. Raises OrderNotUnderstood for
    what is no code."""
    read = read_code(code)
    which = calls_seen(desk) & (Call.id == (read.number if read.kind == "C" else 0))
    found = shown(session, session.scalars(select(Call).where(which).options(*BESIDE)))
    return found[0] if found else None


def shown(session: Session, rows: Iterable[Call]) -> list[CallView]:
    """Calls as people read them."""
    signs, game = clan_signs(session), Game.only(session)
    return [
        made_from(
            CallView,
            one,
            number=one.id,
            clan=signs[one.clan],
            wanted=asked_for(one, one.the_character.name if one.the_character else ""),
            commander=one.character or "",
            by=season_in_words(game, one.due),
            left=one.due - game.seasons,
            given_in=f"{one.season} {one.year}",
            is_late=one.answered is not None and one.answered > one.due,
            army_code=one.the_army.code if one.the_army and one.the_army.standing else "",
            where=one.the_army.the_province.name if one.the_army and one.the_army.standing else "",
        )
        for one in rows
    ]


def deadlines(session: Session) -> list[tuple[str, str]]:
    """The seasons that may be a deadline: as they are written, and in words."""
    game = Game.only(session)
    now = game.seasons
    return [(dated(game, one), season_in_words(game, one)) for one in range(now, now + AHEAD)]


@dataclass(frozen=True)
class ShogunalArmy:
    """An army of the Shogun: who commands it, of which clan, and the contingents that were called under him."""

    commander: str
    clan: ClanSign
    answer: str
    contingents: tuple[CallView, ...]


def shogunal_armies(session: Session, found: Iterable[CallView]) -> list[ShogunalArmy]:
    """The armies of the Shogun: everybody who is called to command, or under whom troops are called."""
    standing = [one for one in found if one.commander and not one.withdrawn]
    people = session.scalars(select(Character).where(Character.id.in_({one.commander for one in standing})))
    signs = clan_signs(session)
    return [
        ShogunalArmy(
            person.name,
            signs[person.clan],
            next((one.becomes for one in standing if one.kind == "command" and one.commander == person.id), ""),
            tuple(one for one in standing if one.kind == "troops" and one.commander == person.id),
        )
        for person in sorted(people, key=lambda person: person.id)
    ]


def armies_of(session: Session, clan: str) -> list[tuple[int, str]]:
    """The armies of a clan on the map, which may be its contingent; for who sees armies."""
    found = select(Army).filter_by(clan=clan, standing=True).order_by(Army.id)
    rows = session.scalars(found.options(joinedload(Army.the_province), joinedload(Army.the_general)))
    return [(one.id, f"{one.code}, {one.the_general.name} in {one.the_province.name}") for one in rows]
