"""A game for tests: the quickest ways to get somewhere in it, all of them by actions, and looks at the whole of it."""

from __future__ import annotations

import csv
import io
import json
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import pytest
from sqlalchemy import JSON, Boolean, Select, Table, select, text

from control.kernel.actions.registry import perform
from control.kernel.actions.world import PLAYER, Room, Umpire
from control.kernel.chance.chance import Secrets
from control.kernel.chance.dice import Dice
from control.kernel.database.store import open_store
from control.kernel.errors import OrderError
from control.kernel.journal.journal_questions import every_entry
from control.kernel.rows import Base, Entry
from control.sengoku.battle.tactics.tactics_actions import seal
from control.sengoku.rows import Army, Character, Province
from control.sengoku.rules.desks import DESKS
from control.sengoku.scenario.load import load, load_files
from control.sengoku.scenario.model import Scenario
from control.sengoku.season.start import new_game
from control.sengoku.world.ledger.ledger_questions import balance

CODES = {
    "game": "game22", "map": "maps22", "team": "team22", "npd": "npds22", "intelligence": "spys22", "bakufu": "baku22",
}  # fmt: skip
CHANCE = Secrets(seed="a seed for tests", cookies="a key for the cookies of tests", codes=CODES)
FORCED = "a test needs them"
Answer = TypeVar("Answer")


def well_off() -> Scenario:
    """The shipped scenario; every clan has 100 points of cash more, so that no test about war is one about money, and
    the old draw no card in the first season, so that none is one about age."""
    found = load("sengoku_1550")
    clans = [row | {"treasury": "100"} for row in csv.DictReader(found.files["clans.csv"].splitlines())]
    written = io.StringIO()
    table = csv.DictWriter(written, clans[0])
    table.writeheader()
    table.writerows(clans)
    sheet = found.files["scenario.toml"].replace("first_season_draws = true", "first_season_draws = false")
    return load_files("sengoku_1550", {**found.files, "clans.csv": written.getvalue(), "scenario.toml": sheet})


def make_game(file: Path, scenario: Scenario) -> Path:
    """A fresh game in a file, its codes and dice always the same."""
    close(new_game(open_store(file, passing=True), scenario, CHANCE))
    return file


def copy_of(file: Path, to: Path, scenario: Scenario) -> Room:
    """A room of its own with a copy of a game that nobody has open."""
    shutil.copy(file, to)
    return Room(open_store(to, passing=True), scenario)


def copy_of_open(file: Path, to: Path, scenario: Scenario) -> Room:
    """The same of a game that is open: what stands beside its file may be brought into it at any moment."""
    with closing(sqlite3.connect(file)) as there, closing(sqlite3.connect(to)) as here:
        there.backup(here)
    return Room(open_store(to, passing=True), scenario)


def close(room: Room) -> None:
    """Let go of the file."""
    room.store.let_go()


GROWING = ("journal", "journal_apart", "serial", "touch", "touch_apart")


def in_database(room: Room, tables: dict[str, Any]) -> dict[tuple[Any, ...], dict[str, Any]]:
    """The rows of these tables as they are in a database that is no file, by their tables and keys; without their
    versions."""
    found: dict[tuple[Any, ...], dict[str, Any]] = {}
    with room.store.engine.connect() as connection:
        for name, table in tables.items():
            key = table.primary_key.columns.keys()
            names = [column.name for column in table.columns if column.name != "version"]
            for row in connection.execute(select(*(table.c[one] for one in names))).mappings():
                found[(name, *(row[one] for one in key))] = dict(row)
    return found


READERS: dict[type[Any], Callable[[Any], Any]] = {JSON: json.loads, Boolean: bool}
"""How the columns are read that lie otherwise in the file than in a row."""


@cache
def as_it_is_read(table: Table) -> str:
    """What asks for the rows of a table, without their versions."""
    names = ", ".join(f'"{column.name}"' for column in table.columns if column.name != "version")
    return f'select {names} from "{table.name}"'


def rows_of(table: Table, lies: list[tuple[Any, ...]]) -> Iterator[tuple[tuple[Any, ...], dict[str, Any]]]:
    """Rows as they lie in a file, as they are in a row, each with its table and key."""
    columns = [column for column in table.columns if column.name != "version"]
    names, keys = [column.name for column in columns], table.primary_key.columns.keys()
    readers = [(column.name, reader) for column in columns if (reader := READERS.get(type(column.type)))]
    for row in lies:
        values = dict(zip(names, row, strict=True))
        for one, reader in readers:
            if values[one] is not None:
                values[one] = reader(values[one])
        yield (table.name, *(values[one] for one in keys)), values


