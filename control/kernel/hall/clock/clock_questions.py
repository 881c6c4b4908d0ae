"""What a clock shows: stretch, stage and time for every screen, and for who leads how the day goes as planned."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from control.kernel.database.reading import asked_once
from control.kernel.game import game_in
from control.kernel.hall.clock import clock_rules as rules
from control.kernel.hall.clock.clockwork import Stage
from control.kernel.journal.journal_questions import numbers_of, taken_back_by, undone_numbers
from control.kernel.rows import JournalEntry, Touch
from control.kernel.rows.clocks import ClockRow
from control.kernel.values import dataclass

LATE_ENOUGH = 60  # seconds: who is less late than that is on time
PRESSES = 60  # how far the latest press is looked for behind those taken back


@dataclass(frozen=True)
class Face:
    """What the face of a clock shows. ``told`` is what answers say of the stretch ``when``, ``word`` what one is
    called. ``since`` is empty while it stands; ``set_stage`` and ``set_left`` are what was left of which stage then,
    so that a screen can go on by itself."""

    word: str
    when: str
    told: Mapping[str, Any]
    era: str
    number: int
    stages: tuple[Stage, ...]
    stage: int
    left: int
    begun: bool
    since: str | None
    set_stage: int
    set_left: int

    @property
    def running(self) -> bool:
        """Whether it runs."""
        return self.since is not None

    @property
    def name(self) -> str:
        """What the stage is called."""
        return self.stages[self.stage].name

    @property
    def open_from(self) -> int:
        """The first stage that is everybody's, from 0."""
        return next((spot for spot, one in enumerate(self.stages) if one.open), len(self.stages))

    @property
    def note(self) -> str:
        """What the hall must know in this stage."""
        return self.stages[self.stage].note

    @property
    def time(self) -> str:
        """The time, as people read it."""
        return rules.spoken(abs(self.left))

    @property
    def over(self) -> bool:
        """Whether the stretch lasts longer than it should."""
        return self.left < 0

    @property
    def warning(self) -> bool:
        """Whether the last two minutes of a stage are running."""
        return rules.Reading(self.stage, self.left).warning

    @property
    def sign(self) -> str:
        """The look of the face: ``over``, ``up``, ``warning``, ``still`` or plain ``running``."""
        if self.over:
            return "over"
        if self.left == 0:
            return "up"
        if self.warning:
            return "warning"
        return "running" if self.running else "still"

    @property
    def said(self) -> str:
        """What stands beside the time: that it stands, that it is over, that the end is near."""
        if self.over:
            return "over" if self.running else "over, stopped"
        if self.left == 0:
            return "time is up"
        if not self.running:
            return "stopped" if self.begun else "not started"
        return "last 2 minutes" if self.warning else ""

    @property
    def coming(self) -> str:
        """What comes next."""
        if self.stage + 1 == len(self.stages):
            return f"Then the {self.word} is closed"
        after = self.stages[self.stage + 1]
        return f"Then {after.name}, {after.seconds // 60} min"

    def as_dict(self, now: datetime, journal: int) -> dict[str, Any]:
        """The face as screens and scripts get it; moments are milliseconds of the server's clock."""
        since = None if self.since is None else int(datetime.fromisoformat(self.since).timestamp() * 1000)
        return {
            "now": int(now.timestamp() * 1000),
            "journal": journal,
            **self.told,
            "when": self.when,
            "era": self.era,
            "number": self.number,
            "begun": self.begun,
            "stages": [{"name": one.name, "seconds": one.seconds, "note": one.note} for one in self.stages],
            "set": {"stage": self.set_stage, "left": self.set_left, "since": since},
            "stage": self.stage,
            "left": self.left,
            "running": self.running,
        }


@dataclass(frozen=True)
class PlanLine:
    """A stretch of the game in the plan of the day: planned, and how it went or is to go, as people write times."""

    name: str
    planned: str
    really: str
    late: str
    state: str
    pauses: tuple[str, ...]


