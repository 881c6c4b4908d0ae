"""The house keeps its shape: imports run one way, only actions write, and everything public says what it does.

The kernel knows no game. In a game, chapters stand on one another in the order of CHAPTERS, and inside them

    pages → actions → papers → invariants → questions → rows → rules

go by the last part of a file's name. `printouts` draw values and never see a database row; the kernel
sees no `printouts`: a game hands it the paper.
"""

from __future__ import annotations

import ast
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from graphlib import CycleError, TopologicalSorter
from importlib import import_module
from pathlib import Path
from typing import NamedTuple

import pytest

from control.kernel.printing.kinds import Item
from control.sengoku.game import SENGOKU
from tests import recorded
from tests.benchmarks import run
from tests.values import rows_in

HOUSE = Path(__file__).parent.parent
SOURCES = sorted(
    path for folder in ("control", "printouts") for path in (HOUSE / folder).rglob("*.py")
    if "versions" not in path.parts
)  # fmt: skip
BENCHMARKS = sorted((HOUSE / "tests" / "benchmarks").glob("[a-z_]*.py"))
CHAPTERS = (
    "rules",
    "scenario",
    "rows",
    "scripting",
    "world",
    "books",
    "politics",
    "honour",
    "hall",
    "battle",
    "march",
    "people",
    "land",
    "shadows",
    "season",
    "paper",
    "safety",
    "demo",
)
"""The rooms of a game from the ground up: each may see those before it. A file beside them joins them all."""
ROOMS = {
    "sengoku": CHAPTERS,
    "sekigahara": ("rules", "drawing", "scenario", "rows", "scripting", "play", "paper", "safety"),
}
"""The rooms of each game, likewise."""
PARTS = {
    "sengoku.rules": ("battle", "march", "people"),
    "sengoku.scenario": ("files", "checks"),
    "sengoku.world": ("land", "ledger", "bonds", "telling", "people", "forces"),
    "sengoku.politics": ("letters", "bonds", "bakufu"),
    "sengoku.hall": ("news", "book", "help"),
    "sengoku.battle": ("encounters", "tactics", "losses", "rounds", "settling"),
    "sengoku.march": ("orders", "manoeuvres", "phases", "cloth_map"),
    "sengoku.people": ("court", "bonds", "casting"),
    "sengoku.paper": ("table", "afterwards", "season", "fallback", "players", "umpires"),
    "sekigahara.rules": ("board", "combat", "campaign", "phases", "umpire"),
    "sekigahara.play": ("board", "battle", "dealt"),
    "kernel.drawing": ("land", "words", "marks", "maps"),
    "kernel.hall": ("rulings", "rota", "announcements", "clock", "screens", "confirmations", "scenario"),
}
"""The parts of the largest chapters, likewise. A file beside them is what they stand on, or joins them."""
KERNEL = (
    "rows",
    "database",
    "chance",
    "scenarios",
    "journal",
    "drawing",
    "actions",
    "undo",
    "pages",
    "printing",
    "hall",
    "copies",
    "proof",
    "entrance",
    "spare",
)
"""The rooms of the kernel, likewise. A file beside them is what all of them stand on, or joins them."""
ROLES = ("rows", "questions", "invariants", "papers", "actions", "pages")
"""The last part of a file's name; each may see those before it, and `actions` no `papers`."""
SQL = {"sqlalchemy"}
FLASK = {"flask", "werkzeug", "itsdangerous"}
PACKAGES: dict[str, set[str]] = {
    "rules": set(),
    "scenario": {"pydantic", "pydantic_core"},
    "scripting": {"pydantic", "pydantic_core"},
    "rows": SQL,
    "questions": SQL,
    "invariants": SQL,
    "papers": SQL,
    "actions": SQL,
    "pages": SQL | FLASK,
}
"""The packages of others that a room, or a file by its name, may import; any other file may import SQLAlchemy."""
KERNEL_PACKAGES: dict[str, set[str]] = {
    "errors": set(),
    "values": set(),
    "dice": set(),
    "wording": set(),
    "zero_sum": set(),
    "settings": set(),
    "network": set(),
    "commands": set(),
    "scenario_files": SQL,
    "scenario_folders": set(),
    "scenarios": {"pydantic", "pydantic_core"},
    "migrations": SQL | {"alembic"},
    "codes": set(),
    "form_keys": set(),
    "brake": set(),
    "drafts": set(),
    "hearing": SQL | {"psycopg"},
    "turns": set(),
    "drawing": set(),
    "typed": {"pydantic", "pydantic_core"},
    "seals": {"cryptography"},
    "tabular": {"pandas"},
    "manual": {"markdown_it"},
    "ruled_pages": FLASK | {"jinja2", "markupsafe"},
    "open_room": SQL | FLASK,
    "application": SQL | FLASK | {"flask_sqlalchemy", "htmx_flask", "jinja2"},
    "cache": set(),
    "kept_templates": {"jinja2"},
    "cookies": FLASK,
    "threshold": FLASK,
    "parts": FLASK | {"htmx_flask"},
    "addresses": FLASK,
    "admitted": FLASK,
    "doing": FLASK,
    "drawn_once": FLASK | {"markupsafe"},
    "lists": FLASK,
    "forms": FLASK | {"jinja2", "markupsafe"},
}
GROUND = tuple(f"control.kernel.{one}" for one in ("drawing.", "wording", "errors", "values", "printing.stock"))
"""What printouts see of the kernel: shapes, words, values, and what paper there is."""
DOORS = {
    "control.__main__",
    "control.app",
    "control.cli",
    "control.club",
    "control.encryption",
    "control.following",
    "control.at_work",
    "control.listening",
    "control.serving",
    "control.streams",
    "control.watching",
    "control.workers",
}
"""These join everything: nobody may import them but one another."""