def columns(table: Table) -> list[str]:
    """The columns of a table that are looked at: all, but not the text of whole files."""
    return [f'"{column.name}"' for column in table.columns if (table.name, column.name) != ("scenario_file", "text")]


@dataclass
class Hall:
    """A running game and how tests act in it. Armies and battles go by their numbers."""

    room: Room
    read: dict[str, tuple[list[tuple[Any, ...]], dict[tuple[Any, ...], dict[str, Any]]]] = field(
        default_factory=dict, repr=False, compare=False
    )
    """Tables as they lay in the file when they were last looked at, and their rows: most change seldom."""

    def do(
        self, name: str, desk: str = "map", /, *, key: str = "", dice: Dice | list[int] | None = None, **arguments: Any
    ) -> Entry:
        """Perform an action; counters put down at once are given a reason by themselves (R23), and
        land taken by force without a battle is forced (R33)."""
        if name == "garrison.raise":
            arguments = {"reason": FORCED, **arguments}
        by_force = name.endswith(".take_over") and arguments.get("how") == "force"
        if by_force and desk == "map" and "force" not in arguments:
            desk, arguments = "game", {"force": FORCED, **arguments}
        if isinstance(dice, list):  # an order may have dice of its own
            arguments, dice = {**arguments, "dice": dice}, None
        return perform(self.room, Umpire(DESKS[desk], desk), name, arguments, key=key, dice=dice)

    def refuse(
        self, expected: type[OrderError], act: str | Callable[..., Entry], desk: str = "map", /, **arguments: Any
    ) -> OrderError:
        """Try an action, or one of the acts below, that must be refused, in this very kind, with nothing written by it;
        the error."""
        with self.untouched(), pytest.raises(OrderError) as caught:
            self.do(act, desk, **arguments) if isinstance(act, str) else act(**arguments)
        assert type(caught.value) is expected, f"{type(caught.value).__name__}: {caught.value.sentence}"
        return caught.value

    @contextmanager
    def untouched(self) -> Iterator[None]:
        """Nothing at all is written to the game's file meanwhile; SQLite itself counts that for whoever looks on."""
        if self.room.store.file is None:
            before = self.everything()
            yield
            assert self.everything() == before, "something was written"
            return
        with closing(sqlite3.connect(self.room.store.file)) as beside:
            before = beside.execute("PRAGMA data_version").fetchone()
            yield
            assert beside.execute("PRAGMA data_version").fetchone() == before, "something was written"

    def an_army(
        self,
        clan: str = "takeda",
        province: str | None = None,
        troops: int = 5,
        experience: int | None = None,
        general: str | None = None,
    ) -> int:
        """An army of a clan, wherever it is wanted: raised at home, and set there by the umpire."""
        scenario = self.room.scenario
        wanted = province or scenario.clans[clan].home_province
        raised = wanted if self.get(Province, wanted).holder == clan else scenario.clans[clan].home_province
        self.do("garrison.raise", "game", province=raised, troops=troops, force=FORCED)
        leader = general or self.idle_general(clan)
        entry = self.do("army.form", general=leader, province=raised, troops=troops)
        number = next(change["key"][0] for change in entry.changes if change["table"] == "army")
        if raised != wanted or self.army(number).halted:  # one that is set there by hand may march from there
            self.correct("army", number, "province", wanted)
        if experience not in (None, self.get(Character, leader).experience):
            self.correct("character", leader, "experience", experience)
        return number

    def idle_general(self, clan: str) -> str:
        """The first of a clan who leads no army."""
        with self.room.store.read() as session:
            leading = set(session.scalars(select(Army.general).where(Army.standing.is_(True))))
            people = session.scalars(select(Character.id).where(Character.clan == clan, Character.alive.is_(True)))
            return next(key for key in people if key not in leading)

    def correct(self, kind: str, key: int | str, field: str, value: Any, desk: str = "map") -> Entry:
        """Set a figure right."""
        return self.do("figure.correct", desk, kind=kind, id=key, field=field, value=value, reason="for the test")

    def march(self, army: int, *route: str, **more: Any) -> Entry:
        """Enter an order."""
        return self.do("army.order_march", army=army, route=list(route), **more)

    def phases(self, *numbers: int) -> Entry:
        """Run these phases; the entry of the last."""
        return [self.do("movement.run_phase", phase=number) for number in numbers][-1]

    def comes(self, clan: str, start: str, to: str, troops: int = 5, general: str | None = None) -> Entry:
        """An army comes from next door in phase 1, as one does whose general has experience 4 (R13); the entry of the
        phase."""
        self.march(self.an_army(clan, start, troops, 4, general), to)
        return self.phases(1)

    def next_season(self, force: str = FORCED) -> Entry:
        """End the season, over whatever is open."""
        game = self.state()[("game", 1)]
        return self.do("season.advance", "game", season=game["season"], year=game["year"], force=force)

    def kawanakajima(self) -> None:
        """Two armies with the orders that bring them to Shinano in phase 2; armies 1 (Uesugi) and 2 (Takeda)."""
        self.an_army("uesugi", "echigo", 18, 3, "uesugi-kenshin")
        self.an_army("takeda", "kai", 20, 2, "takeda-harunobu")
        self.march(1, "shinano")
        self.march(2, "shinano")

    def settle(self, encounter: int = 1, outcome: str = "battle", **more: Any) -> Entry:
        """Settle an encounter, by default with a battle that Uesugi starts."""
        if outcome == "battle":
            more = {"attacker": "uesugi", "settled_by": "umpire"} | more
        return self.do("encounter.settle", encounter=encounter, outcome=outcome, **more)

    def seal(self, role: str, tactic: str, round: int = 1, battle: int = 1, salt: str = "") -> Entry:
        """Choose a tactic in secret, as a general's phone does."""
        sealed = seal(CHANCE.cookies, battle, round, role, tactic, salt or role)
        order = {"battle": battle, "round": round, "role": role, "sealed": sealed}
        return perform(self.room, Umpire("a general", PLAYER), "battle.choose_tactic", order)

    def fight(self, die: int | None = 3, number: int = 1, battle: int = 1, **more: Any) -> Entry:
        """Fight a round, by default with plain tactics."""
        tactics = {"attacker_tactic": "conventional_battle", "defender_tactic": "conventional_battle"}
        settled = {"settled_by": "umpire"} if more.get("swap_roles") else {}
        more = tactics | settled | ({} if die is None else {"die": die}) | more
        return self.do("battle.fight_round", battle=battle, round=number, **more)

    def end(self, battle: int = 1, **more: Any) -> Entry:
        """End a battle."""
        return self.do("battle.end", battle=battle, **more)

    def one_round(self, then: str, die: int = 3, **settled: Any) -> Entry:
        """A battle of one round, settled like this, fought and ended; the entry of its end."""
        self.settle(**settled)
        self.fight(die)
        return self.end(then=then)

    def get(self, model: type[Base], key: Any) -> Any:
        """A row as it is now."""
        with self.room.store.read() as session:
            row = session.get_one(model, key)
            session.expunge(row)
            return row

    def ask(self, question: Callable[..., Answer], *given: Any, **more: Any) -> Answer:
        """What a question says of the game as it is now."""
        return ask(self.room, question, *given, **more)

    def every(self, query: Select[tuple[Answer]]) -> list[Answer]:
        """What a query finds of the game as it is now, one after the other."""
        return self.ask(lambda session: list(session.scalars(query)))

    def has(self, clan: str = "takeda") -> tuple[int, int]:
        """What a clan has: rice and cash."""
        return self.ask(balance, clan)

    def points(self, clan: str = "takeda") -> int:
        """What a clan has, both together."""
        return sum(self.has(clan))

    def count(self, model: type[Base]) -> int:
        """How many rows there are."""
        with self.room.store.read() as session:
            return session.query(model).count()

    def troops(self, army: int) -> int:
        """The counters of an army."""
        return self.get(Army, army).troops

    def army(self, number: int) -> Army:
        """An army as it is now."""
        return self.get(Army, number)

    def state(self) -> dict[tuple[Any, ...], dict[str, Any]]:
        """Every row that an undo restores, as it lies in the file: without versions and numbers given, which only ever
        go up, and the journal with its index."""
        looked_at = {name: model.__table__ for name, model in self.room.game.tables.items() if name not in GROWING}
        if self.room.store.file is None:
            return in_database(self.room, looked_at)
        found: dict[tuple[Any, ...], dict[str, Any]] = {}
        with closing(self.room.store.engine.raw_connection()) as beside:
            file = beside.cursor()
            for name, table in looked_at.items():
                lies = file.execute(as_it_is_read(table)).fetchall()
                if name not in self.read or self.read[name][0] != lies:
                    self.read[name] = lies, dict(rows_of(table, lies))
                found |= self.read[name][1]
        return found

    def rows(self, table: str) -> list[dict[str, Any]]:
        """The rows of a table in that state."""
        return [row for key, row in self.state().items() if key[0] == table]

    def numbers(self, table: str) -> list[Any]:
        """The numbers of these rows, or whatever their keys begin with."""
        return [key[1] for key in self.state() if key[0] == table]

    def everything(self) -> dict[str, list[tuple[Any, ...]]]:
        """Every row of every table, with the journal, versions and all, just as they lie in the file; of the files that
        the scenario brought their hashes."""
        asked = {
            name: f'select {", ".join(columns(table))} from "{name}" order by {self.as_it_lies(table)}'
            for name, table in ((name, model.__table__) for name, model in self.room.game.tables.items())
        }
        if self.room.store.file:
            with closing(self.room.store.engine.raw_connection()) as beside:
                file = beside.cursor()
                return {name: file.execute(question).fetchall() for name, question in asked.items()}
        with self.room.store.engine.connect() as connection:
            return {
                name: [tuple(row) for row in connection.exec_driver_sql(question)] for name, question in asked.items()
            }

    def as_it_lies(self, table: Any) -> str:
        """The order in which rows lie in a file; in a database that is none, that of their keys."""
        return "rowid" if self.room.store.file else ", ".join(f'"{one.name}"' for one in table.primary_key)

    def entries(self) -> list[Entry]:
        """The journal, with what stands apart."""
        with self.room.store.read() as session:
            found = every_entry(session)
            session.expunge_all()
            return found

    def undo(self, entry: int, desk: str = "game", force: str = "the test wants it") -> Entry:
        """Take an entry back, as Game Control with a reason."""
        return self.do("journal.undo", desk, entry=entry, force=force)


