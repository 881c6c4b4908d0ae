"""The fallback pack: the state as it is typed in again, sheet by sheet (state_lists_questions.py), so that the hall
goes on when the laptop does not."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime

from sqlalchemy import select
from sqlalchemy.orm import Session

from control.kernel.drawing.map import MapDrawing
from control.kernel.printing.kinds import Item, Kind, Press, single
from control.kernel.printing.making import Wish, make
from control.kernel.safety_questions import Moment, moment
from control.kernel.store import Store
from control.sengoku.hall.clock_questions import face
from control.sengoku.paper.cards_questions import army_card_data
from control.sengoku.paper.sheets_questions import open_business
from control.sengoku.paper.state_lists_questions import SHEETS, StateList, StateSheet
from control.sengoku.paper.state_sheets_questions import Row, in_words, names, present
from control.sengoku.rows import Army, Clan, Place
from control.sengoku.rules.desks import SEES_BOOKS
from control.sengoku.rules.rulings import OPTIONS
from control.sengoku.scenario.model import Scenario
from control.sengoku.world.people_questions import by_id
from control.sengoku.world.standing_questions import standing
from printouts.safety.fallback import FallbackColumn, FallbackList, FallbackSheet, fallback_sheet

SPARE = 4
"""So many empty lines follow a list to which something may be added at the table."""
TICKING = ("stage", "minutes", "called")
"""What the clock alone changes: no paper becomes wrong by it that was not wrong the next minute anyway."""

HOW = (
    "How the hall goes on",
    (
        "1. Stop the clock and tell the hall. What was entered since this pack was printed stands on order cards and "
        "battle slips, or somebody remembers it: note it on these sheets first.",
        "2. Is there a copy of the game, in the folder beside it or on the stick? Then restore that on any machine, "
        "and you are where it was made: control-room restore.",
        "3. If not, go on with these sheets: the map list at the map, the accounts with Team Control, the clock with "
        "Game Control. Every change is written on its line, or on an empty one.",
        "4. When there is a machine: control-room new, sign in as Game Control, Copies, Start in the middle of a day. "
        "Each page looks like its sheet, line by line. Type them in in their order; several people may share them.",
        "5. Army cards, letters and edicts keep their codes, so those on the table stay good. Only a general’s own "
        "code for his secret tactic is new: print the generals’ codes again.",
    ),
)
LEFT_OUT = (
    "Not in the pack: news, announcements, the rota, the rulings in words, and the journal so far. An encounter or "
    "battle that is open is settled at the table, and its outcome typed in.",
)


def sheet_items(key: str) -> Callable[[Press], Iterator[Item]]:
    """What finds the one thing of a sheet's kind."""
    sheet = next(one for one in SHEETS if one.key == key)

    def items(press: Press) -> Iterator[Item]:
        rows = rows_of(press)
        whole = key != "map" or press.desk in SEES_BOOKS
        if not whole:  # whether upkeep is paid is written in the books: it is another sheet, without that
            for row in (*rows["provinces"], *rows["places"]):
                row["upkeep"] = None
        made = fallback(press, sheet, rows)
        facts = replace(made, when="")
        if key == "clock":
            now = rows["game"][0]
            still = rows | {"game": [{name: None if name in TICKING else value for name, value in now.items()}]}
            facts = replace(fallback(press, sheet, still), when="")
        yield Item("" if whole else "without books", sheet.title, "", made, facts)

    return items


def fallback(press: Press, sheet: StateSheet, rows: dict[str, list[Row]]) -> FallbackSheet:
    """A sheet as it is printed."""
    now = standing(press.session, press.scenario)
    named = names(press.session)
    cards = army_card_data(press.session, press.scenario, press.make_url) if sheet.key == "armies" else []
    return FallbackSheet(
        number=SHEETS.index(sheet) + 1,
        of=len(SHEETS),
        title=sheet.title,
        why=sheet.why,
        when=f"{now.when} · {now.progress} · entry {now.journal}",
        lists=tuple(fallback_list(one, rows[one.key], named) for one in sheet.lists),
        words=tuple(how_to_go_on(press.session)) if sheet.key == "clock" else (),
        secret=sheet.secret,
        cards=tuple(replace(card, season="") for card in cards),
    )


