"""Whatever is booked, in whatever order: no point is made or lost, no clan has less than nothing, and when everything
is taken back the game is as it began (R21 to R27)."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from control.kernel.errors import OrderError
from control.sengoku.rows import Game
from control.sengoku.world.ledger import ledger_questions as ledger
from tests.games import Hall, close

CLANS = st.sampled_from(["takeda", "hojo", "oda", "date", "chiba"])
LAND = st.sampled_from(
    [
        ("takeda", "kai"),
        ("takeda", "shinano"),
        ("hojo", "musashi"),
        ("hojo", "kozuke"),
        ("oda", "owari"),
        ("date", "iwashiro"),
        ("chiba", "shimosa"),
    ]
)
"""Clans with a province that each of them holds at the start."""
PROVINCES = LAND.map(lambda pair: pair[1])
POINTS = st.integers(1, 30)
PILE = st.integers(0, 12)
DESK = st.sampled_from(["game", "game", "team", "npd"])


def orders(**fields: st.SearchStrategy[Any]) -> st.SearchStrategy[dict[str, Any]]:
    """Orders with these fields; ``land`` is a clan with one of its provinces."""
    return st.fixed_dictionaries(fields).map(on_its_land)


def on_its_land(order: dict[str, Any]) -> dict[str, Any]:
    """An order with its clan and province apart."""
    rest = {name: value for name, value in order.items() if name != "land"}
    return rest | dict(zip(("clan", "province"), order.get("land", ()), strict=False))


SPEND = st.tuples(st.just("account.spend"), DESK, orders(
    clan=CLANS, kind=st.sampled_from(["event", "uniforms", "loan", "bribe", "other"]), points=POINTS,
))  # fmt: skip
GIVE = st.tuples(st.just("account.give"), DESK, st.one_of(
    orders(clan=CLANS, to=CLANS, kind=st.sampled_from(["gift", "tribute"]), points=POINTS),
    orders(clan=CLANS, to=CLANS, rice=PILE, cash=PILE),
))  # fmt: skip
RECEIVE = st.tuples(st.just("account.receive"), DESK, orders(
    clan=CLANS, kind=st.sampled_from(["received", "loan_repaid"]), points=POINTS, note=st.just("for a test"),
    paid_in=st.sampled_from(["rice", "cash"]),
))  # fmt: skip
FORCED = st.tuples(st.just("account.spend"), st.just("game"), orders(
    clan=CLANS, kind=st.just("bribe"), points=st.integers(50, 200), force=st.just("a test wants it"),
))  # fmt: skip
CORRECT = st.tuples(st.just("account.correct"), st.just("game"), orders(
    clan=CLANS, rice=PILE, cash=st.integers(0, 60), reason=st.just("counted again"),
))  # fmt: skip
IMPORT = st.tuples(st.just("account.import"), st.just("game"), orders(lines=st.lists(orders(
    clan=CLANS, kind=st.sampled_from(["balance", "received", "event", "granted"]), rice=PILE, cash=PILE,
), min_size=1, max_size=3)))  # fmt: skip
ANNOUNCE = st.tuples(st.just("troops.announce"), DESK, orders(
    land=LAND, counters=st.integers(1, 6), uniforms=st.booleans(),
))  # fmt: skip
RAISE = st.tuples(st.just("garrison.raise"), st.just("map"), orders(province=PROVINCES, troops=st.integers(1, 4)))
WORK = st.tuples(st.just("work.order"), DESK, st.one_of(
    orders(land=LAND, kind=st.sampled_from(["castle", "fortress"])),
    orders(land=LAND, kind=st.just("building"), points=st.integers(3, 12), name=st.just("A gate")),
))  # fmt: skip
UPKEEP = st.tuples(st.just("upkeep.pay_all"), DESK, orders(clan=CLANS))
LOSE = st.tuples(st.just("province.take_over"), st.just("map"), orders(
    province=PROVINCES, clan=CLANS, how=st.sampled_from(["force", "submits"]),
))  # fmt: skip
SEASON = st.tuples(st.just("season"), st.just("game"), st.just({}))
BOOKINGS = st.lists(
    st.one_of(
        SPEND,
        GIVE,
        RECEIVE,
        FORCED,
        CORRECT,
        IMPORT,
        ANNOUNCE,
        ANNOUNCE,
        RAISE,
        WORK,
        UPKEEP,
        LOSE,
        SEASON,
        SEASON,
    ),
    min_size=5,
    max_size=30,
)
MONEY = st.lists(st.one_of(SPEND, GIVE, RECEIVE, FORCED, CORRECT, IMPORT, ANNOUNCE, RAISE), min_size=2, max_size=10)
ASIDE = {"journal", "notice", "notice_to"}
"""The journal grows by the undoing itself, and those who were told something hear that it is taken back."""
CAREFUL = settings(
    max_examples=20,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)


@pytest.fixture
def fresh(open_stage, tmp_path_factory):
    """Makes a fresh game at a stage, as often as it is asked."""
    folder = tmp_path_factory.mktemp("books")
    rooms = []

    def make(stage: str) -> Hall:
        room = open_stage(stage, folder / f"{len(rooms)}.db")
        rooms.append(room)
        return Hall(room)

    yield make
    for room in rooms:
        close(room)


def carry_out(hall: Hall, name: str, desk: str, order: dict[str, Any]) -> bool:
    """Try an order; whether it was carried out. A refusal changes nothing, which other tests look after."""
    try:
        if name == "season":
            game = hall.get(Game, 1)
            hall.do("season.advance", "game", season=game.season, year=game.year, force="time is short")
        else:
            hall.do(name, desk, **order)
    except OrderError:
        return False
    return True


def adds_up(hall: Hall) -> None:
    """The sum of the world is right, and nobody has less than nothing."""
    with hall.room.store.read() as session:
        found = ledger.world_sum(session)
        assert found.right, found
        assert found.given == found.used + found.held
        assert all(rice >= 0 and cash >= 0 for rice, cash in ledger.balances(session).values())
        for clan in ("takeda", "oda", "chiba"):
            assert ledger.balance(session, clan) == ledger.balances(session)[clan]


def kept(hall: Hall) -> dict:
    """Every row but those of ASIDE."""
    return {key: row for key, row in hall.state().items() if key[0] not in ASIDE}


@given(st.sampled_from(["start", "winter"]), BOOKINGS)
@CAREFUL
def test_no_sequence_of_orders_makes_or_loses_a_point_and_undo_of_everything_gives_the_start(fresh, stage, bookings):
    hall = fresh(stage)
    start, before = kept(hall), len(hall.entries())
    for name, desk, order in bookings:
        if carry_out(hall, name, desk, order):
            adds_up(hall)
    for entry in reversed(hall.entries()[before:]):
        hall.undo(entry.number)
        adds_up(hall)
    assert kept(hall) == start


@given(MONEY, st.randoms(use_true_random=False))
@CAREFUL
def test_whatever_is_taken_back_in_whatever_order_nobody_is_left_in_debt(fresh, bookings, chance):
    hall = fresh("winter")
    before = len(hall.entries())
    for name, desk, order in bookings:
        carry_out(hall, name, desk, order)
    entries = [entry.number for entry in hall.entries()[before:]]
    for _ in range(2):  # an undo may be taken back too
        chance.shuffle(entries)
        for number in entries[:5]:
            carry_out(hall, "journal.undo", "game", {"entry": number, "force": "a test wants it"})
            adds_up(hall)
        entries = [entry.number for entry in hall.entries()[before:]]