class Full(Exception):
    """As a disk that is: what was written before goes with it."""


def ask(room: Room, question: Callable[..., Answer], *given: Any, **more: Any) -> Answer:
    """What a question says of the game in a room as it is now, if it gives values: rows and what is still to be read
    need its session."""
    with room.store.read() as session:
        return question(session, *given, **more)


def said_before(room: Room, *words: tuple[str, str]) -> None:
    """Let the journal of a room have other words: each pair is those of today and those of then."""
    with room.store.write() as session:
        for now, then in words:
            session.execute(
                text("update journal set sentence = replace(sentence, :now, :then)"), {"now": now, "then": then}
            )


def to_orders(hall: Hall) -> None:
    """Orders are in: armies 1 (Uesugi, 18 counters) and 2 (Takeda, 20); a garrison of 3 in Hida."""
    hall.kawanakajima()
    hall.do("garrison.raise", province="hida", troops=2)


def to_locked(hall: Hall) -> None:
    """The orders are locked."""
    to_orders(hall)
    hall.do("orders.lock")


def to_encounter(hall: Hall) -> None:
    """They have met in Shinano in phase 2."""
    to_orders(hall)
    hall.phases(1, 2)


def to_battle(hall: Hall) -> None:
    """Battle 1 is open, Uesugi attacking."""
    to_encounter(hall)
    hall.settle()