def module_of(path: Path) -> str:
    """The dotted name of a source file."""
    parts = path.relative_to(HOUSE).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def room_of(module: str) -> str:
    """The room a module is in: ``control.sengoku.battle.tactics.tactics_pages`` is in ``battle``, all of
    ``control.kernel`` in ``kernel``; what joins the rooms is in none."""
    parts = module.split(".")
    if parts[0] in ("printouts", "tests"):
        return parts[0]
    if parts[:2] == ["control", "kernel"]:
        return "kernel"
    return parts[2] if len(parts) > 2 and parts[2] in ROOMS.get(parts[1], ()) else ""


def level_of(module: str) -> int:
    """How high the room of the kernel lies that a module is in; what is in none of them lies below them all."""
    room = module.split(".")[2:3] if module.startswith("control.kernel.") else []
    return KERNEL.index(room[0]) if room and room[0] in KERNEL else -1


def part_of(module: str) -> int:
    """How high the part of its chapter lies that a module is in, likewise."""
    _control, *chapter, part = module.split(".")[:4] if module.count(".") > 2 else ("", "")
    parts = PARTS.get(".".join(chapter), ())
    return parts.index(part) if part in parts else -1


def game_of(module: str) -> str:
    """The folder of the game that a module belongs to; a second game lives among the tests."""
    parts = module.split(".")
    a_game = parts[:2] == ["tests", "toy"] or (parts[0] == "control" and (HOUSE / "control" / parts[1]).is_dir())
    return parts[1] if a_game and parts[1] != "kernel" else ""


def role_of(module: str) -> str:
    """What a file is by the last part of its name; empty if that says nothing."""
    last = module.rpartition(".")[2].rpartition("_")[2]
    return last if last in ROLES and room_of(module) not in ("rules", "scenario") else ""


class Read(NamedTuple):
    """What is in a file: its imports (the module, the names taken from it, the line), where it writes to a session or
    opens one for writing, and what is public in it and does not say what it does."""

    imports: list[tuple[str, list[str], int]]
    writes: list[str]
    silent: list[str]


