"""What tests share: a game in a file of its own, ways to act in it, and the web application in front of it."""

from __future__ import annotations

import contextlib
import gc
import os
import shutil
from collections.abc import Callable, Iterator
from functools import cache
from itertools import accumulate, count, groupby
from pathlib import Path
from typing import Any

import pytest
from flask import Flask, before_render_template
from flask.testing import FlaskClient
from hypothesis import HealthCheck, settings
from werkzeug.test import TestResponse

from control.kernel.actions.world import Room
from control.kernel.application import application_of
from control.kernel.chance.chance import Secrets
from control.kernel.database.store import Store, open_store
from control.kernel.drawing.kept import kept_drawing
from control.kernel.drawing.maps.map import MapDrawing
from control.kernel.open_room import IN, OpenRoom
from control.kernel.printing import making
from control.sekigahara.game import SEKIGAHARA
from control.sengoku.game import SENGOKU
from control.sengoku.rules.tables import Tables
from control.sengoku.scenario.model import Scenario
from tests.games import CODES, STAGES, Hall, close, copy_of, make_game, well_off
from tests.postgresql import Cluster, Halls, NotHere, of_all
from tests.rulebook import corpus
from tests.values import no_row_in_page, no_row_on_paper

gc.disable()  # until all tests are collected
# A machine may be busy with other things, also while examples are made.
settings.register_profile("unhurried", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("unhurried")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Files that drive a browser come evenly between the others: a browser is waited for, and each worker gets a
    stretch of the whole. Where all of them stand together, the workers wait together while a processor is idle."""
    files = [list(those) for _, those in groupby(items, lambda item: item.path)]
    place: dict[Path, float] = {}
    for drives in (False, True):
        kind = [those for those in files if any(map(in_browser, those)) is drives]
        before = accumulate((len(those) for those in kind), initial=0)
        many = sum(map(len, kind))
        place |= {those[0].path: at / many for those, at in zip(kind, before, strict=False)}
    items.sort(key=lambda item: place[item.path])


def in_browser(item: pytest.Item) -> bool:
    """Whether a test drives one."""
    return item.get_closest_marker("browser") is not None


def pytest_collection_finish() -> None:
    """What is imported by now stays for good: Python need not look through it again and again for what could go."""
    gc.collect()
    gc.freeze()
    gc.enable()
    gc.set_threshold(20_000, 20, 50)


def pytest_sessionfinish() -> None:
    """Before a process ends, pytest looks five times through all that there is for what could go, and hears what goes
    wrong as it goes. The first time is here; what is left stays for good."""
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="session", autouse=True)
def values_only() -> Iterator[None]:
    """Whatever page a test shows and whatever paper it makes: no row reaches it."""
    batch_of = making.batch_of

    def looked_at(*given: Any) -> making.Batch:
        batch = batch_of(*given)
        no_row_on_paper(batch.items)
        return batch

    with pytest.MonkeyPatch.context() as patched, before_render_template.connected_to(no_row_in_page):
        patched.setattr(making, "batch_of", looked_at)
        yield


@pytest.fixture(scope="session", autouse=True)
def begun_once(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """A game that is verified begins again as it began, which takes longer than to replay what most tests do. Each
    beginning is made once by the game itself, and copied from then on."""
    folder, number, kept = tmp_path_factory.mktemp("begun"), count(), {}

    def quicker(begin: Callable[..., Room]) -> Callable[..., Room]:
        def begun(store: Store, scenario: Any, chance: Secrets, as_was: Any) -> Room:
            how = id(scenario), repr(chance), as_was.begun_with, getattr(as_was, "first_season", "")
            if how not in kept:
                # what proves in a process of its own is forked from here: it has a file of its own, and may be ended
                made = open_store(folder / f"{os.getpid()}-{next(number)}.db", passing=True)
                close(begin(made, scenario, chance, as_was))
                kept[how] = made.file, scenario  # which is kept too, so that no other is taken for it
            assert store.file
            shutil.copy(kept[how][0], store.file)
            return Room(store, scenario)

        return begun

    with pytest.MonkeyPatch.context() as patched:
        for game in (SENGOKU, SEKIGAHARA):
            patched.setitem(game.__dict__, "begin", quicker(game.begin))  # it is frozen, and the same all day
        yield


@pytest.fixture(scope="session")
def shipped() -> Scenario:
    """The shipped scenario with well-off clans, read once."""
    return well_off()


@pytest.fixture(scope="session")
def stage_file(shipped: Scenario, tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """The file of a game that has been brought to one of the STAGES; each is played once in a test run, or twice where
    two workers need it at the same moment, of which the first counts: two days that begin with it are compared."""
    mine = tmp_path_factory.mktemp("stages")
    ours = tmp_path_factory.getbasetemp().parent if "PYTEST_XDIST_WORKER" in os.environ else mine

    def begun() -> Path:
        return make_game(mine / "begun.draft", shipped)

    def played(stage: str) -> Path:
        room = copy_of(kept("begun", begun), mine / f"{stage}.draft", shipped)
        STAGES[stage](Hall(room))
        close(room)
        return mine / f"{stage}.draft"

    def kept(name: str, make: Callable[[], Path]) -> Path:
        file = ours / f"{name}.db"
        if not file.exists():
            with contextlib.suppress(FileExistsError):
                os.link(make(), file)
        return file

    return lambda stage: kept(stage, lambda: played(stage))


@pytest.fixture(scope="session")
def open_stage(stage_file: Callable[[str], Path], shipped: Scenario) -> Callable[[str, Path], Room]:
    """Opens a copy of a game that has been brought to one of the STAGES."""
    return lambda stage, to: copy_of(stage_file(stage), to, shipped)


@pytest.fixture(scope="session")
def postgresql(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """A PostgreSQL of this run's own, one for all workers. Without one, what needs it is skipped; where CI is set, it
    fails."""
    worker = os.environ.get("PYTEST_XDIST_WORKER", "")
    mine = tmp_path_factory.getbasetemp()
    with contextlib.ExitStack() as held:
        try:
            cluster = held.enter_context(of_all(mine.parent if worker else mine, worker))
        except NotHere as why:
            if os.environ.get("CI"):
                raise
            pytest.skip(str(why))
        yield cluster


@pytest.fixture(scope="session")
def halls_there(postgresql: Cluster, shipped: Scenario, stage_file: Callable[[str], Path]) -> Iterator[Halls]:
    """Games at the STAGES, in that PostgreSQL."""
    halls = Halls(postgresql, shipped, stage_file)
    yield halls
    halls.store.close()


@pytest.fixture(scope="session")
def tables() -> Tables:
    """The printed tables of the Sengoku scenario."""
    return corpus.tables()


@pytest.fixture(scope="session")
def played_once(
    open_stage: Callable[[str, Path], Room], shipped: Scenario, tmp_path_factory: pytest.TempPathFactory
) -> Callable[..., Hall]:
    """Opens a copy of a game that was played on from one of the STAGES, each way of playing it once:
    ``played_once(copy, stage, play, how, …)``."""
    folder = tmp_path_factory.mktemp("played")
    made = count()

    @cache
    def played(stage: str, play: Callable[..., object], *how: object) -> Path:
        hall = Hall(open_stage(stage, folder / f"{next(made)}.db"))
        play(hall, *how)
        close(hall.room)
        assert hall.room.store.file
        return hall.room.store.file

    return lambda to, stage, play, *how: Hall(copy_of(played(stage, play, *how), to, shipped))


@pytest.fixture
def hall_at(
    request: pytest.FixtureRequest, open_stage: Callable[[str, Path], Room], tmp_path: Path
) -> Iterator[Callable[[str], Hall]]:
    """Makes a hall with its own game at one of the STAGES; on PostgreSQL, if the run is to be there
    (`make test-postgresql`)."""
    if os.environ.get("POSTGRESQL") == "all":
        halls = request.getfixturevalue("halls_there")
        yield lambda stage: Hall(halls.at(stage))
        return
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
def drawn_as(shipped: Scenario) -> Callable[[float], MapDrawing]:
    """The map, drawn once for each way it lies: it takes a second."""
    return cache(lambda turned: kept_drawing(shipped, turned=turned))


@pytest.fixture(scope="session")
def drawn(drawn_as: Callable[[float], MapDrawing]) -> MapDrawing:
    """The map with north at its top."""
    return drawn_as(0)


def opened(hall: Hall, drawn_as: Callable[[float], MapDrawing], patched: pytest.MonkeyPatch) -> OpenRoom:
    """A hall's game, open to browsers as long as the patches last."""
    patched.setattr("control.kernel.open_room.kept_drawing", lambda _scenario, turned=0: drawn_as(turned))
    app = OpenRoom(application_of(SENGOKU), hall.room)
    patched.setattr(app.live, "_watch", lambda: None)  # a thread that outlives the test
    return app


@pytest.fixture
def app_of(drawn_as: Callable[[float], MapDrawing], monkeypatch: pytest.MonkeyPatch) -> Callable[[Hall], OpenRoom]:
    """Opens a hall's game to browsers."""
    return lambda hall: opened(hall, drawn_as, monkeypatch)


@pytest.fixture
def app(app_of: Callable[[Hall], OpenRoom], hall: Hall) -> OpenRoom:
    """The web application of the fresh game."""
    return app_of(hall)


def room_behind(browser: FlaskClient) -> OpenRoom:
    """The room that a browser is in front of."""
    found: OpenRoom = browser.environ_base[IN]  # type: ignore[assignment]
    return found


class Browser(FlaskClient):
    """A browser of which a test may say with what status it ``answers``."""

    def open(self, *given: Any, answers: int | None = None, **more: Any) -> TestResponse:
        """Ask for an address, or send a form there."""
        answer = super().open(*given, **more)
        assert answers in (None, answer.status_code), f"{answer.status}: {answer.text}"
        return answer


Flask.test_client_class = Browser


def sign_in(app: OpenRoom, desk: str | None, name: str = "Ōta") -> FlaskClient:
    """A browser of an umpire of this name at a desk; the public's for no desk."""
    client = app.test_client()
    if desk is not None:
        assert client.post("/sign-in", data={"code": CODES[desk], "name": name}).status_code == 303
    return client


@pytest.fixture
def desk_at(hall_at: Callable[[str], Hall], app_of: Callable[[Hall], OpenRoom]) -> Callable[..., Any]:
    """Opens a browser at a desk of a game at a stage; the hall hangs on it."""

    def opened(stage: str, desk: str = "map") -> Any:
        hall = hall_at(stage)
        browser: Any = sign_in(app_of(hall), desk)
        browser.hall = hall
        return browser

    return opened


@pytest.fixture
def asked(hall_at: Callable[[str], Hall], app_of: Callable[[Hall], OpenRoom]) -> tuple[Hall, FlaskClient]:
    """Uesugi wants to pass through Etchū with 7,777 counters, as the map knows; a browser of the NPD desk."""
    hall = hall_at("question")
    hall.correct("army", 1, "troops", 7777)
    return hall, sign_in(app_of(hall), "npd")


@pytest.fixture
def at(desk_at: Callable[..., Any]) -> Callable[..., tuple[FlaskClient, Hall]]:
    """Opens a browser at a desk of a game at a stage, and the game."""

    def opened(stage: str, desk: str = "team") -> tuple[FlaskClient, Hall]:
        browser = desk_at(stage, desk)
        return browser, browser.hall

    return opened


SIGNED_IN: dict[tuple[str, str], FlaskClient] = {}
"""The browsers that have signed in once, by the key that signs the cookies and the desk."""


def signed_in_before(app: OpenRoom, desk: str | None) -> FlaskClient:
    """A browser as `sign_in` makes it, with the cookies of one that signed in before: for whoever needs thousands, as
    long as nobody ends the sign-ins of the desk."""
    known = app.key, desk or ""
    if known not in SIGNED_IN:
        SIGNED_IN[known] = sign_in(app, desk)
    browser = app.test_client()
    browser._cookies = dict(SIGNED_IN[known]._cookies)
    return browser


@pytest.fixture
def client(app: OpenRoom) -> Callable[..., FlaskClient]:
    """Makes a browser signed in at a desk of the fresh game (``None``: the public's)."""
    return lambda desk=None: sign_in(app, desk)


def pytest_assertrepr_compare(op: str, left: object, right: object) -> list[str] | None:
    """A word that is, or is not, in a page or a whole game is told with what stands around it: pytest compares such
    long texts letter by letter, which takes longer than all tests together."""
    if op not in ("in", "not in") or not isinstance(left, str) or not isinstance(right, str) or len(right) < 10_000:
        return None
    at = right.find(left)
    around = f": … {right[max(0, at - 120) : at + len(left) + 120]} …" if at >= 0 else ""
    return [f"{left!r} {op} a text of {len(right):,} characters{around}"]