def to_sides(hall: Hall) -> None:
    """Battle 1 in Shinano, three units on each side: Uesugi's armies 1 (18 counters) and 2 (7) with Imagawa's 3 (6)
    against Takeda's army 4 (20) and garrison 3 (4, in the castle) with Hōjō's army 5 (9)."""
    hall.an_army("uesugi", "echigo", 18, 3, "uesugi-kenshin")
    hall.an_army("uesugi", "echigo", 7, 2)
    hall.an_army("imagawa", "echigo", 6, 2)
    hall.an_army("takeda", "shinano", 20, 2, "takeda-harunobu")
    hall.an_army("hojo", "shinano", 9, 2)
    hall.do("garrison.raise", "game", province="shinano", troops=4, force=FORCED)
    for army in (1, 2, 3):
        hall.march(army, "shinano")
    hall.phases(1, 2)
    hall.settle(attacker="uesugi", defender="takeda", attacker_allies=["imagawa"], defender_allies=["hojo"])


def to_shares(hall: Hall) -> None:
    """A round of it has cost 4 counters of the attackers, and of the defenders 4 and the castle's 5."""
    to_sides(hall)
    hall.fight(3, attacker_tactic="subterfuge", defender_tactic="outflank")


def to_secret(hall: Hall) -> None:
    """Both generals of battle 1 are asked for their tactics in secret, for round 1."""
    to_battle(hall)
    hall.do("battle.ask_tactics", battle=1, round=1)


