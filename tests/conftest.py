"""What tests share: a game in a file of its own, ways to act in it, and the web application in front of it."""

from __future__ import annotations

import contextlib
import csv
import io
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import settings
from werkzeug.routing import Rule

from control.actions import Room
from control.drawing.kept import kept_drawing
from control.drawing.map import MapDrawing
from control.scenario.load import load, load_files
from control.scenario.model import Scenario
from tests.hall import CODES, STAGES, Hall, close, copy_of, make_game

settings.register_profile("unhurried", deadline=None)  # a machine may be busy with other things
settings.load_profile("unhurried")


@pytest.fixture(scope="session")
def shipped() -> Scenario:
    """The shipped scenario, read once; every clan has 100 points of cash more, so that no test about war is one about
    money, and the old draw no card in the first season, so that none is one about age."""
    found = load("sengoku_1550")
    clans = [row | {"treasury": "100"} for row in csv.DictReader(found.files["clans.csv"].splitlines())]
    written = io.StringIO()
    table = csv.DictWriter(written, clans[0])
    table.writeheader()
    table.writerows(clans)
    sheet = found.files["scenario.toml"].replace("first_season_draws = true", "first_season_draws = false")
    return load_files("sengoku_1550", {**found.files, "clans.csv": written.getvalue(), "scenario.toml": sheet})


@pytest.fixture(scope="session")
def open_stage(shipped: Scenario, tmp_path_factory: pytest.TempPathFactory) -> Callable[[str, Path], Room]:
    """Opens a copy of a game that has been brought to one of the STAGES; each is played once in a test run."""
    folder = tmp_path_factory.mktemp("stages")

    def opened(stage: str, to: Path) -> Room:
        file = folder / f"{stage}.db"
        if not file.exists():
            draft = make_game(folder / f"{stage}.draft", shipped)
            played = copy_of(draft, folder / f"{stage}.played", shipped)
            STAGES[stage](Hall(played))
            close(played)
            (folder / f"{stage}.played").rename(file)
        return copy_of(file, to, shipped)

    return opened


@pytest.fixture
def hall_at(open_stage: Callable[[str, Path], Room], tmp_path: Path) -> Iterator[Callable[[str], Hall]]:
    """Makes a hall with its own game at one of the STAGES."""
    with contextlib.ExitStack() as open_rooms:

        def made(stage: str) -> Hall:
            room = open_stage(stage, tmp_path / f"{stage}.db")
            open_rooms.callback(close, room)
            return Hall(room)

        yield made


@pytest.fixture
def hall(hall_at: Callable[[str], Hall]) -> Hall:
    """A fresh game."""
    return hall_at("start")


@pytest.fixture
def room(hall: Hall) -> Room:
    """The room of the fresh game."""
    return hall.room


@pytest.fixture
def do(hall: Hall) -> Callable[..., object]:
    """Performs an action in the fresh game: ``do(name, desk="map", **arguments)``."""
    return hall.do


@pytest.fixture
def an_army(hall: Hall) -> Callable[..., int]:
    """Makes an army in the fresh game: ``an_army(clan, province, troops, experience)``; its number."""
    return hall.an_army


@pytest.fixture(scope="session")
def drawn(shipped: Scenario) -> MapDrawing:
    """The map, drawn once: it takes a second."""
    return kept_drawing(shipped)


@pytest.fixture(scope="session", autouse=True)
def addresses_are_compiled_once() -> Iterator[None]:
    """Every test of a page makes an application of its own, and nine tenths of the time that takes goes into compiling
    the same 250 addresses: they are compiled once."""
    compile_ = Rule._compile_builder
    known: dict[tuple[object, ...], Callable[..., tuple[str, str]]] = {}

    def once(rule: Rule, append_unknown: bool = True) -> Callable[..., tuple[str, str]]:
        kinds = tuple((name, type(one)) for name, one in rule._converters.items())
        key = (tuple(rule._trace), repr(rule.defaults), kinds, append_unknown)
        if key not in known:
            known[key] = compile_(rule, append_unknown)
        return known[key]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Rule, "_compile_builder", once)
        yield


@pytest.fixture
def app_of(drawn: MapDrawing, shipped: Scenario, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[Hall], Flask]]:
    """Makes the web application in front of a hall's game."""
    from control import app as house

    monkeypatch.setattr(house, "load", lambda _key: shipped)
    monkeypatch.setattr(house, "kept_drawing", lambda _scenario: drawn)
    monkeypatch.setattr("control.live.Live._watch", lambda _live: None)  # a thread that outlives the test
    made: list[Flask] = []

    def make(hall: Hall) -> Flask:
        app = house.create_app(hall.room.store.engine.url.render_as_string(hide_password=False))
        made.append(app)
        return app

    yield make
    for app in made:
        with app.app_context():
            house.db.engine.dispose()


@pytest.fixture
def app(app_of: Callable[[Hall], Flask], hall: Hall) -> Flask:
    """The web application of the fresh game."""
    return app_of(hall)


def sign_in(app: Flask, desk: str | None) -> FlaskClient:
    """A browser at a desk; the public's for no desk."""
    client = app.test_client()
    if desk is not None:
        assert client.post("/sign-in", data={"code": CODES[desk], "name": "Ōta"}).status_code == 303
    return client


@pytest.fixture
def client(app: Flask) -> Callable[..., FlaskClient]:
    """Makes a browser signed in at a desk of the fresh game (``None``: the public's)."""
    return lambda desk=None: sign_in(app, desk)


def pytest_assertrepr_compare(op: str, left: object, right: object) -> list[str] | None:
    """A word that is, or is not, in a page or a whole game is told with what stands around it: pytest compares such
    long texts letter by letter, which takes longer than all tests together."""
    if op not in ("in", "not in") or not isinstance(left, str) or not isinstance(right, str) or len(right) < 10_000:
        return None
    at = right.find(left)
    around = f": … {right[max(0, at - 120):at + len(left) + 120]} …" if at >= 0 else ""
    return [f"{left!r} {op} a text of {len(right):,} characters{around}"]