@dataclass(frozen=True)
class ClockView(Face):
    """The face, and how the day goes: seconds by which the stretch will end later than planned (below 0: earlier),
    whether it fits in and how many do after it, and the plan line by line."""

    late_by: int = 0
    fits: bool = True
    more_fit: int = 0
    ends: str = ""
    begins: str = ""
    breaks: tuple[dict[str, Any], ...] = ()
    plan: tuple[PlanLine, ...] = ()

    @property
    def late(self) -> str:
        """How late the day is, in words."""
        return late_in_words(self.late_by)

    @property
    def is_drawing_to_its_end(self) -> bool:
        """Whether this stretch is not the first of the day, and no other fits in after it."""
        return not self.more_fit and self.plan[0].state == "over"


def late_in_words(seconds: int) -> str:
    """So many seconds late, in words."""
    if abs(seconds) < LATE_ENOUGH:
        return "on time"
    hours, minutes = divmod(abs(seconds) // 60, 60)
    long = f"{hours} h {minutes} min" if hours else f"{minutes} min"
    return f"{long} {'late' if seconds > 0 else 'early'}"


@asked_once
def setting(session: Session) -> tuple[Any, ClockRow, bool]:
    """The game's row, how the clock was set last, and whether this stretch has begun on it."""
    of = game_in(session)
    game, work = of.row.only(session), of.clockwork
    return game, session.get_one(work.row, 1), session.get(work.times, work.number(game)) is not None


def face(session: Session, scenario: Any, now: datetime) -> Face:
    """What every clock shows at a moment."""
    return Face(**hands(session, scenario, now))


def hands(session: Session, scenario: Any, now: datetime) -> dict[str, Any]:
    """The fields of a face."""
    of = game_in(session)
    work, (game, clock, begun) = of.clockwork, setting(session)
    stages = work.stages(scenario, game)
    reading = rules.read(clock.stage, clock.left, rules.elapsed(clock.since, now), [one.seconds for one in stages])
    return {
        "word": of.stretch_word,
        "when": work.named(game, 0),
        "told": work.told(scenario, game),
        "era": work.era(scenario, game),
        "number": work.number(game),
        "stages": stages,
        "stage": reading.stage,
        "left": reading.left,
        "begun": begun,
        "since": clock.since,
        "set_stage": min(clock.stage, len(stages) - 1),
        "set_left": clock.left,
    }


def clock_view(session: Session, scenario: Any, now: datetime) -> ClockView:
    """The clock, and how the day goes."""
    shown = hands(session, scenario, now)
    game, work = setting(session)[0], game_in(session).clockwork
    plan = session.get_one(work.plan, 1)
    begun = {one.number: one for one in session.scalars(select(work.times).order_by(work.times.number))}
    today = {number: at for number, one in begun.items() if (at := of_today(one.began, now)) is not None}
    number = shown["number"]
    first = min((one for one in today if one <= number), default=number)
    gaps = gaps_until(number, first, closings(session, now), today)
    reading = rules.Reading(shown["stage"], shown["left"])
    pauses = [rules.Pause(one["name"], rules.seconds_of(one["at"]) or 0, 60 * one["minutes"]) for one in plan.breaks]
    day = rules.outlook(
        begins=rules.seconds_of(plan.begins) or 0,
        ends=rules.seconds_of(plan.ends) or 0,
        length=work.length(scenario),
        pauses=pauses,
        spot=number - first,
        now=of_day(now),
        gaps=gaps[number],
        rest=rules.rest(reading, [one.seconds for one in shown["stages"]]),
    )
    return ClockView(
        **shown,
        late_by=day.late,
        fits=day.fits,
        more_fit=day.more_fit,
        begins=plan.begins,
        ends=plan.ends,
        breaks=tuple(plan.breaks),
        plan=lines(day, pauses, first, number, gaps, lambda ahead: work.named(game, ahead)),
    )


def gaps_until(
    number: int, first: int, closed: Sequence[int | None], today: Mapping[int, int]
) -> dict[int, list[rules.Gap]]:
    """The gaps before each stretch of the day, up to and with the one of that ``number``."""
    gaps = [
        rules.Gap(closed[number - one] if first < one and number - one < len(closed) else None, today.get(one))
        for one in range(first, number + 1)
    ]
    return {one: gaps[: spot + 1] for spot, one in enumerate(range(first, number + 1))}


def closings(session: Session, now: datetime) -> list[int | None]:
    """When the stretch before the one that is on was closed, and those before it, the latest first. None for what was
    another day. They are found by what closes one: a clock that nobody started is set to what it shows already."""
    closed = set(numbers_of(session, *game_in(session).clockwork.closed_by)) - undone_numbers(session)
    at = select(JournalEntry.at).where(JournalEntry.number.in_(closed)).order_by(JournalEntry.number.desc())
    return [of_today(moment, now) for moment in session.scalars(at)]


def entries_of_the_clock() -> Any:
    """What was done to the clock, the latest first."""
    return (
        select(
            JournalEntry.number,
            JournalEntry.undoes,
            JournalEntry.arguments,
            JournalEntry.action,
            JournalEntry.sentence,
            JournalEntry.at,
        )
        .join(Touch, Touch.entry == JournalEntry.number)
        .where(Touch.table == "clock", Touch.key == "1", Touch.changed)
        .order_by(Touch.entry.desc())  # the index has them in this order: the oldest are not looked at
    )


def standing(entries: Iterable[Any]) -> Iterator[Any]:
    """Those of these entries, the latest first, that are not taken back."""
    taken_back: set[int] = set()
    for entry in entries:
        if entry.number in taken_back:
            continue
        if entry.undoes is not None:
            taken_back |= taken_back_by(entry.undoes, entry.arguments)
        yield entry


def lines(
    day: rules.Outlook,
    pauses: Sequence[rules.Pause],
    first: int,
    current: int,
    gaps: Mapping[int, Sequence[rules.Gap]],
    named: Callable[[int], str],
) -> tuple[PlanLine, ...]:
    """The plan stretch by stretch, each ``named`` by how many it is ahead, and how it went or is to go. How late it is
    counts the same breaks on both sides, as that of the day does."""
    found, planned_breaks = [], 0
    for spot, planned in enumerate(day.planned):
        planned_breaks += rules.lasting(planned.pauses)
        number = first + spot
        ahead = number - current
        really = gaps[number][-1].begun if ahead <= 0 else None
        state = "over" if ahead < 0 else "now" if ahead == 0 else "to come"
        breaks = rules.lasting(rules.held_in(pauses, gaps[number])) if really is not None else 0
        if really is None and 0 <= ahead < len(day.expected):
            really = day.expected[ahead].begins
            breaks = sum(rules.lasting(slot.pauses) for slot in day.expected[: ahead + 1])
        elif really is None and ahead > 0:
            state = "no time"
        found.append(
            PlanLine(
                named(ahead),
                rules.time_of(planned.begins),
                rules.time_of(really) if really is not None else "",
                late_in_words(really - breaks - planned.begins + planned_breaks) if really is not None else "",
                state,
                in_words(planned.pauses),
            )
        )
    return tuple(found)


def in_words(pauses: Sequence[rules.Pause]) -> tuple[str, ...]:
    """Breaks in words."""
    return tuple(f"{one.name}, {one.length // 60} min" for one in pauses)


def of_day(moment: datetime) -> int:
    """Seconds since midnight in the hall, where the server stands."""
    here = moment.astimezone()
    return here.hour * 3600 + here.minute * 60 + here.second


def of_today(began: str, now: datetime) -> int | None:
    """When something of the journal began, in seconds since midnight in the hall; None if it was another day."""
    moment = datetime.fromisoformat(began)
    return of_day(moment) if moment.astimezone().date() == now.astimezone().date() else None


@dataclass(frozen=True)
class Press:
    """The latest press of a button of the clock that stands: what an undo takes back."""

    number: int
    sentence: str


def last_press(session: Session) -> Press | None:
    """The latest press that is not taken back; None if the stretch began after it."""
    for entry in standing(session.execute(entries_of_the_clock().limit(PRESSES))):
        if entry.undoes is None:
            return Press(entry.number, entry.sentence) if entry.action.startswith("clock.") else None
    return None
