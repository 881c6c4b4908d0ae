"""A table of honour, as it was kept on paper or in a spreadsheet, booked at once (R28): all of its lines or none."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping

from sqlalchemy import select

from control.kernel.actions.action import Forcible
from control.kernel.errors import OrderError, OrderNotAllowed, OrderNotUnderstood, did_you_mean
from control.kernel.typed import Order, text, whole_number
from control.kernel.values import dataclass
from control.kernel.wording import counted, folded
from control.sengoku.honour.honour_actions import GAME, MOST, WHO, booked, over_the_limit
from control.sengoku.honour.honour_questions import PLACES_IN_A_YEAR
from control.sengoku.rows import Character, Clan, Honour
from control.sengoku.rules.seasons import season_heading
from control.sengoku.scenario.model import SEASONS, HonourReason
from control.sengoku.world.acting import World, action
from control.sengoku.world.land.rising_actions import NO_LORD
from control.sengoku.world.land.risings_questions import REBELS
from control.sengoku.world.names import id_of, no_clan

Cell = text("a cell", 0, 5000)


class ImportLine(Order):
    """A line of a table of honour, every cell as text: names or ids, points with or without sign. Without a season it
    is now, without an umpire whoever imports; without a reason of the list, ``note`` says what it was for."""

    clan: Cell = ""
    person: Cell = ""
    reason: Cell = ""
    points: Cell = ""
    note: Cell = ""
    witness: Cell = ""
    year: Cell = ""
    season: Cell = ""
    umpire: Cell = ""


class Import(Forcible):
    """Many entries at once, all or none. ``skip_known`` leaves out lines that stand in the ledger already."""

    rows: list[ImportLine]
    skip_known: bool = False


Booking = tuple[str, str | None, str, int, str, str, str, tuple[int, int, str]]
Bad = Callable[[str, str], None]
"""Notes what is wrong with a cell: its column, and a sentence."""


@dataclass(frozen=True)
class Known:
    """Who and what a line may name, looked up once for the whole table."""

    clans: Mapping[str, Clan]
    people: Mapping[str, Mapping[str, Character]]
    reasons: Mapping[str, HonourReason]


def known_in(world: World) -> Known:
    """All clans, all people by clan, and the reasons as they may be written."""
    people: dict[str, dict[str, Character]] = {}
    for one in world.session.scalars(select(Character).order_by(Character.id)):
        people.setdefault(one.clan, {})[one.id] = one
    reasons = world.scenario.honour.values()
    return Known(
        {clan.id: clan for clan in world.session.scalars(select(Clan).order_by(Clan.id))},
        people,
        {folded(word): one for one in reasons for word in (one.name, one.key)},
    )


def much(world: World, order: Import) -> str:
    """Why a table waits for a second umpire: a line of it has more points than the scenario lets one book (R44)."""
    new = (booking for booking, _faults, stands in looked_up(world, order) if booking and not stands)
    return next((why for line in new if (why := over_the_limit(world, line[3]))), "")


@action("honour.import", title="Import honour", order=Import, desks=GAME, seen_by=WHO, critical=much)
def import_rows(world: World, order: Import) -> str:
    """Book a whole table of honour, or nothing of it, naming every cell that is wrong."""
    wrong: list[OrderError] = []
    new: list[Booking] = []
    for spot, (booking, faults, stands) in enumerate(looked_up(world, order)):
        if stands:
            if not order.skip_known:
                wrong.append(
                    OrderNotAllowed(
                        "This stands in the ledger already. Take the line out, or leave known lines out.",
                        field=f"rows.{spot}.clan",
                    )
                )
            continue
        wrong += [fault.at(f"rows.{spot}") for fault in faults]
        if booking is not None:
            new.append(booking)
    if wrong:
        wrong[0].more = wrong[1:]
        raise wrong[0]
    if not new:
        raise OrderNotUnderstood(
            "Every line stands in the ledger already." if order.rows else "The table has no line.", field="rows"
        )
    for clan, character, reason, points, note, witness, umpire, season in new:
        booked(world, clan, character, reason, points, note, witness, umpire=umpire, season=season)
    left = len(order.rows) - len(new)
    known_already = f"; {left} stood in the ledger already" if left else ""
    return f"Honour imported: {counted(len(new), 'entry', 'entries')}{known_already}."


def looked_up(world: World, order: Import) -> Iterator[tuple[Booking | None, list[OrderError], bool]]:
    """Each line as an entry, what is wrong with it, and whether it stands in the ledger: an entry there is one line."""
    known, standing = known_in(world), Counter(in_the_ledger(world))
    for line in order.rows:
        booking, faults = understood(world, known, line)
        stands = False
        if booking is not None and standing[booking]:
            standing[booking] -= 1
            stands = True
        yield booking, faults, stands


def in_the_ledger(world: World) -> Iterable[Booking]:
    """Every entry as a line of a table would give it."""
    for row in world.session.scalars(select(Honour)):
        yield (row.clan, row.character, row.reason, row.points, row.note, row.witness, row.umpire,
               (row.number, row.year, row.season))  # fmt: skip


def understood(world: World, known: Known, line: ImportLine) -> tuple[Booking | None, list[OrderError]]:
    """A line as an entry, if its cells can be read, and everything that is wrong with them."""
    wrong: list[OrderError] = []

    def bad(field: str, said: str) -> None:
        wrong.append(OrderNotUnderstood(said, field=field))

    clan = clan_in(known, line, bad)
    person = person_in(known, line, clan, bad) if line.person else None
    reason = reason_in(known, line, bad) if line.reason else None
    if not line.reason and len(line.note) < 3:
        bad("note", "Without a reason from the list, the note says what it is for, in three letters or more.")
    points = points_in(line, reason, bad)
    for field, most in (("note", 400), ("witness", 60), ("umpire", 60)):
        if len(getattr(line, field)) > most:
            bad(field, f"This has {len(getattr(line, field))} letters; {most} fit.")
    season = season_in(world, line, bad)
    unreadable = bool(wrong)
    if reason and reason.for_whom == "person" and not line.person:
        bad("person", f"“{reason.name}” is for a person. Say for whom.")
    if reason and reason.for_whom == "clan" and line.person:
        bad("person", f"“{reason.name}” is for a whole clan. Leave the cell empty.")
    if unreadable or clan is None or season is None or points is None:
        return None, wrong
    return (
        clan.id,
        person.id if person else None,
        reason.key if reason else "",
        points,
        line.note,
        line.witness,
        line.umpire or world.umpire.name,
        season,
    ), wrong


def clan_in(known: Known, line: ImportLine, bad: Bad) -> Clan | None:
    """The clan of a line, by its name or id."""
    if not line.clan:
        bad("clan", "Say which clan.")
        return None
    found = known.clans.get(id_of(line.clan, known.clans))
    if found is None:
        bad("clan", no_clan(line.clan, known.clans.values()))
    elif found.kind == REBELS:
        bad("clan", f"{NO_LORD} (R42).")
    return found


def person_in(known: Known, line: ImportLine, clan: Clan | None, bad: Bad) -> Character | None:
    """The person of a line, by name or id; of the line's clan, if that is known."""
    everybody = {key: one for people in known.people.values() for key, one in people.items()}
    people = known.people.get(clan.id, {}) if clan else everybody
    found = people.get(id_of(line.person, people))
    if found is None:
        meant = did_you_mean(line.person, [one.name for one in people.values()])
        bad("person", f'There is nobody called "{line.person}"{f" in {clan.name}" if clan else ""}.{meant}')
    return found