def to_round(hall: Hall) -> None:
    """A round of it has been fought."""
    to_battle(hall)
    hall.fight()


def to_decision(hall: Hall) -> None:
    """The first round was an outright victory for the attacker."""
    to_battle(hall)
    hall.correct("army", 1, "troops", 200)
    hall.fight(6, attacker_tactic="outflank")


def to_peace(hall: Hall) -> None:
    """The battle is over; Uesugi has gone home."""
    to_round(hall)
    hall.end(then="attacker_withdraws")


def to_question(hall: Hall) -> None:
    """Uesugi's army 1 has entered Etchū, which nobody plays (encounter 1); Uesugi is at peace with Date (treaty 1)."""
    hall.do("treaty.record", kind="peace", one="uesugi", other="date")
    hall.an_army("uesugi", "echigo", 8, 3, "uesugi-kenshin")
    hall.march(1, "etchu")
    hall.phases(1, 2)


def to_rolled(hall: Hall) -> None:
    """It was rolled what Etchū may answer (reaction 1)."""
    to_question(hall)
    hall.do("locals.roll", "npd", clan="yuki", to="uesugi", matter="passage", thrown=[3, 4])


def to_decided(hall: Hall) -> None:
    """It was decided."""
    to_rolled(hall)
    hall.do("locals.decide", "npd", reaction=1, answer="fights")


def to_rebels(hall: Hall) -> None:
    """Rebels (garrison 1) have risen in Kai, with 4 counters."""
    hall.do("rebels.raise", "npd", province="kai", troops=4, reason="a bad harvest")


def to_undefended(hall: Hall) -> None:
    """Uesugi's army 1 has entered Shinano, which nobody guards (encounter 1); Hongan-ji's army 2 stands in Settsu."""
    hall.an_army("uesugi", "echigo", 8, 4, "uesugi-kenshin")
    hall.an_army("hongan-ji", "settsu", 4)
    hall.march(1, "shinano")
    hall.phases(1)


def to_guests(hall: Hall) -> None:
    """Armies 1 (Takeda) and 2 (Hōjō) stand in Shinano without an encounter."""
    hall.an_army("takeda", "shinano", 5)
    hall.an_army("hojo", "shinano", 4)


def to_winter(hall: Hall) -> None:
    """It is winter."""
    to_orders(hall)
    for _ in range(3):
        hall.next_season()


def to_ticked(hall: Hall) -> None:
    """Takeda's Controller is done with the season."""
    to_orders(hall)
    hall.do("season.tick", "team", clan="takeda", season="spring", year=1550)


def to_people(hall: Hall) -> None:
    """Armies 1 (Hōjō Ujiyasu, 6 counters, with his heir) and 2 (Tsunanari, 3) in Musashi, where 4 more stand; Oda
    Nobunaga is a hostage of Imagawa, Obu Toramasa visits Sagami, the abbot Shōnyo is dead, draw 2 is due."""
    hall.an_army("hojo", "musashi", 6, 3, "hojo-ujiyasu")
    hall.an_army("hojo", "musashi", 3, 2, "hojo-tsunanari")
    hall.do("garrison.raise", province="musashi", troops=4)
    hall.do("person.accompany", character="hojo-ujichika", army=1)
    hall.do("hostage.hand_over", character="oda-nobunaga", to="imagawa")
    hall.do("person.visit", character="obu-toramasa", province="sagami")
    hall.do("risk.call", character="shonyo", cause="age")
    hall.do("risk.draw", draw=1, card="ace of spades")
    hall.do("risk.call", character="asakura-norikage", cause="age")