def fallback_list(one: StateList, rows: Sequence[Row], named: dict[str, dict[str, str]]) -> FallbackList:
    """A list as it is printed: the columns that are typed in, and those that are there to be read."""
    return FallbackList(
        one.title,
        one.note,
        tuple(FallbackColumn(one_.heading, one_.width, one_.of == "number", not one_.printed) for one_ in one.columns),
        tuple(tuple(in_words(column, row[column.key], named) for column in one.columns) for row in rows),
        0 if one.keyed or one.key in ("game", "options") else SPARE,
    )


def how_to_go_on(session: Session) -> Iterator[tuple[str, tuple[str, ...]]]:
    """What to do, and what was open."""
    yield HOW
    open_now = tuple(
        f"{kind}: {'; '.join(line.rstrip('.') for line in lines)}." for kind, lines in open_business(session) if lines
    )
    yield "What was open", (*(open_now or ("Nothing: no encounter, battle, card or news to tell.",)), *LEFT_OUT)


def rows_of(press: Press) -> dict[str, list[Row]]:
    """The lists, with what is printed beside them to be read."""
    session = press.session
    found = present(session, press.scenario, press.now)
    codes = {clan.id: clan.code for clan in session.scalars(select(Clan))}
    people = by_id(session)
    clock = face(session, press.scenario, press.now)
    for row in found["game"]:
        row["called"] = clock.name
    for row in found["options"]:
        row["question"] = OPTIONS[row["option"]].question if row["option"] in OPTIONS else ""
    there = forces_by_ground(found, codes)
    for row in found["provinces"]:
        row["here"] = ", ".join(there.get((row["id"], None), ()))
    inside = {place.id: place.province for place in session.scalars(select(Place))}
    for row in found["places"]:
        row["province"] = press.scenario.provinces[inside[row["id"]]].name
        row["here"] = ", ".join(there.get((inside[row["id"]], row["id"]), ()))
    for row in found["characters"]:
        row["clan"] = codes[people[row["id"]].clan]
    of = {army.general: army.clan for army in session.scalars(select(Army).filter_by(standing=True))}
    for row in found["armies"]:
        row["clan"] = codes[of[row["general"]]]
    for row in found["clans"]:
        row["code"] = codes[row["id"]]
    return found


def forces_by_ground(found: dict[str, list[Row]], codes: dict[str, str]) -> dict[tuple[str, str | None], list[str]]:
    """What stands in each province and in each place of it, in short: a garrison by its clan, an army by its code, with
    their counters."""
    there: dict[tuple[str, str | None], list[str]] = {}
    for row in found["garrisons"]:
        there.setdefault((row["province"], row["place"]), []).append(f"{codes[row['clan']]} garrison {row['troops']}")
    for row in found["armies"]:
        there.setdefault((row["province"], row["place"]), []).append(f"{row['code']} {row['troops']}")
    return there


KINDS = tuple(
    Kind(
        f"fallback_{sheet.key}",
        f"Fallback: {sheet.title.lower()}",
        "sheet",
        "fallback",
        ("map", "game") if sheet.key in ("clock", "map", "armies") else ("game",),
        sheet_items(sheet.key),
        single(fallback_sheet),
        "",
    )
    for sheet in SHEETS
)


def print_pack(store: Store, scenario: Scenario, drawing: Callable[[], MapDrawing], at: str) -> tuple[bytes, Moment]:
    """The whole pack as one PDF, and of which moment it is; ``at`` is where the control room is reached."""
    with store.read() as session:
        now = moment(session)
        press = Press(session, scenario, lambda path: f"{at}{path}", drawing, datetime.now(UTC))
        made = make(Wish(KINDS, one_file=True), press, now.number)
    return next(iter(made.files.values())), now
