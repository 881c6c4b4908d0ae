"""How much a page asks of the game: no more statements than it says here, and as many in a crowded world as in an empty
one, so that none asks once for every row."""

from __future__ import annotations

from typing import Any

from sqlalchemy import RowMapping, Table, event, select

from control.kernel.actions.world import Room
from control.kernel.application import application_of
from control.kernel.database import keeping
from control.kernel.open_room import OpenRoom
from control.sekigahara.game import SEKIGAHARA
from control.sengoku.rows.base import Base
from tests.conftest import sign_in
from tests.games import Hall, to_calls, to_edict, to_honour, to_screens, to_shares, to_spied
from tests.sekigahara import games as games_of_1600

MOST = {
    "/map/": 50,
    "/map/business": 28,
    "/map/forces": 15,
    "/map/raise": 18,
    "/map/phase": 50,
    "/map/encounters/call": 12,
    "/map/encounters/2": 33,
    "/armies/1": 38,
    "/map/provinces/shinano": 29,
    "/orders/": 13,
    "/orders/missing": 5,
    "/walk-round/": 17,
    "/walk-round/shinano": 24,
    "/battles/1": 25,
    "/people/": 12,
    "/people/due": 9,
    "/people/takeda-harunobu": 20,
    "/casting/": 12,
    "/casting/command": 26,
    "/casting/reprint": 17,
    "/casting/players": 22,
    "/casting/door/": 21,
    "/titles/": 14,
    "/court/": 11,
    "/tell/": 17,
    "/team/": 13,
    "/team/takeda": 21,
    "/books/": 18,
    "/books/takeda/1550": 25,
    "/works/takeda": 22,
    "/letters/": 17,
    "/honour/": 21,
    "/honour/ledger": 20,
    "/season/": 49,
    "/season/winter": 9,
    "/treaties/": 17,
    "/treaties/hostages": 20,
    "/treaties/vassals": 14,
    "/edicts/": 12,
    "/shadows/": 24,
    "/shadows/1": 50,
    "/bakufu/": 16,
    "/services/": 14,
    "/petitions/": 12,
    "/shogun/": 16,
    "/shogun/takeda-harunobu": 19,
    "/bakufu/calls/": 13,
    "/bakufu/calls/C1-F": 12,
    "/npd/": 21,
    "/npd/touched": 23,
    "/npd/clans": 16,
    "/npd/clans/yuki": 44,
    "/news-desk/": 16,
    "/clock/": 12,
    "/journal/": 29,
    "/rulings/": 10,
    "/safety/midway/": 13,
    "/safety/midway/sheets/honour": 16,
    "/game/": 55,
    "/now/": 29,
    "/clans/takeda": 37,
    "/now/?at=map": 16,
    "/now/?at=npd": 38,
    "/now/?at=bakufu": 22,
    "/now/?at=intelligence": 23,
    "/map/business?mine=": 36,
    "/find/clans/takeda": 13,
    "/display/": 13,
}
"""The main pages, and the most statements that each may ask besides those of its frame."""
FRAME = 1
"""What the frame of every page asks by itself: who is in rebellion."""
DRAWN_ANEW = {"/casting/": 26, "/people/": 26, "/season/statements": 25, "/standing": 5}
"""The same of those whose parts are kept, some for the second alone, when nothing is."""
DESKS = {
    "/clans/takeda": "team",
    "/now/": "team",
    "/now/?at=map": "map",
    "/now/?at=npd": "npd",
    "/now/?at=bakufu": "bakufu",
    "/now/?at=intelligence": "intelligence",
    "/map/business?mine=": "map",
    "/team/": "team",
    "/team/takeda": "team",
    "/npd/": "npd",
    "/npd/touched": "npd",
    "/npd/clans": "npd",
    "/npd/clans/yuki": "npd",
    "/edicts/": "bakufu",
    "/shadows/": "intelligence",
    "/shadows/1": "intelligence",
    "/walk-round/": "map",
}
"""The desks that open them, where that is not Game Control's."""
CAMPAIGN = {
    "/table/": 6,
    "/table/over": 5,
    "/table/move/edo": 5,
    "/battle/": 8,
    "/board/": 5,
    "/board/over": 5,
    "/at-the-table/": 8,
    "/journal/": 12,
}
"""The same of the campaign of 1600, for its umpire, who is told most."""
COPIED = {
    "army", "companion", "garrison", "march_order", "recovery", "character", "title", "risk_draw", "battle",
    "battle_side", "battle_force", "battle_round", "encounter", "encounter_force", "transfer", "muster",
    "work", "honour", "letter", "edict", "treaty", "pledge", "breach", "passage", "notice", "notice_to",
    "player", "part", "duty", "reprint", "news", "ruling", "printing", "call", "rebellion", "commission", "tampering",
    "attitude_proposal",
}  # fmt: skip


