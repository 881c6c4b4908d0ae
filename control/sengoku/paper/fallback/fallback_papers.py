"""The fallback pack: the state as it is typed in again, sheet by sheet (state_lists_questions.py), so that the hall
goes on when the laptop does not."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime

from sqlalchemy import select
from sqlalchemy.orm import Session

from control.kernel.database.store import Store
from control.kernel.drawing.maps.map import MapDrawing
from control.kernel.hall.clock.clock_rules import plan_in_words
from control.kernel.hall.scenario.scenario_questions import changes_in_play
from control.kernel.journal.journal_questions import journal_at
from control.kernel.journal.numbering_questions import numbering
from control.kernel.journal.safety_questions import Moment, moment
from control.kernel.printing.kinds import Item, Kind, Press, single
from control.kernel.printing.making import Wish, make
from control.sengoku.paper.fallback.state_lists_questions import SHEETS, Row, StateSheet, present
from control.sengoku.paper.fallback.state_sheets_questions import cell_in_words, names
from control.sengoku.paper.season.cards_questions import army_card_data
from control.sengoku.paper.season.sheets_questions import open_at_the_map, untold_by_desk
from control.sengoku.rows import Battle, BattleRound, DayPlan
from control.sengoku.rules.desks import DESKS, SEES_BOOKS
from control.sengoku.scenario.model import Scenario
from control.sengoku.world.forces.sides_questions import links_of, rows_of
from control.sengoku.world.standing_questions import standing
from printouts.safety.fallback import FallbackColumn, FallbackList, FallbackOpen, FallbackSheet, fallback_sheet

SPARE = 4
"""So many empty lines follow a list to which something may be added at the table."""
HOW = (
    "How the hall goes on",
    (
        "1. Stop the clock and tell the hall. What was entered since this pack was printed stands on order cards and "
        "battle slips, or somebody remembers it: note it on these sheets first.",
        "2. Is there a copy of the game, in the folder beside it or on the stick? Then restore that on any machine, "
        "and you are where it was made: control-room restore.",
        "3. If not, go on with these sheets: the map list at the map, the accounts with Team Control, the clock with "
        "Game Control. Every change is written on its line, or on an empty one.",
        "A battle under way is fought to its end at the table. Its losses so far are off the counters of its armies "
        "already; what each gets back of all that it lost (R8) is written among the battles that still count. With a "
        "machine before that, call an encounter of its armies there when all is typed in, and fight what rounds are "
        "left. Notional men who fell (castle, levy) stand again there: count by hand what is gone of them, and let no "
        "general fight in person who fell out.",
        "4. When there is a machine: control-room new, sign in as Game Control, Copies, Start in the middle of a day. "
        "Each page looks like its sheet, line by line. Type them in in their order; several people may share them.",
        "5. Army cards, letters, edicts, calls and petitions keep their codes, so those on the table stay good. The "
        "codes of desks, umpires and generals are new: print the desk codes first, give the umpires theirs (Casting, "
        "Rota), then print the generals’ for their secret tactics.",
        "6. Not in the pack: proposals of honour and of attitude that nobody has answered, what each point of honour "
        "was for, the bookings one by one, gifts among them, what is owed of earlier years, ticks at the season’s "
        "gate, the words of letters and of answers to calls, news, announcements, the rota, what was to be printed "
        "again, the rulings in words, and the journal so far. Answer proposals before you print it. The plan of the "
        "day stands below, and on Game Control’s sheet which files of the scenario were changed in play: change them "
        "again (Clock; More, Scenario).",
    ),
)


def sheet_items(key: str) -> Callable[[Press], Iterator[Item]]:
    """What finds the one thing of a sheet's kind."""
    sheet = next(one for one in SHEETS if one.key == key)

    def items(press: Press) -> Iterator[Item]:
        rows = present(press.session, press.scenario, press.now)
        whole = press.desk in SEES_BOOKS or not any(column.books for one in sheet.lists for column in one.columns)
        if not whole:  # what is written in the books alone: it is another sheet, without that
            rows = without(sheet, rows, "books")
        made, still = fallback(press, sheet, rows), without(sheet, rows, "ticks")
        # what the clock alone changes would be wrong the next minute anyway: by it no paper becomes wrong
        facts = replace(made, when="", lists=fallback_lists(press.session, sheet, still))
        part = "" if whole else "without books"
        if sheet.key == "clock" and press.desk != "game":  # who may not read why a table was changed
            part = "without files"
        yield Item(part, sheet.title, "", made, facts)

    return items


def without(sheet: StateSheet, rows: dict[str, list[Row]], what: str) -> dict[str, list[Row]]:
    """The lists of a sheet with nothing in the columns that are such ("books", "ticks")."""
    return {
        one.key: [row | {column.key: None for column in one.columns if getattr(column, what)} for row in rows[one.key]]
        for one in sheet.lists
    }


