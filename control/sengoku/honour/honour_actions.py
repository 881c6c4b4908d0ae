"""The ledger of honour, its levelling, and the release of the status board (handbook 4; R28).

Only Team Control and Game Control ever read a word of it. Nothing is rewritten: what was booked wrong is taken back by
undo, or set right by a counter entry.
"""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import func, select
from sqlalchemy.orm import joinedload

from control.kernel.actions.action import Forcible
from control.kernel.actions.slips import Slip
from control.kernel.errors import ChangedElsewhere, OrderNotAllowed, OrderNotUnderstood, did_you_mean
from control.kernel.rows import Ruling
from control.kernel.typed import Order, number, text
from control.kernel.wording import any_spelling, because, same_name, signed
from control.sengoku.honour.honour_questions import AUTOMATIC, board_preview
from control.sengoku.rows import Character, Clan, Honour, HonourProposal, StatusBoard
from control.sengoku.scenario.model import HonourReason
from control.sengoku.world.acting import World, action
from control.sengoku.world.land.rising_actions import with_lord
from control.sengoku.world.minding_questions import is_his
from control.sengoku.world.names import whom

WHO = ("team", "game")
GAME = ("game",)
MOST = 99
SAME_INCIDENT = 10
"""So many minutes after an entry, another for the same reason may be the same incident."""

Points = number(-MOST, MOST, "the points of honour")


def booked(
    world: World,
    clan: str,
    character: str | None,
    reason: str,
    points: int,
    note: str = "",
    witness: str = "",
    *,
    levels: str | None = None,
    corrects: int | None = None,
    umpire: str = "",
    season: tuple[int, int, str] | None = None,
) -> Honour:
    """A row of the ledger, by whoever acts, now; ``season`` (number, year, name) for one that was noted earlier."""
    when = season or (world.game.seasons, world.game.year, world.game.season)
    row = world.new(
        Honour,
        number=when[0],
        year=when[1],
        season=when[2],
        clan=clan,
        character=character,
        reason=reason,
        points=points,
        note=note,
        witness=witness,
        umpire=umpire or world.umpire.name,
        levels=levels,
        corrects=corrects,
    )
    world.session.flush()
    return row


# ---- one entry


class Log(Forcible):
    """Honour for a clan, or for one ``character`` of it. ``reason`` is a key of the scenario's list, with its points
    unless others are given; without one, ``note`` says what it was for. ``twice`` says that it is not the incident
    that was booked a moment ago."""

    clan: text("a clan", 1)
    character: text("a person") = ""
    reason: text("a reason") = ""
    points: Points | None = None
    note: text("a note") = ""
    witness: text("a witness", 0, 60) = ""
    twice: bool = False


def much(world: World, order: Log | Take | Correct | Level) -> str:
    """Why an entry waits for a second umpire: more points at once than the scenario lets one book (R44)."""
    points = order.points or 0
    if order.points is None and isinstance(order, Log):
        reason = world.scenario.honour.get(order.reason)
        points = reason.points if reason else 0
    elif order.points is None and isinstance(order, Take):
        proposed = world.session.get(HonourProposal, order.proposal)
        points = proposed.points if proposed else 0
    elif isinstance(order, Correct) and (row := world.session.get(Honour, order.honour)):
        points = max(points, points - worth(world, row), key=abs)  # from +10 to -10 is more than either
    return over_the_limit(world, points)


def over_the_limit(world: World, points: int) -> str:
    """The same of so many points."""
    return f"it is {signed(points)} of honour at once" if abs(points) > world.scenario.honour_limit else ""


@action("honour.log", title="Book honour", order=Log, desks=WHO, seen_by=WHO, critical=much)
def log(world: World, order: Log) -> str:
    """Book honour for a clan or a person, or take it off."""
    clan = with_lord(world, order.clan)
    person = one_of_them(world, clan, order.character) if order.character else None
    reason = reason_named(world, order.reason) if order.reason else None
    if reason is not None:
        earned_by(world, clan, person, reason)
    elif len(order.note) < 3:
        raise OrderNotUnderstood(
            "Say in the note what it is for, in three letters or more, or choose a reason from the list.", field="note"
        )
    points = order.points if order.points is not None else reason.points if reason else None
    if points is None:
        raise OrderNotUnderstood("Say how many points: a reason of your own has none.", field="points")
    if points == 0:
        raise OrderNotUnderstood("No points are nothing to book. Give 1 or more, or take some off.", field="points")
    if not order.twice:
        booked_already(world, clan, person, reason, points)
        proposed_already(world, clan, person, reason)
    character = person.id if person else None
    booked(world, clan.id, character, reason.key if reason else "", points, order.note, order.witness)
    return sentence(clan, person, reason, points, order.note, order.witness)


