"""A year of eight clans, spring to winter, played over the API and held to the point against a ledger worked by hand.

The ledger is `the_year_1550.csv`: a line for each thing that happened, its section, what it did to rice and cash,
and what was left then. It was worked out with the handbook and the rulings, before the program was asked. Lines that
somebody does are performed here in their order; lines that winter brings about are looked up in the game's books.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from control.app import create_app
from control.kernel.open_room import OpenRoom
from control.kernel.proof.verify import verify
from control.sengoku.scenario.load import load
from tests.games import CODES, Hall, copy_of_open, make_game

FILE = Path(__file__).parent / "the_year_1550.csv"
LEDGER = list(csv.DictReader(FILE.read_text(encoding="utf-8").splitlines()))
CLANS = list(dict.fromkeys(line["clan"] for line in LEDGER))
Line = dict[str, str]

# What a line of the ledger is in the API: the desk, the action, its order.
DOES: dict[str, Any] = {
    "raise": lambda one: (
        "map",
        "garrison.raise",
        {"province": one["about"], "troops": points(one), "reason": "as the ledger says"},
    ),
    "announce": lambda one: (
        "team",
        "troops.announce",
        {"clan": one["clan"], "province": one["about"], "counters": points(one)},
    ),
    "event": lambda one: spend(one, "event"),
    "bribe": lambda one: spend(one, "bribe"),
    "loan": lambda one: spend(one, "loan"),
    "uniforms": lambda one: spend(one, "uniforms"),
    "other": lambda one: spend(one, "other"),
    "gift": lambda one: give(one, "gift"),
    "tribute": lambda one: give(one, "tribute"),
    "loan paid back": lambda one: (
        "team",
        "account.receive",
        {"clan": one["clan"], "kind": "loan_repaid", "points": points(one)},
    ),
    "takes by force": lambda one: take(one, "force"),
    "is submitted to": lambda one: take(one, "submits"),
    "upkeep": lambda one: ("team", "upkeep.pay_all", {"clan": one["clan"]}),
    "castle": lambda one: work(one, {}),
    "building": lambda one: work(one, {"points": points(one), "name": "A great temple"}),
    "recommission": lambda one: ("team", "work.recommission", {"clan": one["clan"], "province": one["about"]}),
}
# What winter brings about by itself: the kind of booking that a line of the ledger sums up, by clan and season.
COMES = {
    "rice income": "income_rice",
    "other taxation": "income_taxation",
    "mining": "income_mining",
    "used up": "consumed",
    "rice into cash": "exchange",
}
MINE_BY_ANOTHER = ("got gift", "got tribute")
"""The other side of a line that was done by the clan that gave."""


def points(line: Line) -> int:
    """The points of a line."""
    return int(line["points"])


def spend(line: Line, kind: str) -> tuple[str, str, dict[str, Any]]:
    """Points spent."""
    order = {"clan": line["clan"], "kind": kind, "points": points(line), "note": line["about"]}
    return "team", "account.spend", order


def give(line: Line, kind: str) -> tuple[str, str, dict[str, Any]]:
    """Points given to another clan."""
    order = {"clan": line["clan"], "to": line["about"], "kind": kind, "points": points(line)}
    return "team", "account.give", order


def take(line: Line, how: str) -> tuple[str, str, dict[str, Any]]:
    """A province that changes hands."""
    order = {"province": line["about"], "clan": line["clan"], "how": how}
    if how == "force":  # nobody fought for it
        return "game", "province.take_over", {**order, "force": "decided at the table"}
    return "map", "province.take_over", order


def work(line: Line, more: dict[str, Any]) -> tuple[str, str, dict[str, Any]]:
    """A work that is ordered."""
    return "team", "work.order", {"clan": line["clan"], "kind": line["what"], "province": line["about"], **more}


class Api:
    """The API of a running control room, and sums of its books that are made here and not there."""

    def __init__(self, app: OpenRoom) -> None:
        self.client: FlaskClient = app.test_client()

    def ask(self, method: str, path: str, desk: str, order: Any = None) -> Any:
        """One request; the answer must be good."""
        answer = self.send(method, path, desk, order)
        assert answer.status_code == 200, answer.text
        return answer.get_json()

    def send(self, method: str, path: str, desk: str, order: Any = None) -> Any:
        """One request, whatever comes of it."""
        return self.client.open(path, method=method, json=order, headers={"Authorization": f"Bearer {CODES[desk]}"})

    def perform(self, desk: str, action: str, order: dict[str, Any]) -> Any:
        """One action."""
        return self.ask("POST", f"/api/actions/{action}", desk, order)

    def transfers(self) -> list[dict[str, Any]]:
        """All bookings."""
        found: list[dict[str, Any]] = self.ask("GET", "/api/state/transfers", "game")
        return found

    def holds(self, clan: str) -> tuple[int, int]:
        """What a clan has, added up from the bookings here."""
        rice = cash = 0
        for row in self.transfers():
            sign = (row["payee"] == clan) - (row["payer"] == clan)
            rice, cash = rice + sign * row["rice"], cash + sign * row["cash"]
        return rice, cash

    def season(self) -> str:
        """Season and year."""
        game = self.ask("GET", "/api/state/game", "game")
        return f"{game['season']} {game['year']}"

    def close_season(self) -> None:
        """Close the season, over whatever is open (the draws of the old have no place in a ledger)."""
        season, year = self.season().split()
        self.perform("game", "season.advance", {"season": season, "year": int(year), "force": "the ledger goes on"})


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Api, Hall]]:
    """The whole year, played line by line; every line that somebody does is held against the ledger at once."""
    folder = tmp_path_factory.mktemp("year")
    scenario = load("sengoku_1550")
    app = create_app(make_game(folder / "year.db", scenario))
    api = Api(app)
    for season, lines in groupby(LEDGER, key=lambda line: line["season"]):
        while api.season() != season:
            api.close_season()
        for line in lines:
            if line["what"] in DOES:
                api.perform(*DOES[line["what"]](line))
            if line["what"].startswith("refused"):
                refused = api.send("POST", "/api/actions/account.spend", "team", spend(line, "event")[2])
                assert (refused.status_code, refused.get_json()["ruling"]) == (422, line["section"])
            if line["what"] in DOES or line["what"] in MINE_BY_ANOTHER or line["what"].startswith("refused"):
                assert api.holds(line["clan"]) == (int(line["rice_left"]), int(line["cash_left"])), line
    yield api, Hall(copy_of_open(folder / "year.db", folder / "copy.db", scenario))
    app.room.store.engine.dispose()


def test_the_ledger_adds_up_by_itself():
    has: dict[str, tuple[int, int]] = {}
    for line in LEDGER:
        rice, cash = has.get(line["clan"], (0, 0))
        has[line["clan"]] = rice + int(line["rice"]), cash + int(line["cash"])
        assert has[line["clan"]] == (int(line["rice_left"]), int(line["cash_left"])), line
    assert len(CLANS) == 8


def test_every_line_was_either_done_or_came_by_itself():
    known = {*DOES, *COMES, *MINE_BY_ANOTHER, "refused event"}
    assert {line["what"] for line in LEDGER} <= known


@pytest.mark.parametrize("clan", CLANS)
def test_what_came_by_itself_is_what_the_ledger_says_line_by_line_and_nothing_else_did(played, clan):
    api, _ = played
    ours = {
        (line["season"], line["what"]): (int(line["rice"]), int(line["cash"]))
        for line in LEDGER
        if line["clan"] == clan and line["what"] in COMES
    }
    words = {kind: what for what, kind in COMES.items()}
    theirs: dict[tuple[str, str], tuple[int, int]] = {}
    for row in api.transfers():
        if row["kind"] in words and clan in (row["payer"], row["payee"]):
            sign = 1 if row["payee"] == clan else -1
            key = (f"{row['season']} {row['year']}", words[row["kind"]])
            rice, cash = theirs.get(key, (0, 0))
            theirs[key] = rice + sign * row["rice"], cash + sign * row["cash"]
    assert theirs == ours


@pytest.mark.parametrize("clan", CLANS)
def test_in_the_end_every_clan_has_what_the_ledger_says(played, clan):
    api, _ = played
    last = [line for line in LEDGER if line["clan"] == clan][-1]
    assert api.holds(clan) == (int(last["rice_left"]), int(last["cash_left"]))


def test_no_point_was_made_or_lost_in_the_whole_world(played):
    api, _ = played
    rows = api.transfers()
    clans = {row["payer"] for row in rows} | {row["payee"] for row in rows}
    held = sum(sum(api.holds(clan)) for clan in clans if clan)
    given = sum(row["rice"] + row["cash"] for row in rows if row["payer"] is None and row["payee"])
    used = sum(row["rice"] + row["cash"] for row in rows if row["payee"] is None and row["payer"])
    assert given == used + held
    assert all(row["payer"] or row["payee"] for row in rows if row["kind"] != "exchange")


def test_what_was_paid_for_stands_and_what_was_not_paid_for_fell(played):
    api, _ = played
    provinces = {row["id"]: row for row in api.ask("GET", "/api/state/provinces", "game")}
    assert provinces["owari"]["castle"] == "castle"  # given up in winter, re-commissioned in spring
    assert provinces["kai"]["castle"] == "none"  # ordered in winter, ready the next
    assert provinces["shimotsuke"]["holder"] == "takeda"
    assert provinces["shimotsuke"]["taken"] is False  # from now on it pays in full
    works = {row["province"]: row for row in api.ask("GET", "/api/state/works", "game")}
    assert {key: (row["kind"], row["state"]) for key, row in works.items()} == {
        "kai": ("castle", "ordered"),
        "sagami": ("building", "ordered"),
    }
    troops = {
        row["province"]: row["troops"] for row in api.ask("GET", "/api/state/garrisons", "map") if row["standing"]
    }
    assert troops == {"shinano": 5}  # announced in winter; those of last year went home


def test_honour_was_proposed_for_the_year_s_most_splendid_clan(played):
    api, _ = played
    awards = [row for row in api.ask("GET", "/api/state/honour_proposals", "game") if row["reason"] == "award-events"]
    assert [row["clan"] for row in awards] == ["hojo"]  # 5 and 4 points against Oda's 8


def test_the_year_replayed_from_the_scenario_is_the_same_year(played):
    _, hall = played
    assert verify(hall.room).differences == ()
    hall.room.store.engine.dispose()