def a_full_day(hall: Hall) -> None:
    """A game with something of everything that pages list."""
    to_shares(hall)
    hall.an_army("uesugi", "kozuke", 4)
    hall.an_army("date", "kozuke", 3)
    hall.do("encounter.call", province="kozuke", clans=["uesugi", "date"], reason="the test")
    hall.do("treaty.record", kind="peace", one="uesugi", other="date")
    hall.do("person.visit", character="obu-toramasa", province="sagami")
    for who in ("asakura-norikage", "shonyo"):
        hall.do("risk.call", character=who, cause="age")
    hall.do("letter.write", "game", sender="oda", recipient="takeda", text="Let us hunt.", force="a test")
    hall.do("player.import", "game", rows=[{"name": "Anna Meier", "clan": "takeda", "character": "daimyo"}])
    hall.do("duty.assign", "game", umpire="Hans", desk="team", clan="takeda")
    hall.do("reprint.add", "game", paper="army_card", army=1, why="the printer jammed")
    to_honour(hall)
    to_screens(hall)
    to_edict(hall)
    to_calls(hall)
    to_spied(hall)


def crowd(room: Room, times: int) -> None:
    """So many of every person, force, battle, treaty, letter … in place of each."""
    with room.store.write() as session:
        tables = [table for table in Base.metadata.sorted_tables if table.name in COPIED]
        rows = [(table, row) for table in tables for row in session.execute(select(table)).mappings().all()]
        for number in range(1, times):
            new: dict[tuple[str, Any], Any] = {}
            for table, row in rows:
                session.execute(table.insert().values(**copied(table, row, number, new)))


def copied(table: Table, row: RowMapping, number: int, new: dict[tuple[str, Any], Any]) -> dict[str, Any]:
    """A row once more, with what hangs on it."""
    found = dict(row)
    for column in table.columns:
        for key in column.foreign_keys:
            of = (key.column.table.name, found[column.name])
            found[column.name] = new.get(of, found[column.name])
    if "id" in found:
        old = found["id"]
        found["id"] = new[table.name, old] = f"{old}+{number}" if isinstance(old, str) else old + 10_000 * number
    if table.name == "commission":  # one of a kind in a season
        found["number"] += number
    if "code" in found:
        found["code"] = f"{found['code']}+{number}"
    return found


def asked(app: OpenRoom) -> dict[str, int]:
    """How many statements each page asks; what is read once only is not counted."""
    browsers = {desk: sign_in(app, desk) for desk in {"game", *DESKS.values()}}
    statements: list[str] = []
    event.listen(app.room.store.engine, "before_cursor_execute", lambda *given: statements.append(given[2]))
    found = {}
    for address in MOST:
        browser = browsers[DESKS.get(address, "game")]
        browser.get(address)
        statements.clear()
        assert browser.get(address).status_code == 200, address
        found[address] = len(statements)
    for address in DRAWN_ANEW:
        keeping.keeper_of(app.room.store.engine).forget()
        statements.clear()
        assert browsers["game"].get(address).status_code == 200, address
        found[f"{address}, drawn anew"] = len(statements)
    return found


def test_a_page_asks_no_more_than_it_says_here_and_as_much_in_a_crowded_world_as_in_an_empty_one(hall, app_of):
    a_full_day(hall)
    few = asked(app_of(hall))
    most = MOST | {f"{address}, drawn anew": count for address, count in DRAWN_ANEW.items()}
    assert {address: count for address, count in few.items() if count > most[address] + FRAME} == {}
    crowd(hall.room, 8)
    many = asked(app_of(hall))
    assert {address: (few[address], count) for address, count in many.items() if count != few[address]} == {}


def test_the_journal_reads_once_what_takes_others_back_and_no_changes_of_the_lines_that_it_shows(hall, app_of):
    hall.do("person.visit", character="obu-toramasa", province="sagami")
    hall.do("journal.undo", entry=1)
    app = app_of(hall)
    browser = sign_in(app, "map")
    statements: list[str] = []
    event.listen(app.room.store.engine, "before_cursor_execute", lambda *given: statements.append(given[2]))
    assert browser.get("/journal/").status_code == 200
    assert len([one for one in statements if "journal.undoes >" in one]) == 1
    [lines] = [one for one in statements if "journal.sentence" in one and "LIMIT" in one]
    assert "journal.changes" not in lines


def test_a_page_of_the_campaign_asks_no_more_than_it_says_here_however_long_it_has_been_played(tmp_path, monkeypatch):
    monkeypatch.setattr("control.kernel.pages.live.Live._watch", lambda _live: None)
    room = games_of_1600.a_room(tmp_path / "campaign.db")
    browser = OpenRoom(application_of(SEKIGAHARA), room).test_client()
    browser.post("/sign-in", data={"code": games_of_1600.CODES["umpire"], "name": "Somebody"})
    statements: list[str] = []
    event.listen(room.store.engine, "before_cursor_execute", lambda *given: statements.append(given[2]))
    for number in (3, 40):
        games_of_1600.play(room, number, by_umpire=number % 3)  # under keys of their own
        for address, most in CAMPAIGN.items():
            browser.get(address)
            statements.clear()
            assert browser.get(address).status_code == 200, address
            assert len(statements) <= most, (address, number, statements)
    room.store.close()