@cache
def read(path: Path) -> Read:
    """A file, read once."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    found = Read([], [], undocumented(tree))
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found.imports.extend((alias.name, [], node.lineno) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: imports are written in full"
            if node.module == "control":  # from control import settings
                found.imports.extend((f"control.{alias.name}", [], node.lineno) for alias in node.names)
            else:
                found.imports.append((str(node.module), [alias.name for alias in node.names], node.lineno))
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            owner = node.func.value
            whose = owner.id if isinstance(owner, ast.Name) else owner.attr if isinstance(owner, ast.Attribute) else ""
            if (node.func.attr in WRITES and whose == "session") or (node.func.attr == "write" and whose == "store"):
                found.writes.append(f"line {node.lineno}: {whose}.{node.func.attr}")
    return found


def imports(path: Path) -> list[tuple[str, list[str], int]]:
    """Every import of a file: the module, the names taken from it, the line."""
    return read(path).imports


def may_see(here: str, there: str) -> bool:
    """Whether a module may import another of ours."""
    one, other = room_of(here), room_of(there)
    if game_of(here) and game_of(there) not in ("", game_of(here)):
        return False
    if there in DOORS or (one == "printouts" and other != "printouts" and not there.startswith(GROUND)):
        return False
    if one == "kernel" and other != "kernel":
        return False
    if level_of(there) > level_of(here) >= 0:
        return False
    if here.split(".")[:3] == there.split(".")[:3] and part_of(there) > part_of(here) >= 0:
        return False
    rooms = ROOMS.get(game_of(here), ())
    if one in rooms and (other not in (*rooms, "kernel", "printouts")):
        return False
    if one in rooms and other in rooms and rooms.index(other) > rooms.index(one):
        return False
    mine, theirs = role_of(here), role_of(there)
    if mine == "actions" and theirs == "papers":
        return False
    return not (mine and theirs and ROLES.index(theirs) > ROLES.index(mine))


def may_use(here: str) -> set[str]:
    """The packages of others that a module may import."""
    room, role = room_of(here), role_of(here)
    if room == "printouts":
        return {"markdown_it"} if here == "printouts.markdown" else {"reportlab", "zxingcpp"}
    if room == "kernel":
        known = [KERNEL_PACKAGES[part] for part in reversed(here.split(".")[2:]) if part in KERNEL_PACKAGES]
        return known[0] if known else PACKAGES.get(role, SQL)
    if here.endswith(".navigation"):
        return FLASK
    return PACKAGES[room] if room in PACKAGES else PACKAGES.get(role, SQL)


def wrong_imports(path: Path) -> list[str]:
    """The imports of a file that run against the arrows."""
    here = module_of(path)
    if here in DOORS:
        return []
    wrong = []
    for module, names, line in imports(path):
        top = module.partition(".")[0]
        if top in ("control", "printouts"):
            for one in names or [""]:
                whole = f"{module}.{one}" if (HOUSE / module.replace(".", "/") / f"{one}.py").is_file() else module
                if not may_see(here, whole):
                    wrong.append(f"line {line}: {whole}")
        elif top not in sys.stdlib_module_names and top not in may_use(here):
            wrong.append(f"line {line}: {module}")
    return list(dict.fromkeys(wrong))


def name(path: Path) -> str:
    """A source file as a test is called."""
    return str(path.relative_to(HOUSE))


def leads_to(path: Path, files: set[str]) -> set[str]:
    """The files that a file imports, wherever in it; a folder's `__init__` that only hands names on is none."""
    asked = [(module, one) for module, names, _line in imports(path) for one in ("", *names)]
    return {f"{module}.{one}" if one else module for module, one in asked} & files


def test_values_are_made_as_the_house_makes_them():
    takes = {name(path): [names for module, names, _ in imports(path) if module == "dataclasses"] for path in SOURCES}
    from_python = sorted(path for path, taken in takes.items() if any("dataclass" in names for names in taken))
    assert from_python == ["control/kernel/values.py"], "take dataclass from control.kernel.values: it starts quickly"


def test_no_file_leads_back_to_itself():
    files = {module_of(path): path for path in SOURCES if path.name != "__init__.py"}
    arrows = {module: leads_to(path, set(files)) for module, path in files.items()}
    assert arrows["control.kernel.game"], "no arrow was found at all"
    try:
        TopologicalSorter(arrows).prepare()
    except CycleError as error:
        pytest.fail(" -> ".join(error.args[1]))