def to_bonds(hall: Hall) -> None:
    """As to_people; Takeda is allied with Hōjō, and its heir answers for it (treaty 1); it is at peace with Uesugi
    in secret, which only Team and Game Control know."""
    to_people(hall)
    hall.do("treaty.record", "team", kind="alliance", one="takeda", other="hojo", hostages=["takeda-yoshinobu"])
    hall.do("treaty.record", "team", kind="peace", one="takeda", other="uesugi", audience="secret")


def to_vassals(hall: Hall) -> None:
    """Uesugi owes Takeda 20 points each spring (treaty 1), Hōjō sends Takeda silk (2)."""
    hall.do("treaty.record", "team", kind="vassalage", one="takeda", other="uesugi", owes=20, due_in="spring")
    hall.do("treaty.record", "team", kind="other", one="takeda", other="hojo", owes="a bale of silk")


def to_breach(hall: Hall) -> None:
    """As to_bonds, and Takeda has broken treaty 1: Hōjō is asked what becomes of its heir."""
    to_bonds(hall)
    hall.do("treaty.breach", "game", treaty=1, by="takeda", what="it marched into Musashi", force="a test")


LETTERS = (207512, 328730, 840723, 917796)
"""The numbers of the first letters that Team Control writes at a stage, drawn from the game's seed and their entries:
where it has hidden nothing else, those of its first, second, third and fourth."""


def to_works(hall: Hall) -> None:
    """Winter: Takeda has a castle ordered in Kai (work 1) and a building in Hida (2), and the castle of Shinano is
    abandoned. LETTERS: Oda to Takeda in time, Takeda to Uesugi late, to Hōjō lost, to Yūki not posted.
    """
    to_winter(hall)
    hall.do("work.order", "team", kind="castle", clan="takeda", province="kai")
    hall.do("work.order", "team", kind="building", clan="takeda", province="hida", points=7, name="Great Bridge")
    hall.correct("province", "shinano", "castle", "none")
    hall.correct("province", "shinano", "abandoned", "castle")
    hall.do("letter.write", "team", sender="oda", recipient="takeda", text="Let us hunt.", post=True, die=5)
    hall.do("letter.write", "team", sender="takeda", recipient="uesugi", text="Peace?", post=True, die=3)
    hall.do("letter.write", "team", sender="takeda", recipient="hojo", post=True, die=1)
    hall.do("letter.write", "team", sender="takeda", recipient="yuki")


LATER = "2099-01-01T00:00:00+00:00"
"""A moment that no test reaches: a clock started then shows what it showed when it was started."""


def to_running(hall: Hall) -> None:
    """The clock of spring was started and shows 5:00, however long a test takes."""
    perform(hall.room, Umpire(DESKS["game"], "game"), "clock.start", {}, at=LATER)


def to_moving(hall: Hall) -> None:
    """It is in its second stage."""
    to_running(hall)
    perform(hall.room, Umpire(DESKS["game"], "game"), "clock.skip", {"stage": 0}, at=LATER)


def to_over(hall: Hall) -> None:
    """All its stages were skipped: it stands at 0."""
    to_moving(hall)
    for stage in (1, 2, 3):
        perform(hall.room, Umpire(DESKS["game"], "game"), "clock.skip", {"stage": stage}, at=LATER)


def to_screens(hall: Hall) -> None:
    """Display hall shows clock and map; news 1 and 2 (which names losses) are drafts, 3 is released; announcements 1 to
    all desks and 2 to Team Control; what entry 3 says only some desks may read."""
    hall.do("display.point", "game", display="hall", name="Great hall", shows=["clock", "map"])
    hall.do("announcement.post", "game", text="Doors close at nine.")
    hall.do("announcement.post", "game", text="Fetch your letters.", desks=["team"])
    for words in ("A comet was seen.", "Takeda lost 4 counters.", "The harvest is good."):
        hall.do("news.choose", "game", text=words)
    hall.do("news.release", "game", item=3)


def to_own_code(hall: Hall) -> None:
    """Hans minds Takeda, and has a code of his own."""
    hall.do("duty.assign", "game", umpire="Hans", desk="team", clan="takeda")
    hall.do("duty.give_code", "game", umpire="Hans", desk="team")


