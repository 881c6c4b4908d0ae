"""What the kernel is handed of a game: one object, which is asked whatever the kernel does not know itself.

A game puts its object into GAMES when it is imported, which is when a room first asks for the rule set of its scenario.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import field
from functools import cached_property
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple
from weakref import WeakKeyDictionary

from sqlalchemy import ColumnElement, Engine, MetaData, select
from sqlalchemy.orm import Session
from sqlalchemy.sql.ddl import sort_tables

from control.kernel import settings
from control.kernel.actions.action import KERNEL_ACTIONS, Action
from control.kernel.actions.invariants import Invariants
from control.kernel.demo import DemoGame
from control.kernel.errors import OrderNotAllowed
from control.kernel.hall.clock.clockwork import Clockwork
from control.kernel.hall.filters import JournalFilter
from control.kernel.hall.rota.rota import Rota
from control.kernel.hall.scenario.changing import Changing
from control.kernel.hall.screens.views import View
from control.kernel.roles import APART, EVERY_DESK, INSIDE, LEAD
from control.kernel.rows import Base, Change, Dated, Entry, Game
from control.kernel.scenarios.scenario_folders import find, rule_set_of, rules_of
from control.kernel.values import dataclass
from control.kernel.wording import within

A_PLAYER = "a player’s phone"
"""Who enters something at no desk."""


class Place(NamedTuple):
    """A page in the band at the top: its endpoint, its word, and the desks that have it there, where these are fewer
    than may open it (parts.desks)."""

    page: str
    word: str
    desks: tuple[str, ...] = ()


@dataclass(frozen=True)
class Finds:
    """The box to find things: its page, the desks that have it (the first of them in the band, the others behind
    "More"), what stands in it as an example, and what one may type. ``suggests`` is the page of what the letters typed
    so far may mean, if the game has one."""

    page: str
    desks: tuple[str, ...]
    like: str
    what: str
    suggests: str = ""


@dataclass(frozen=True)
class Navigation:
    """Where a desk begins, what stands in the band of each desk, and what behind "More", under headings; what a desk
    has in its band is not there once more.

    ``give_way`` is what goes behind "More" on a phone, by desk; ``part_of`` the pages that have no word of their own,
    and those from which one comes to them. ``hall`` are the pages that everybody in the hall sees, ``cover`` the
    drawing that a hidden screen shows, and ``secret`` the blueprints whose forms carry what other desks may not know.
    A page of those that is left alone hides itself, and so does one of ``locks``, which shows such things.
    """

    home: Mapping[str, str]
    band: tuple[Place, ...]
    more: Mapping[str, tuple[Place, ...]] = field(default_factory=dict)
    give_way: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    part_of: Mapping[str, str] = field(default_factory=dict)
    finds: Finds | None = None
    hall: frozenset[str] = frozenset()
    cover: str = ""
    secret: frozenset[str] = frozenset()
    locks: frozenset[str] = frozenset()


Retold = Callable[[Session, str, list[dict[str, Any]]], list[dict[str, Any]]]
"""Says the rows of a part of the state as an audience may know them."""


class Moment(NamedTuple):
    """A moment of a game: its place among all, by which they are in order, and the ``stretch`` of the game that it is
    in, in words ("spring 1550")."""

    moment: int
    stretch: str


@dataclass(frozen=True, eq=False)
class UmpiredGame:
    """A game as the kernel knows it, by the name of its rule set; ``name`` is what the program is called that plays it.

    ``roles`` are its desks with their words. One of them ``leads``: it may force and take back anything, and reads
    everything. Those ``inside`` read what names no audience, and see the rows that changed; those ``apart``, and
    the one that leads, what is done where no other can see or count it (rows.ApartEntry). ``row`` is the class of its
    own row, ``own_tables`` are its tables and ``own_actions`` what may be done in it, beside those of every game.

    ``moment`` says from the game's row which moment it is (Moment), and ``told`` what answers say of that of an entry
    or of another row that keeps one. ``stretch`` is the column of the game's row that
    moves on with it: all that is entered later rests on that; ``stretch_word`` is what one is called.
    ``option_words`` are the value of a rule option in words, for the rulings that changed it.

    ``world`` is what its actions work on (world.World, with what the game adds). ``load`` reads a scenario from its
    folder, ``files`` from the files that a game carries, of which one may be changed just now. ``new`` makes a game of
    it and ``begin`` one that begins as another did; where a game may begin in several ways these are the
    ``beginnings``, of which whoever starts it at a terminal is asked (``ask``), and ``began`` says which of them it
    was, from its row. ``versions`` is the folder with the migrations of its tables, the kernel's among them,
    ``tables_of`` the newest of them, and ``bring_up`` adds to an older game what no migration can. ``may_go_on``
    refuses, before anything of it is brought up, a game with which only the version that it began with can go on.
    ``in_answers`` is a stretch as the command line answers with it.

    ``undoing`` looks at an entry before it is taken back and answers with what is to be done, and checked, afterwards;
    ``showed`` says what was shown by one, so that only the desk that leads may take it back (empty if nothing was);
    ``shows`` whether everybody may be shown a change, where its table does not say it by row and column;
    ``heard`` says who was told already of rows that entries made (by table), as far as a desk may know it, and
    ``spent`` why these cannot go together, though nothing rests on them by itself (empty if they can), likewise;
    ``invariants`` are true whatever is done. ``only_rows`` narrows what of a table an audience sees in the state,
    ``retold`` says its rows otherwise to some; ``in_place`` are the parts made for those who are not inside,
    ``made_parts`` those that are made for each desk as it may know them.

    ``pages`` names the files with its blueprints; ``templates`` are folders looked into before ours: there a game
    has its parts of the frame (templates/frame/). ``shared`` is what templates may use besides, ``standing`` what every
    page shows at its head: at least a ``title``, the moment (``when``) and the number of the ``journal``.
    ``journal_filters`` are those of the page of the journal, by their names in its address. ``views`` are what a
    screen on a wall can show, and ``taken`` addresses beside those of screens that none can have; ``shown_besides`` is
    what they show and the public's state has not. ``marks`` tell, by kind and number, whether what a page shows has
    changed. ``opened_by_card`` is the address that a code on paper opens, ``guessed`` are kinds of code, with their
    word, that are braked as those of desks are. Of an umpire with a code of his own ``parts_minded`` says,
    of his desk and name, what of the desk he minds (roles.Seat; None: all of it), ``whose`` to which such parts changes
    are, and ``concerning`` which entries are about these parts and about no others; ``shared_out`` are the desks
    that have such umpires, ``part_table`` the table whose rows the parts are. ``print_pack``
    prints what is needed when the machine dies, and says of which moment it is and what no font could print,
    ``papers`` gives all that there is to print (printing.kinds.Papers),
    and ``printed`` is told of a kind, the keys of what was, and after which entry of the journal it was gathered.
    ``where_ruled`` is the address where a ruling's number is explained; none if the game has no such page.
    ``demo`` is what it has of a demo game (demo.py), if it has one, and ``clock``, ``rota`` and ``changing`` what it
    says of its clock, of its rota and of changing its scenario in play. ``addresses`` are where it has pages of the
    kernel's (by their blueprint) that stand elsewhere than they usually do. ``map_drawn`` says whether the kernel draws
    the map of its scenarios (drawing/), which is begun as soon as a game is served.
    """

    rule_set: str
    name: str
    roles: Mapping[str, str]
    leads: str
    inside: tuple[str, ...]
    row: type[Game]
    own_tables: MetaData
    own_actions: Mapping[str, Action]
    moment: Callable[[Any], Moment]
    pages: tuple[str, ...]
    navigation: Navigation
    world: Callable[..., Any]
    standing: Callable[[Session, Any], Any]
    marks: Mapping[str, Callable[[Session, int], list[Any]]]
    opened_by_card: Callable[[Any], str]
    load: Callable[[str | Path], Any]
    files: Callable[..., Any]
    new: Callable[..., Any]
    begin: Callable[..., Any]
    versions: Path
    tables_of: str
    print_pack: Callable[..., Any]
    papers: Callable[[], Any]
    undoing: Callable[[Any, Entry, set[int]], Callable[[], None]]
    showed: Callable[[Session, Entry], str] = lambda _session, _entry: ""
    shows: Callable[[Session, Change], bool] = lambda _session, _change: True
    invariants: Invariants = field(default_factory=Invariants)
    shared: Mapping[str, Callable[..., Any]] = field(default_factory=dict)
    views: Mapping[str, View] = field(default_factory=dict)
    taken: tuple[str, ...] = ()
    journal_filters: Mapping[str, JournalFilter] = field(default_factory=dict)
    only_rows: Mapping[type[Base], Callable[[Session, str], ColumnElement[bool]]] = field(default_factory=dict)
    retold: Mapping[type[Base], Retold] = field(default_factory=dict)
    in_place: Mapping[str, Callable[[Session], Any]] = field(default_factory=dict)
    made_parts: Mapping[str, Callable[[Session, str], Any]] = field(default_factory=dict)
    guessed: Mapping[str, str] = field(default_factory=dict)
    stretch: str = ""
    stretch_word: str = "stretch"
    option_words: Callable[[str, str], str] = lambda _option, value: value
    templates: tuple[Path, ...] = ()
    apart: tuple[str, ...] = ()
    parts_minded: Callable[[Session, str, str], Iterable[str] | None] = lambda _session, _desk, _name: None
    whose: Callable[[Session, list[Change]], set[str]] = lambda _session, _changes: set()
    concerning: Callable[[type[Entry], frozenset[str]], ColumnElement[bool]] | None = None
    shared_out: tuple[str, ...] = ()
    part_table: str = ""
    bring_up: Callable[[Any, Any], None] = lambda _store, _scenario: None
    may_go_on: Callable[[Session], None] = lambda _session: None
    beginnings: tuple[str, ...] = ()
    ask: Callable[[Any], str] | None = None
    began: Callable[[Any, Any], str] = lambda _row, _scenario: ""
    shown_besides: Callable[[Session], Any] = lambda _session: None
    in_answers: Callable[[str], Mapping[str, Any]] = lambda stretch: {"when": stretch}
    told: Callable[[type[Base], int], Mapping[str, Any]] = lambda _model, moment: {"moment": moment}
    heard: Callable[[Session, Mapping[str, Any], str], Iterable[str]] = lambda _session, _made, _desk: ()
    spent: Callable[[Session, Mapping[str, Any], str], str] = lambda _session, _made, _desk: ""
    printed: Callable[[Any, str, Collection[str], int], None] = lambda _world, _kind, _keys, _state: None
    where_ruled: Callable[[str], str] | None = None
    demo: DemoGame | None = None
    clock: Clockwork | None = None
    rota: Rota | None = None
    changing: Changing | None = None
    addresses: Mapping[str, str] = field(default_factory=dict)
    map_drawn: bool = False

    def desks(self, *named: str) -> tuple[str, ...]:
        """These desks, with those that the kernel speaks of by their keys."""
        known = {EVERY_DESK: tuple(self.roles), LEAD: (self.leads,), INSIDE: self.inside, APART: self.who_is_apart}
        return tuple(dict.fromkeys(desk for name in named for desk in known.get(name, (name,))))

    @property
    def who_is_apart(self) -> tuple[str, ...]:
        """Those that read what stands apart."""
        return (*self.apart, self.leads) if self.apart else ()

    @property
    def leader(self) -> str:
        """The desk that leads, in words."""
        return self.roles[self.leads]

    @property
    def the_leader(self) -> str:
        """The same within a sentence."""
        return within(self.leader)

    def called(self, desk: str) -> str:
        """Who did something at a desk, in words within a sentence; none is a player's phone."""
        return within(self.roles.get(desk, A_PLAYER))

    @property
    def moves(self) -> str:
        """The table whose row moves on as the game does."""
        return str(self.row.__tablename__)

    def as_json(self, row: Base) -> dict[str, Any]:
        """A row as answers have it, with its moment as this game tells it."""
        return self.telling(type(row), row.as_dict())

    def telling(self, model: type[Base], row: dict[str, Any]) -> dict[str, Any]:
        """The columns of a row as answers have them, with its moment as this game tells it."""
        if not issubclass(model, Dated):
            return row
        told: dict[str, Any] = {}
        for name, value in row.items():
            if name == "moment":
                told |= self.told(model, value)
            elif name != "stretch":
                told[name] = value
        return told

    @cached_property
    def tables(self) -> dict[str, type[Base]]:
        """Every table of this game by its name, the kernel's among them; none comes before one that it points to. What
        another game has added to a table of the kernel's (a row in it of its own) is none of this game's."""
        models = {mapper.local_table: mapper.class_ for mapper in Base.registry.mappers if not mapper.single}
        mine = [*Base.metadata.tables.values(), *self.own_tables.tables.values()]
        models[self.row.__table__] = self.row
        return {table.name: models[table] for table in sort_tables(sorted(mine, key=lambda table: table.name))}

    @cached_property
    def actions(self) -> dict[str, Action]:
        """Everything that may be done in this game, by name."""
        every = {**KERNEL_ACTIONS, **self.own_actions}
        return {name: one.of(self) for name, one in every.items() if not one.needs or getattr(self, one.needs)}

    @property
    def clockwork(self) -> Clockwork:
        """What it says of its clock; for whoever is asked of games that have one alone."""
        if self.clock is None:
            raise LookupError(f"{self.name} has no clock")
        return self.clock

    @property
    def on_the_rota(self) -> Rota:
        """What it says of its rota, likewise."""
        if self.rota is None:
            raise LookupError(f"{self.name} has no rota")
        return self.rota

    @property
    def changing_scenarios(self) -> Changing:
        """What it says of changing its scenario, likewise."""
        if self.changing is None:
            raise LookupError(f"{self.name} changes no scenario")
        return self.changing