def test_imports_run_one_way():
    assert {name(path): wrong for path in SOURCES if (wrong := wrong_imports(path))} == {}


def nowhere_named(sources: list[Path]) -> list[str]:
    """Files of actions, pages, papers and invariants that no other file takes in: what they add is in no registry."""
    named = {
        one
        for path in sources
        for module, names, _ in imports(path)
        for one in (module, *(f"{module}.{name}" for name in names))
    }
    named |= {one for path in sources for one in re.findall(r'"(control(?:\.\w+)+)"', path.read_text("utf-8"))}
    modules = [module_of(path) for path in sources]
    return [one for one in modules if role_of(one) in ("actions", "pages", "papers", "invariants") and one not in named]


def test_no_actions_pages_papers_or_invariants_lie_where_nothing_looks_for_them(tmp_path):
    ours = [path for path in SOURCES if path.is_relative_to(HOUSE / "control")]
    assert nowhere_named(ours) == []
    kinds = HOUSE / "control" / "sengoku" / "paper" / "press.py"
    assert "control.sengoku.paper.clan_papers" in nowhere_named([path for path in ours if path != kinds])


def test_the_walk_finds_the_house_and_would_find_a_wrong_arrow(tmp_path, monkeypatch):
    assert {room_of(module_of(path)) for path in SOURCES} >= {*CHAPTERS, "kernel", "printouts", ""}
    assert {role_of(module_of(path)) for path in SOURCES} == {*ROLES, ""}
    monkeypatch.setattr(sys.modules[__name__], "HOUSE", tmp_path)

    def found(path: str, *lines: str) -> list[str]:
        bad = tmp_path / path
        bad.parent.mkdir(parents=True, exist_ok=True)
        bad.write_text("\n".join(lines), encoding="utf-8")
        return wrong_imports(bad)

    up = "from control.sengoku.march.orders.orders_questions import orders"
    assert found("control/sengoku/battle/a_questions.py", "import flask", up, "import json") == [
        "line 1: flask",
        "line 2: control.sengoku.march.orders.orders_questions",
    ]
    assert found("control/sengoku/march/a_questions.py", up) == []
    assert found("control/sengoku/march/a_actions.py", "from control.sengoku.march.orders.orders_pages import bp") != []
    assert found(
        "control/kernel/a.py", "from control.sengoku.rows import Army", "from control.kernel import store"
    ) == ["line 1: control.sengoku.rows"]
    assert found("control/kernel/c.py", "from printouts.paper import Paper") == ["line 1: printouts.paper"]
    assert found("printouts/b.py", "from control.kernel.rows import Game") == ["line 1: control.kernel.rows"]
    assert found("printouts/a.py", "from control.sengoku.world.names import folded", "import sqlalchemy") == [
        "line 1: control.sengoku.world.names",
        "line 2: sqlalchemy",
    ]
    assert found("control/sengoku/rules/a.py", "import sqlalchemy") == ["line 1: sqlalchemy"]
    pieces = "from control.sekigahara.rules.pieces import Block"
    assert found("control/sekigahara/scripting/a.py", pieces, "import pydantic") == []
    assert found("control/sekigahara/rules/a.py", "from control.sekigahara.scenario.load import load") != []
    assert found("control/sekigahara/rules/b.py", "from control.sengoku.rules.tables import Tables") != []
    assert found("control/sengoku/rules/b.py", pieces) == ["line 1: control.sekigahara.rules.pieces"]
    assert found("control/river/a.py", "from control.sengoku.rows import Army") == ["line 1: control.sengoku.rows"]
    assert found("control/kernel/b.py", "from control.river.a import TIDE") == ["line 1: control.river.a"]
    up = "from control.kernel.undo import undo"
    assert found("control/kernel/journal/a.py", up, "from control.kernel.copies import Copies") != []
    assert found("control/kernel/hall/a.py", up, "from control.kernel.pages.parts import act") == []
    down = "from control.sengoku.world.land.atlas import atlas"
    assert found("control/sengoku/world/forces/a.py", down, "from control.sengoku.world.names import folded") == []
    assert found("control/sengoku/world/land/a.py", "from control.sengoku.world.forces.b import c", down) != []
    assert found("control/kernel/hall/rota/a.py", "from control.kernel.hall.clock.clock_rules import Plan") != []