def to_honour(hall: Hall) -> None:
    """A bow of Takeda Harunobu is booked (line 1 of the ledger of honour)."""
    hall.do("honour.log", "team", clan="takeda", character="takeda-harunobu", reason="bow")


def to_honour_proposed(hall: Hall) -> None:
    """Takeda Harunobu was given a court rank (proposal 1)."""
    hall.do("title.grant", "bakufu", kind="court_rank", character="takeda-harunobu", rank=9, authority="bakufu")


def to_waiting(hall: Hall) -> None:
    """Team Control asked for more honour than one umpire books (confirmation 1)."""
    hall.do("honour.log", "team", clan="oda", reason="event", points=30)


def to_honour_answered(hall: Hall) -> None:
    """What was proposed for him was booked."""
    to_honour_proposed(hall)
    hall.do("proposal.book", "team", proposal=1)


def to_casting(hall: Hall) -> None:
    """Players 1 Anna Meier (here, Takeda Harunobu, who leads army 1), 2 Ben Ōno (Obu Toramasa), 3 Chris Doe (Oda
    Nobunaga), 4 Dora Lund (of Oda, a no-show), 5 Ea Holm without a table; Hans minds Takeda."""
    rows = (
        ("Anna Meier", "takeda", "daimyo"),
        ("Ben Ōno", "takeda", "Obu Toramasa"),
        ("Chris Doe", "oda", "daimyo"),
        ("Dora Lund", "oda", ""),
        ("Ea Holm", "", ""),
    )
    found = [{"name": name, "clan": clan, "character": part} for name, clan, part in rows]
    hall.do("player.import", "game", rows=found)
    hall.do("player.check_in", "team", player=1)
    hall.do("player.no_show", "game", player=4)
    hall.do("duty.assign", "game", umpire="Hans", desk="team", clan="takeda")
    hall.an_army("takeda", "kai", 4, general="takeda-harunobu")
    hall.do("reprint.add", "game", paper="army_card", army=1, why="the printer jammed")


def to_edict(hall: Hall) -> None:
    """Edict 1 of the Shogun, on a levy, is in force."""
    hall.do(
        "edict.issue",
        "bakufu",
        authority="shogun",
        title="On the levy for Nijō",
        text="Ten counters or five points of rice are due by winter.\nWho refuses is in rebellion.",
    )


def to_titles(hall: Hall) -> None:
    """Takeda Harunobu is dead and followed: the Bakufu is asked who is governor of Kai."""
    hall.correct("character", "takeda-harunobu", "alive", False)
    hall.do("succession.name", "team", succession=1, heir="takeda-yoshinobu")


def to_calls(hall: Hall) -> None:
    """The Bakufu calls on Takeda for 5 points this season (call 1), on Uesugi for 4 counters by summer (call 2) under
    Takeda Harunobu, who is called to command (call 3). Miyoshi is in rebellion."""
    by = {"season": "1550-spring"}
    hall.do("call.issue", "bakufu", kind="points", clan="takeda", amount=5, terms="For the palace at Nijō.", **by)
    under = {"character": "takeda-harunobu", "season": "1550-summer"}
    hall.do("call.issue", "bakufu", kind="troops", clan="uesugi", amount=4, **under)
    hall.do("call.issue", "bakufu", kind="command", clan="takeda", **under)
    hall.do("rebellion.declare", "bakufu", clan="miyoshi", reason="it holds Kyōto against the Shogun")


def to_contingent(hall: Hall) -> None:
    """Uesugi obeys call 2, and has army 1; Takeda has army 2."""
    to_calls(hall)
    hall.do("call.answer", "team", call=2, answer="obeys")
    hall.an_army("uesugi")
    hall.an_army("takeda")


def to_poor(hall: Hall) -> None:
    """Call 4 asks Takeda for more than it has."""
    to_calls(hall)
    hall.do("call.issue", "bakufu", kind="points", clan="takeda", amount=900, season="1550-autumn")


def to_petitions(hall: Hall) -> None:
    """Petition 1 of Takeda against Uesugi, about a border, is heard; petition 2 of Hōjō is withdrawn."""
    hall.do("petition.file", "team", clan="takeda", against="uesugi", matter="Whose is Shinano?", kind="border")
    hall.do("petition.hear", "bakufu", petition=1)
    hall.do("petition.file", "bakufu", clan="hojo", matter="Who is governor of Sagami?", kind="title")
    hall.do("petition.withdraw", "team", petition=2)