def sentence(
    clan: Clan, person: Character | None, reason: HonourReason | None, points: int, note: str, witness: str = ""
) -> str:
    """An entry in words: who, how many points, for what."""
    what = f"{reason.name}{f' ({note})' if note else ''}" if reason else note
    saw = f"; {witness} saw it" if witness else ""
    return f"Honour: {whom(person, clan)} {signed(points)}: {what.rstrip('.')}{saw}."


def one_of_them(world: World, clan: Clan, key: str) -> Character:
    """A person of this clan, dead or alive: who died well has earned it. Raises OrderNotUnderstood for anybody else."""
    person = world.session.get(Character, key)
    if person is None or person.clan != clan.id:
        names = [one.name for one in people_of(world, clan)]
        if person is not None:
            raise OrderNotUnderstood(
                f"{person.name} is not of {clan.name}. Of {clan.name} are {', '.join(names)}.", field="character"
            )
        raise OrderNotUnderstood(
            f'There is nobody called "{key}" in {clan.name}.{did_you_mean(key, names)} '
            f"Of {clan.name} are {', '.join(names)}.",
            field="character",
        )
    return person


def people_of(world: World, clan: Clan) -> list[Character]:
    """Everybody of a clan."""
    return list(world.session.scalars(select(Character).filter_by(clan=clan.id).order_by(Character.id)))


def reason_named(world: World, key: str, field: str = "reason") -> HonourReason:
    """A reason of the scenario's list. Raises OrderNotUnderstood with near ones."""
    found = world.scenario.honour.get(key)
    if found is None:
        raise OrderNotUnderstood(
            f'The list of honour has no reason "{key}".{did_you_mean(key, world.scenario.honour)}', field=field
        )
    return found


def earned_by(world: World, clan: Clan, person: Character | None, reason: HonourReason) -> None:
    """Refuse what the list gives to persons only for a whole clan, and the other way round."""
    if reason.for_whom == "person" and person is None:
        world.forbid(
            f"“{reason.name}” is for a person. Choose one of {clan.name}: "
            f"{', '.join(one.name for one in people_of(world, clan))}.",
            field="character",
            ruling="R28",
        )
    if reason.for_whom == "clan" and person is not None:
        world.forbid(
            f"“{reason.name}” is for a whole clan. Book it for {clan.name}, or as a reason of your own for "
            f"{person.name}.",
            field="character",
            ruling="R28",
        )


def booked_already(
    world: World,
    clan: Clan,
    person: Character | None,
    reason: HonourReason | None,
    points: int,
    proposed: HonourProposal | None = None,
) -> None:
    """Ask back when somebody has just booked the same for the same reason: it may be one incident that two have seen.

    A person and his clan may be one, two persons may not; without a reason of the list, the direction decides. The end
    of a season between the two says nothing; an award of the year is one a winter, however long ago it was.
    What was ``proposed`` may have been booked by hand at any time in its season; what came of another proposal is
    another incident.
    """
    season = proposed.number if proposed else world.game.seasons
    recent = (
        select(Honour)
        .where(
            Honour.clan == clan.id,
            Honour.reason == (reason.key if reason else ""),
            Honour.levels.is_(None),
            Honour.corrects.is_(None),
        )
        .order_by(Honour.line.desc())
    )
    if proposed:
        recent = recent.where(Honour.id.not_in(select(HonourProposal.honour).where(HonourProposal.honour.is_not(None))))
    for row in world.session.scalars(recent.options(joinedload(Honour.the_character))):
        minutes = minutes_between(row.at, world.at)
        just_now = minutes < SAME_INCIDENT
        if reason and reason.key in AUTOMATIC:
            may_be = row.number == season
        else:
            may_be = just_now or (proposed is not None and row.number == season)
        if not (may_be and one_or_his_clan(person, row.character)):
            continue
        if reason is None and (row.points > 0) is not (points > 0):
            continue
        raise ChangedElsewhere(
            f"{'You' if same_name(row.umpire, world.umpire.name) else row.umpire} booked this {ago(minutes)}: "
            f"{sentence(clan, row.the_character, reason, row.points, row.note, row.witness).removeprefix('Honour: ')} "
            "Is this the same incident, or did it happen twice?",
            field="twice",
        )