def fallback(press: Press, sheet: StateSheet, rows: dict[str, list[Row]]) -> FallbackSheet:
    """A sheet as it is printed."""
    now = standing(press.session, press.scenario)
    entry = numbering(press.session, press.desk).told_up_to(journal_at(press.session))
    cards = army_card_data(press.session, press.scenario, press.make_url) if sheet.key == "armies" else []
    return FallbackSheet(
        number=SHEETS.index(sheet) + 1,
        of=len(SHEETS),
        title=sheet.title,
        why=sheet.why,
        when=f"{now.when} · {now.progress} · entry {entry}",
        lists=fallback_lists(press.session, sheet, rows),
        words=(HOW, *to_change_again(press)) if sheet.key == "clock" else (),
        open=open_by_desk(press.session) if sheet.key == "clock" else None,
        secret=sheet.secret,
        whose=sheet.whose,
        cards=tuple(replace(card, season="") for card in cards),
    )


def to_change_again(press: Press) -> Iterator[tuple[str, tuple[str, ...]]]:
    """What no sheet takes back in: the plan of the day, and, for Game Control, the files that were changed in play."""
    plan = press.session.get_one(DayPlan, 1)
    anew = "Let it begin anew at the hour at which the hall goes on: a new game knows of no season before."
    yield "The plan of the day", (f"{plan_in_words(plan.begins, plan.ends, plan.breaks)}. {anew}",)
    if press.desk == "game" and (changes := changes_in_play(press.session)):
        shown = numbering(press.session, press.desk).shown
        lines = (f"{one.path}, entry {shown(one.entry)}: {one.reason}" for one in changes)
        yield "Files of the scenario that were changed in play", tuple(lines)


def fallback_lists(session: Session, sheet: StateSheet, rows: dict[str, list[Row]]) -> tuple[FallbackList, ...]:
    """The lists as they are printed: the columns that are typed in, and those that are there to be read."""
    named = names(session)
    return tuple(
        FallbackList(
            one.title,
            one.note,
            tuple(FallbackColumn(at.heading, at.width, at.of == "number", not at.printed) for at in one.columns),
            tuple(tuple(cell_in_words(at, row[at.key], named) for at in one.columns) for row in rows[one.key]),
            0 if one.fixed else SPARE,
        )
        for one in sheet.lists
    )


def open_by_desk(session: Session) -> tuple[FallbackOpen, ...]:
    """What was open, for each desk that has to bring something to its end."""
    found = untold_by_desk(session)
    at_the_map = [(kind, line) for kind, lines in open_at_the_map(session) for line in lines]
    at_the_map += [("Counters lost so far", line) for line in lost_so_far(session)]
    telling = {
        desk: [(f"To be told: {whom}" if whom else "To be told", what) for whom, what in found.get(desk, ())]
        for desk in DESKS
    }
    telling["map"] = at_the_map + telling["map"]
    return tuple(FallbackOpen(DESKS[desk], tuple(lines)) for desk, lines in telling.items() if lines)


def lost_so_far(session: Session) -> Iterator[str]:
    """What each side of a battle under way has lost of its counters, for what it gets back (R8), and the strength it
    has left, with works and levy: no list has them."""
    for battle in session.scalars(select(Battle).where(Battle.over.is_(False), Battle.rounds > 0).order_by(Battle.id)):
        left = session.get_one(BattleRound, (battle.id, battle.rounds)).report
        for side in rows_of(session, battle):
            lost = sum(force.lost for force in links_of(session, battle, side.role))
            strength = f"strength {left[f'{side.role}_left']} left"
            yield f"Battle {battle.id}, {side.role}: {side.name} {lost} of {side.troops}, {strength}"


KINDS = tuple(
    Kind(
        f"fallback_{sheet.key}",
        f"Fallback: {sheet.title.lower()}",
        "sheet",
        "fallback",
        sheet.desks,
        sheet_items(sheet.key),
        single(fallback_sheet),
    )
    for sheet in SHEETS
)


def print_pack(
    store: Store, scenario: Scenario, drawing: Callable[[], MapDrawing], at: str
) -> tuple[bytes, Moment, str]:
    """The whole pack as one PDF, of which moment it is, and what no font could print; ``at`` is where the control room
    is reached."""
    with store.read() as session:
        now = moment(session)
        press = Press(session, scenario, lambda path: f"{at}{path}", drawing, datetime.now(UTC))
        made = make(Wish(KINDS, one_file=True), press, now.number)
    return next(iter(made.files.values())), now, " ".join(made.gathered.unprintable)