def to_filed(hall: Hall) -> None:
    """Petition 1 of Takeda is filed."""
    hall.do("petition.file", "team", clan="takeda", against="uesugi", matter="Whose is Shinano?", kind="border")


CLAIM = 609362
"""The number of a false claim that Team Control notes as the first thing that it hides, drawn from the game's seed."""


def to_claimed(hall: Hall) -> None:
    """Obu Toramasa claims to be constable of Kai, and nobody has found out (CLAIM). Oda gave the Emperor 1 point in
    rice (service 1)."""
    hall.do("title.claim_falsely", "team", character="obu-toramasa", kind="constable", province="kai")
    gift = {"kind": "rice", "amount": 1, "note": "a roof for the palace"}
    hall.do("service.record", "team", clan="oda", character="oda-nobunaga", to="emperor", **gift)


def to_court(hall: Hall) -> None:
    """Calls, a rebel, petitions, a service, a false claim, and conditions ticked for a Shogun."""
    for stage in (to_calls, to_petitions, to_claimed, to_shogunless):
        stage(hall)


def to_shogunless(hall: Hall) -> None:
    """The Shogun has retired; of Takeda Harunobu the first four conditions are ticked."""
    hall.do("shogun.retire", "bakufu", character="ashikaga-yoshiteru")
    for number in (1, 2, 3, 4):
        hall.do("shogun.condition", "bakufu", character="takeda-harunobu", condition=number, met=True)


def to_spied(hall: Hall) -> None:
    """Two commissions: one whose slip is written, one that waits to be rolled for."""
    hall.do("covert.commission", "intelligence", clan="takeda", kind="spy", target="uesugi", points=3)
    hall.do("covert.commission", "intelligence", clan="uesugi", kind="bribe", target="kai", points=1)
    hall.do("covert.resolve", "intelligence", commission=1, outcome="success", note="as ruled")
    hall.do("covert.report", "intelligence", commission=1, report="He has nine points.", grade="exact")


def to_slain(hall: Hall) -> None:
    """An assassin of Hōjō’s got at one of Takeda’s, and nobody has heard of it."""
    hall.do("covert.commission", "intelligence", clan="hojo", kind="assassin", target="obu-toramasa", points=1)
    hall.do("covert.resolve", "intelligence", commission=1, outcome="success", note="a test")


def to_intercepted(hall: Hall) -> None:
    """Winter: Takeda's letter is on its way, within reach of a spy of Hōjō's, and of a bribe that came off in part."""
    for _ in range(3):
        hall.next_season()
    hall.do("letter.write", "team", sender="takeda", recipient="uesugi", text="Come to Kai.", post=True, die=6)
    for number, kind, outcome in ((1, "spy", "success"), (2, "bribe", "part")):
        hall.do("covert.commission", "intelligence", clan="hojo", kind=kind, target="uesugi", points=3)
        hall.do("covert.resolve", "intelligence", commission=number, outcome=outcome, note="a test")


STAGES = {
    "slain": to_slain,
    "intercepted": to_intercepted,
    "petitions": to_petitions,
    "filed": to_filed,
    "court": to_court,
    "claimed": to_claimed,
    "shogunless": to_shogunless,
    "spied": to_spied,
    "calls": to_calls,
    "contingent": to_contingent,
    "poor": to_poor,
    "edict": to_edict,
    "casting": to_casting,
    "rebels": to_rebels,
    "rolled": to_rolled,
    "decided": to_decided,
    "honour": to_honour,
    "own code": to_own_code,
    "honour proposed": to_honour_proposed,
    "waiting": to_waiting,
    "honour answered": to_honour_answered,
    "screens": to_screens,
    "ticked": to_ticked,
    "start": lambda hall: None, "orders": to_orders, "locked": to_locked, "encounter": to_encounter,
    "battle": to_battle,
    "round": to_round, "decision": to_decision, "peace": to_peace, "winter": to_winter,
    "undefended": to_undefended, "question": to_question, "guests": to_guests, "people": to_people,
    "bonds": to_bonds, "breach": to_breach, "vassals": to_vassals,
    "titles": to_titles,
    "sides": to_sides, "shares": to_shares, "secret": to_secret, "works": to_works,
    "running": to_running, "moving": to_moving, "over": to_over,
}  # fmt: skip