def test_the_game_among_the_tests_sees_the_kernel_and_no_other_game():
    files = sorted((HOUSE / "tests" / "toy").glob("*.py"))
    taken = {module for path in files for module, _, _ in imports(path) if module.startswith(("control", "tests"))}
    assert taken
    assert {module for module in taken if not module.startswith(("control.kernel", "tests.toy"))} - DOORS == set()


@pytest.mark.parametrize("game", sorted(ROOMS))
def test_the_rules_of_one_game_bring_in_no_other(game):
    """All of its rules, how its scenarios are read, and what the command line asks of it."""
    rooms = [path for path in SOURCES if path.is_relative_to(HOUSE / "control" / game) and room_of(module_of(path))]
    modules = [module_of(path) for path in rooms if room_of(module_of(path)) in ("rules", "scenario", "scripting")]
    assert len(modules) > 5
    ask = f"import sys, {', '.join([*modules, f'control.{game}.commands'])}; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", ask], cwd=HOUSE, check=True, capture_output=True, text=True).stdout
    games = {module.split(".")[1] for module in loaded.split() if module.startswith("control.")}
    assert games - {"kernel"} == {game}


NOUNS = re.compile(
    r"army|armies|bakufu|battles?|castles?|clans?|daimyo|generals?|honou?r|intelligence|npd|phases?|provinces?|seasons?"
    r"|team|troops|winter|years?"
)
"""Words of Sengoku, none of which the code of the kernel says. The drawing of maps is not looked through: its maps have
provinces, and what stands in them are armies, castles and generals."""


def words_in(tree: ast.Module) -> set[str]:
    """The words in the names and texts of a file, but not in what it says of itself."""
    docs = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    said = [
        str(value)
        for node in ast.walk(tree)
        if id(node) not in docs
        for name, value in ast.iter_fields(node)
        if isinstance(value, str) and name in ("value", "id", "attr", "arg", "name", "module")
    ]
    return {word for one in said for word in re.findall(r"[a-z]+", one.lower())}


def test_the_kernel_speaks_of_no_game():
    said = {}
    for path in SOURCES:
        if room_of(module_of(path)) == "kernel" and "drawing" not in path.parts:
            found = {word for word in words_in(ast.parse(path.read_text("utf-8"))) if NOUNS.fullmatch(word)}
            said[str(path.relative_to(HOUSE / "control" / "kernel"))] = found
    assert {path: words for path, words in said.items() if words} == {}
    kernel = [path for path in SOURCES if room_of(module_of(path)) == "kernel"]
    assert [name(path) for path in kernel if "Game Control" in path.read_text("utf-8")] == []


EDITIONS = {path.parent.name.rpartition("_")[2] for path in (HOUSE / "scenarios").glob("*/edition.toml")}
"""The editions of the campaign of 1600, by the names that scripts give them."""


def asks_which_edition(tree: ast.Module) -> list[int]:
    """The lines on which a file says the name of an edition, or reads which one it has before it."""
    docs = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    found = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and id(node) not in docs:
            asks = bool(EDITIONS & set(re.findall(r"[a-z]+", str(node.value).lower())))
        else:
            asks = isinstance(node, ast.Attribute) and node.attr == "id" and ast.unparse(node.value).endswith("edition")
        if asks:
            found.append(node.lineno)
    return found