OF_ENGINE: WeakKeyDictionary[Engine, UmpiredGame] = WeakKeyDictionary()
"""The games that were asked for in a session: which one a database holds never changes."""
GAMES: dict[str, UmpiredGame] = {}
"""The games that were imported, by the name of their rule set."""


def later(module: str, name: str) -> Callable[..., Any]:
    """What a file of a game has under a name, imported at the first call."""
    return lambda *given, **more: getattr(import_module(module), name)(*given, **more)


def add_game(game: UmpiredGame) -> UmpiredGame:
    """Let rooms find a game."""
    GAMES[game.rule_set] = game
    return game


def known_games() -> list[str]:
    """The rule sets that can be played: those that were imported, and those that have a folder."""
    return sorted({*GAMES, *(file.parent.name for file in settings.PACKAGE.glob("*/game.py"))} - {"kernel"})


def game_named(rule_set: str) -> UmpiredGame:
    """The game of a rule set, imported if need be: it lives in the folder of that name. Raises OrderNotAllowed if there
    is none."""
    if rule_set not in GAMES and (settings.PACKAGE / rule_set / "game.py").is_file() and rule_set.isidentifier():
        import_module(f"control.{rule_set}.game")
    if rule_set not in GAMES:
        raise OrderNotAllowed(
            f"This program knows no game of the rules “{rule_set}”, only of {', '.join(known_games())}. Open it with "
            "the program that it was made with.",
            field="game",
        )
    return GAMES[rule_set]


def game_of(scenario: Any) -> UmpiredGame:
    """The game of a scenario's rule set."""
    return game_named(scenario.rule_set)


def game_of_folder(scenario: str | Path) -> UmpiredGame:
    """The game of a scenario that nobody has read yet. One that names no rule set is left to the game of the usual
    scenario, which says what is wrong with it. Raises OrderNotUnderstood for rules that nobody knows, OrderNotAllowed
    where there are rules alone."""
    named = rule_set_of(folder := find(scenario))
    if named not in known_games() and named.isidentifier() and (settings.PACKAGE / named / "commands.py").is_file():
        raise OrderNotAllowed(
            f"Of the rules “{named}” this program has the rules and the checker, and no game to play yet. Use the "
            f"commands of docs/scripting.md, or a scenario of {', '.join(known_games())}.",
            field="scenario",
        )
    return game_named(rules_of(folder, known_games(), rule_set_of(find(settings.DEFAULT_SCENARIO))))


def game_in(session: Session) -> UmpiredGame:
    """The game that is played in this session."""
    engine = session.get_bind().engine
    if engine not in OF_ENGINE:
        OF_ENGINE[engine] = game_named(session.scalars(select(Game.rule_set)).one())
    return OF_ENGINE[engine]