def reason_in(known: Known, line: ImportLine, bad: Bad) -> HonourReason | None:
    """The reason of a line, by its key or as it is called."""
    found = known.reasons.get(folded(line.reason))
    if found is None:
        meant = did_you_mean(line.reason, [one.name for one in known.reasons.values()])
        bad("reason", f'The list of honour has no reason "{line.reason}".{meant} Your own reason goes into the note.')
    return found


def points_in(line: ImportLine, reason: HonourReason | None, bad: Bad) -> int | None:
    """The points of a line, or those of its reason."""
    if not line.points:
        if reason is None:
            bad("points", "Say how many points: a reason of your own has none.")
            return None
        return reason.points
    points = whole_number(str(line.points))
    if isinstance(points, str) or not -2 * MOST <= points <= 2 * MOST or points == 0:
        bad("points", f'Points are a whole number from −{2 * MOST} to {2 * MOST} and not 0, not "{line.points}".')
        return None
    return points


def season_in(world: World, line: ImportLine, bad: Bad) -> tuple[int, int, str] | None:
    """The season of a line: its number, its year, its name; now, if the cells are empty."""
    game = world.game
    year, season = whole_number(line.year or str(game.year)), str(line.season or game.season).lower()
    if season not in SEASONS:
        bad("season", f'A season is one of {", ".join(SEASONS)}, not "{line.season}".{did_you_mean(season, SEASONS)}')
        return None
    if isinstance(year, str):
        bad("year", f'A year is a number such as {game.year}, not "{line.year}".')
        return None
    seasons = game.seasons + 4 * (year - game.year) + PLACES_IN_A_YEAR[season] - PLACES_IN_A_YEAR[game.season]
    if seasons > game.seasons:
        bad("season" if year == game.year else "year", f"{season_heading(season, year)} is still to come.")
        return None
    if seasons < 0:
        bad("season" if year == game.year else "year", f"The game began after {season} {year}.")
        return None
    return seasons, year, season