def test_what_editions_do_differently_is_data_and_no_branch():
    """Rules, pages, papers and drawings of 1600 never know which edition is played; only who reads one by its name."""
    assert len(EDITIONS) == 2
    for branch in ("if on.edition.id == other:\n  pass", "match on:\n  case 'sekigahara_1600_kessen':\n    pass"):
        assert asks_which_edition(ast.parse(branch))
    readers = ("scenario", "scripting")
    game = [path for path in SOURCES if path.is_relative_to(HOUSE / "control" / "sekigahara")]
    files = [path for path in game if room_of(module_of(path)) not in readers]
    asked = {name(path): asks_which_edition(ast.parse(path.read_text("utf-8"))) for path in files}
    assert len(asked) > 40
    assert {path: lines for path, lines in asked.items() if lines} == {}


def test_questions_take_plain_data_from_the_printouts_and_draw_nothing():
    for path in SOURCES:
        if role_of(module_of(path)) == "questions":
            for module, names, line in imports(path):
                if module.startswith("printouts"):
                    assert all(name[0].isupper() for name in names), f"{name(path)}, line {line}"


def test_pages_know_of_the_tables_only_what_a_journal_entry_is():
    taken = {
        one for path in SOURCES if role_of(module_of(path)) == "pages"
        for module, names, _ in imports(path) if module.endswith(".rows") for one in names
    }  # fmt: skip
    assert taken <= {"Entry", "JournalEntry"}


WRITERS = {
    "control.kernel.actions.registry",
    "control.kernel.actions.world",
    "control.kernel.database.versions",
    "control.kernel.spare.following",
    "control.kernel.spare.taking_over",
    "control.kernel.undo.undo",
    "control.kernel.proof.verify",
    "control.sengoku.season.start",
    "control.sekigahara.play.start",
}
"""Beside the actions: what carries them out, takes them back and plays them again, here or at a spare, what counts the
versions of their rows, and what begins a game."""
WRITES = {"add", "add_all", "delete", "commit", "merge", "bulk_save_objects", "bulk_insert_mappings"}


def test_only_actions_write_to_the_game():
    others = [path for path in SOURCES if role_of(module_of(path)) != "actions" and module_of(path) not in WRITERS]
    assert {name(path): read(path).writes for path in others if read(path).writes} == {}


def test_only_perform_and_the_start_of_a_game_open_a_transaction():
    opening = {
        module_of(path) for path in SOURCES for found in read(path).writes if "store.write" in found
    }  # fmt: skip
    # verify takes over what an older version entered, in the game that it rebuilds; a spare keeps what it has proved,
    # and says at the end that it is one no more
    spare = {"control.kernel.spare.following", "control.kernel.spare.taking_over"}
    starts = {"control.sengoku.season.start", "control.sekigahara.play.start"}
    assert opening == {"control.kernel.actions.registry", "control.kernel.proof.verify", *starts, *spare}


def public(tree: ast.Module) -> Iterator[ast.FunctionDef | ast.ClassDef]:
    """Every public function, class and method of a module."""
    for node in tree.body:
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)) and not node.name.startswith("_"):
            yield node
            if isinstance(node, ast.ClassDef) and not any("Protocol" in ast.unparse(base) for base in node.bases):
                yield from (
                    inner for inner in node.body
                    if isinstance(inner, ast.FunctionDef) and not inner.name.startswith("_")
                )  # fmt: skip


def undocumented(tree: ast.Module) -> list[str]:
    """What says nothing of itself: the module, a folder's too though it be empty, and what is public in it."""
    module = [] if ast.get_docstring(tree) else ["the module"]
    return module + [f"line {node.lineno}: {node.name}" for node in public(tree) if not ast.get_docstring(node)]


def test_everything_public_says_what_it_does():
    assert {name(path): read(path).silent for path in SOURCES if read(path).silent} == {}


KINDS = {".py", ".html", ".css", ".js", ".svg", ".toml", ".csv", ".md", ".json"}
SHIPPED = [
    path for folder in ("control", "printouts", "templates", "scenarios", "tests", "docs")
    for path in (HOUSE / folder).rglob("*")
    if path.suffix in KINDS and "vendor" not in path.parts
] + [HOUSE / "README.md", HOUSE / "pyproject.toml"]  # fmt: skip


def test_of_every_kind_of_file_that_is_looked_at_there_are_some():
    assert {path.suffix for path in SHIPPED} == KINDS