def one_or_his_clan(person: Character | None, other: str | None) -> bool:
    """Whether both may be meant: a person and his clan may be one, two persons may not."""
    return person is None or other is None or other == person.id


def proposed_already(world: World, clan: Clan, person: Character | None, reason: HonourReason | None) -> None:
    """Ask back when the same waits to be booked under *Proposed*: who books it by hand would book it twice."""
    if reason is None:
        return
    waits = select(HonourProposal).filter_by(clan=clan.id, reason=reason.key, answer="")
    for row in world.session.scalars(waits.order_by(HonourProposal.id.desc())):
        if one_or_his_clan(person, row.character):
            raise ChangedElsewhere(
                f"This waits under Proposed: {row.why.rstrip('.')}. Is it the same incident, to be booked there, or "
                "did it happen twice?",
                field="twice",
            )


def minutes_between(earlier: str, later: str) -> int:
    """Whole minutes between two moments of the journal."""
    return int((datetime.fromisoformat(later) - datetime.fromisoformat(earlier)).total_seconds() // 60)


def ago(minutes: int) -> str:
    """How long ago, in words."""
    return "just now" if minutes < 1 else "a minute ago" if minutes == 1 else f"{minutes} minutes ago"


# ---- what is proposed


class Take(Forcible):
    """Honour that was proposed, to be booked: with its ``points`` unless others are given. ``twice`` as in Log."""

    proposal: number(1, 10**6, "the number of a proposal")
    points: Points | None = None
    twice: bool = False


@action("proposal.book", title="Book proposed honour", order=Take, desks=WHO, seen_by=WHO, critical=much)
def take(world: World, order: Take) -> str:
    """Book honour that was proposed, in the season in which it was earned."""
    row = open_proposal(world, order.proposal)
    points = row.points if order.points is None else order.points
    if points == 0:
        raise OrderNotUnderstood("No points are nothing to book. Decline it instead.", field="points")
    reason = world.scenario.honour.get(row.reason)
    if not order.twice:
        booked_already(world, row.the_clan, row.the_character, reason, points, row)
    line = booked(
        world, row.clan, row.character, row.reason, points, row.why, season=(row.number, row.year, row.season)
    )
    row.answer, row.honour = "booked", line.id
    return sentence(row.the_clan, row.the_character, reason, points, row.why)


class Decline(Order):
    """Honour that was proposed and is not to be booked; the ``reason``, if there is one to give."""

    proposal: number(1, 10**6, "the number of a proposal")
    reason: text("the reason") = ""


@action("proposal.decline", title="Decline proposed honour", order=Decline, desks=WHO, seen_by=WHO)
def decline(world: World, order: Decline) -> str:
    """Book nothing of what was proposed."""
    row = open_proposal(world, order.proposal)
    row.answer = "declined"
    whom = f"{row.the_character.name} of {row.the_clan.name}" if row.the_character else row.the_clan.name
    return f"No honour for {whom}: {row.why.rstrip('.')}.{because(order.reason)}"


def open_proposal(world: World, key: int) -> HonourProposal:
    """A proposal that waits. Raises OrderNotUnderstood, ChangedElsewhere."""
    beside = joinedload(HonourProposal.the_clan), joinedload(HonourProposal.the_character)
    row = world.get(HonourProposal, key, "proposal", beside=beside)
    not_anothers(world, row, "proposal")
    if row.answer:
        raise ChangedElsewhere(f"That was {row.answer} already.", field="proposal")
    return row


def not_anothers(world: World, row: Honour | HonourProposal, field: str) -> None:
    """Whoever minds some clans alone is told of a row of another's what he is told of a number that nothing has: any
    other refusal would say that it is there, and what it counts."""
    if not is_his(world.umpire.desk, row.clan):
        raise OrderNotUnderstood(f'There is no {row.__tablename__.replace("_", " ")} "{row.id}".', field=field)


# ---- setting right


class Correct(Forcible):
    """What an entry should have been worth, and why; ``now`` is what the form showed that it is worth."""

    honour: number(1, 10**6, "the number of an entry")
    points: Points
    reason: text("a reason", 3)
    now: number(-9999, 9999, "the points as shown") | None = None


@action("honour.correct", title="Correct honour", order=Correct, desks=WHO, seen_by=WHO, critical=much)
def correct(world: World, order: Correct) -> str:
    """Set the points of an entry right by a counter entry; the first one stays in the ledger."""
    beside = joinedload(Honour.the_clan), joinedload(Honour.the_character)
    row = world.get(Honour, order.honour, "honour", beside=beside)
    not_anothers(world, row, "honour")
    if row.corrects is not None:
        raise OrderNotAllowed(f"Entry {row.id} corrects entry {row.corrects} itself. Correct that one.", field="honour")
    counts = worth(world, row)
    if order.now is not None and order.now != counts:
        raise ChangedElsewhere(
            f"It was corrected at another desk since you opened this: it counts {signed(counts)} now.", field="points"
        )
    if order.points == counts:
        raise OrderNotAllowed(f"It counts {signed(counts)} already. Say what it should be.", field="points")
    booked(
        world,
        row.clan,
        row.character,
        row.reason,
        order.points - counts,
        order.reason,
        levels=row.levels,
        corrects=row.id,
    )
    reason, who = world.scenario.honour.get(row.reason), whom(row.the_character, row.the_clan)
    what = reason.name if reason else row.note
    return (
        f"Honour corrected: “{what}” counts {signed(order.points)} for {who}, not {signed(counts)}. "
        f"Reason: {order.reason.rstrip('.')}."
    )


def worth(world: World, row: Honour) -> int:
    """The points that an entry counts, with what corrects it."""
    return row.points + (world.session.scalar(select(func.sum(Honour.points)).where(Honour.corrects == row.id)) or 0)


class Level(Forcible, Slip):
    """Points for one clan, or (without one) for each clan that an umpire has booked for, to make up for his hand."""

    umpire: text("an umpire", 1, 60)
    clan: text("a clan") = ""
    points: Points
    reason: text("a reason", 3)

    def facts(self) -> tuple[str | int, ...]:
        """Whose hand, for whom, and by how much."""
        return any_spelling(self.umpire), self.clan, self.points


@action("honour.level", title="Level an umpire’s honour", order=Level, desks=GAME, seen_by=WHO, critical=much)
def level(world: World, order: Level) -> str:
    """Make up for an umpire's generosity or stinginess, by a ruling that is kept."""
    theirs = world.session.execute(select(Honour.umpire, Honour.clan).where(Honour.levels.is_(None)).distinct()).all()
    umpires = {umpire for umpire, _ in theirs}
    if not any(same_name(order.umpire, one) for one in umpires):
        raise OrderNotUnderstood(
            f'No umpire called "{order.umpire}" has booked honour.{did_you_mean(order.umpire, umpires)}', field="umpire"
        )
    if order.points == 0:
        raise OrderNotUnderstood("No points at all level nothing.", field="points")
    if order.clan:
        clans = [with_lord(world, order.clan)]
    else:
        keys = {clan for umpire, clan in theirs if same_name(umpire, order.umpire)}
        clans = list(world.session.scalars(select(Clan).where(Clan.id.in_(keys)).order_by(Clan.id)))
    for clan in clans:
        booked(world, clan.id, None, "", order.points, order.reason, levels=order.umpire)
    told = (
        f"Honour levelled after {order.umpire}: {signed(order.points)} for "
        f"{', '.join(clan.name for clan in clans)}: {order.reason.rstrip('.')}."
    )
    world.new(Ruling, ruling="R28", text=told, secret=True)
    return told


# ---- the board


class ReleaseBoard(Order):
    """The board as Game Control looked at it (``seen``, from honour_questions): nobody releases another one."""

    seen: text("what was seen", 0, 2000) = ""


@action("board.release", title="Release the status board", order=ReleaseBoard, desks=GAME, seen_by=WHO)
def release(world: World, order: ReleaseBoard) -> str:
    """Show the order of the clans as the ledger has it now; not a point of it."""
    preview = board_preview(world.session)
    if not preview.lines:
        raise OrderNotAllowed("Nobody plays a clan, so there is no order to show.", field="seen")
    if order.seen and order.seen != preview.seen:
        raise ChangedElsewhere(
            "The order of the clans has changed since you looked, or the board was released at another desk. Look at "
            "it as it is now, then release it.",
            field="seen",
        )
    world.new(
        StatusBoard,
        number=world.game.seasons,
        ranks=[{"clan": line.clan.id, "rank": line.rank, "was": line.was} for line in preview.lines],
    )
    return f"The status board of {world.game.season} {world.game.year} was released."