def test_no_file_speaks_of_a_folder_of_somebodys_machine():
    machine = re.compile(r"/(?<![\w.}]/)(?:work|home|root|Users|tmp)/")
    spoken = [
        f"{path.relative_to(HOUSE)}: {found.group()}" for path in SHIPPED if path.name != "test_house.py"
        if (found := machine.search(path.read_text(encoding="utf-8")))
    ]  # fmt: skip
    assert spoken == []


LOADS = re.compile(r"""(?:src|href|action|srcset)\s*=\s*["']?\s*(?:https?:)?//|url\(\s*["']?(?:https?:)?//|@import|"""
                   r"""(?:fetch|import|EventSource|Worker)\(\s*["'`](?:https?:)?//""")  # fmt: skip


def test_no_page_style_or_script_loads_anything_from_another_host():
    files = [path for path in SHIPPED if path.suffix in (".html", ".css", ".js", ".svg")]
    assert len(files) > 10
    assert [name(path) for path in files if LOADS.search(path.read_text(encoding="utf-8"))] == []
    assert LOADS.search('<script src="https://cdn.example/htmx.js">')
    assert LOADS.search("background: url(//cdn.example/x.png)")


def test_what_asks_as_one_types_calls_back_what_it_asked_before_and_nothing_else():
    words = re.compile(r"{%.*?%}|{{.*?}}", re.S)
    tags = [
        (name(path), tag) for path in SHIPPED if path.suffix == ".html"
        for tag in re.findall(r"<\w[^>]*>", words.sub("", path.read_text(encoding="utf-8")))
    ]  # fmt: skip
    asks = [one for one in tags if "hx-get" in one[1] and re.search('hx-trigger="(?:input|change)', one[1])]
    assert len(asks) > 5
    assert [one for one in asks if ":replace" not in one[1]] == []
    handed_down = [one for one in tags if "hx-sync" in one[1] and "hx-get" not in one[1]]
    assert handed_down == [], "news within it would call back what was tapped"


@pytest.mark.parametrize(
    "name",
    [
        "cut_network",
        "recorded",
        "hall.guessing",
        "hall.slow",
        "hall.fuzz",
        "licences",
        *(f"benchmarks.{path.stem}" for path in BENCHMARKS if path.stem != "__main__"),
    ],
)
def test_what_is_run_now_and_then_can_still_be_run(name):
    import_module(f"tests.{name}")


def test_a_game_can_still_be_written_down_to_be_compared(hall):
    hall.an_army("takeda")
    journal, state = (text for _, text in recorded.of_game("game", hall))
    assert [json.loads(line)[0] for line in journal.splitlines()] == [one.number for one in hall.entries()]
    assert json.loads(state)["armies"]


def test_the_peer_of_the_order_cards_takes_the_cards_of_today(hall):
    hall.an_army("takeda")
    cards = hall.ask(run.all_order_cards, hall.room.scenario, str)
    assert run.plain_cards(cards).startswith(b"%PDF")


# ---- rows stay inside


def test_a_row_shows_the_rows_beside_it_only_to_who_has_asked_for_them():
    """A relation asks nothing by itself, and writes nothing."""
    beside = [one for model in SENGOKU.tables.values() for one in model.__mapper__.relationships]
    assert beside
    assert [str(one) for one in beside if one.lazy != "raise" or not one.viewonly] == []


def test_a_row_in_what_goes_out_is_found_however_deep():
    """`tests/values.py` looks at every page and paper that a test makes."""
    row = SENGOKU.tables["clan"](id="takeda")
    item = Item("key", "name", "", thing={"clans": [(row,)]})
    assert list(rows_in(item, "page")) == ["page.thing['clans'][0][0] is a row of Clan"]
    assert list(rows_in(Item("key", "name", "", thing={"clans": [("takeda",)]}), "page")) == []
    many = dict.fromkeys("abcd", "takeda") | {"e": row}
    assert list(rows_in(many, "page")) == ["page['e'] is a row of Clan"], "of what has names each is looked at"
    with pytest.raises(TypeError):
        json.dumps({"clan": row})
