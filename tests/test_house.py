"""The house keeps its shape: imports run one way, only actions write, and everything public says what it does.

    desks, cli → actions → queries → models → rules

`scenario`, `drawing`, `printouts` and `scripting` stand to the side and never see a database row.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

HOUSE = Path(__file__).parent.parent
SOURCES = sorted(
    path for folder in ("control", "printouts") for path in (HOUSE / folder).rglob("*.py")
    if "versions" not in path.parts
)  # fmt: skip
SQL = {"sqlalchemy"}

# Each room of the house: the rooms it may import besides itself, and the packages of others.
ROOMS: dict[str, tuple[set[str], set[str]]] = {
    "control.rules": (set(), set()),
    "control.settings": (set(), set()),
    "control.network": (set(), set()), "control.asking": ({"control.scenario"}, set()),
    "control.codes": ({"control.rules"}, set()),
    "control.brake": ({"control.rules"}, set()),
    "control.drafts": (set(), set()),
    "control.turns": (set(), set()),
    "control.seals": (set(), {"cryptography"}),
    "control.typed": ({"control.rules"}, {"pydantic", "pydantic_core"}),
    # The store tells a full disk in our own words, so it knows the kinds of errors and nothing else of the rules.
    "control.store": ({"control.rules", "control.turns"}, SQL),
    "control.scenario": ({"control.rules", "control.typed", "control.settings"}, {"pydantic", "pydantic_core"}),
    "control.scripting": ({"control.rules", "control.typed"}, {"pydantic", "pydantic_core"}),
    "control.drawing": ({"control.rules", "control.scenario"}, set()),
    "printouts": ({"control.rules", "control.drawing"}, {"reportlab", "zxingcpp"}),
    "control.models": ({"control.rules"}, SQL),
    "control.migrations": ({"control.models", "control.rules"}, {*SQL, "alembic"}),
    # Queries fill the printouts' plain data (see below): what a card shows is a question to the game, and a desk and
    # the command line both ask it. They never draw: the map's shapes are made in desks/atlas.py.
    "control.queries": (
        {"control.models", "control.rules", "control.scenario", "control.codes", "printouts"}, SQL,
    ),
    # The press joins questions to the game with functions that draw; pages and the command line print through it.
    "control.press": (
        {"control.queries", "control.models", "control.scenario", "control.rules", "control.drawing", "control.store",
         "printouts"}, {*SQL, "markdown_it"},
    ),
    "control.tabular": ({"control.rules"}, {"pandas"}),
    "control.exporting": ({"control.queries", "control.rules", "control.tabular"}, {*SQL, "pandas"}),
    "control.copies": ({"control.queries", "control.rules", "control.store", "control.migrations"}, SQL),
    "control.actions": (
        {"control.queries", "control.models", "control.store", "control.scenario", "control.rules", "control.typed",
         "control.codes", "control.migrations", "control.seals"}, SQL,
    ),
    "control.live": ({"control.queries", "control.store"}, SQL),
    "control.open_room": (
        {"control.actions", "control.brake", "control.copies", "control.drafts", "control.drawing", "control.live",
         "control.models", "control.network", "control.press", "control.settings"}, {"flask"},
    ),
    "control.desks": (
        {"control.actions", "control.queries", "control.models", "control.scenario", "control.rules", "control.typed",
         "control.codes", "control.drawing", "control.network", "control.tabular", "control.copies", "control.press",
         "control.brake", "control.drafts", "control.open_room", "printouts",
         "control.store"},  # for what it says in trouble
        {"flask", "werkzeug", "itsdangerous", *SQL},
    ),
}  # fmt: skip
# These join everything: nobody may import them but one another.
DOORS = {"control.app", "control.cli", "control.serving"}


def module_of(path: Path) -> str:
    """The dotted name of a source file."""
    parts = path.relative_to(HOUSE).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def room_of(module: str) -> str | None:
    """The room a module is in: ``control.rules.dice`` is in ``control.rules``."""
    parts = module.split(".")
    return "printouts" if parts[0] == "printouts" else ".".join(parts[:2]) if len(parts) > 1 else None


def imports(path: Path) -> Iterator[tuple[str, list[str], int]]:
    """Every import of a file: the module, the names taken from it, the line."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield alias.name, [], node.lineno
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: imports are written in full"
            if node.module == "control":  # from control import settings
                for alias in node.names:
                    yield f"control.{alias.name}", [], node.lineno
            else:
                yield str(node.module), [alias.name for alias in node.names], node.lineno


def wrong_imports(path: Path) -> list[str]:
    """The imports of a file that run against the arrows."""
    here = room_of(module_of(path))
    if here is None or here in DOORS:
        return []
    assert here in ROOMS, f"{here} is a new room; say in ROOMS what it may import"
    rooms, packages = ROOMS[here]
    wrong = []
    for module, _, line in imports(path):
        top = module.partition(".")[0]
        if top in ("control", "printouts"):
            if room_of(module) not in {here, *rooms}:
                wrong.append(f"line {line}: {module}")
        elif top not in sys.stdlib_module_names and top not in packages:
            wrong.append(f"line {line}: {module}")
    return wrong


def name(path: Path) -> str:
    """A source file as a test is called."""
    return str(path.relative_to(HOUSE))


@pytest.mark.parametrize("path", SOURCES, ids=name)
def test_imports_run_one_way(path):
    assert wrong_imports(path) == []


def test_the_walk_finds_the_house_and_would_find_a_wrong_arrow(tmp_path, monkeypatch):
    assert {room_of(module_of(path)) for path in SOURCES} >= {*ROOMS, *DOORS}
    bad = tmp_path / "control" / "rules" / "bad.py"
    bad.parent.mkdir(parents=True)
    bad.write_text("import flask\nfrom control import store\nfrom control.models import Army\nimport json\n")
    monkeypatch.setattr(sys.modules[__name__], "HOUSE", tmp_path)
    assert wrong_imports(bad) == ["line 1: flask", "line 2: control.store", "line 3: control.models"]


def test_no_arrow_runs_in_a_circle():
    def below(room: str, seen: tuple[str, ...] = ()) -> None:
        assert room not in seen, f"{' → '.join(seen)} → {room}"
        for other in ROOMS[room][0]:
            below(other, (*seen, room))

    for room in ROOMS:
        below(room)


def test_queries_take_plain_data_from_the_printouts_and_draw_nothing():
    for path in SOURCES:
        if room_of(module_of(path)) == "control.queries":
            for module, names, line in imports(path):
                if module.startswith("printouts"):
                    assert all(name[0].isupper() for name in names), f"{name(path)}, line {line}"


def test_desks_know_of_the_tables_only_what_a_journal_entry_is():
    taken = {
        one for path in SOURCES if room_of(module_of(path)) == "control.desks"
        for module, names, _ in imports(path) if module.startswith("control.models") for one in names
    }  # fmt: skip
    assert taken <= {"JournalEntry"}


WRITES = {"add", "add_all", "delete", "commit", "merge", "bulk_save_objects", "bulk_insert_mappings"}


def writes(path: Path) -> list[str]:
    """Where a file writes to a session, or opens one for writing."""
    found = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)):
            continue
        owner = node.func.value
        owned_by = owner.id if isinstance(owner, ast.Name) else owner.attr if isinstance(owner, ast.Attribute) else ""
        if (node.func.attr in WRITES and owned_by == "session") or (node.func.attr == "write" and owned_by == "store"):
            found.append(f"line {node.lineno}: {owned_by}.{node.func.attr}")
    return found


@pytest.mark.parametrize("path", SOURCES, ids=name)
def test_only_actions_write_to_the_game(path):
    if room_of(module_of(path)) != "control.actions":
        assert writes(path) == []


def test_only_perform_and_the_start_of_a_game_open_a_transaction():
    opening = {
        module_of(path) for path in SOURCES for found in writes(path) if "store.write" in found
    }  # fmt: skip
    # verify takes over what an older version entered, in the game that it rebuilds
    assert opening == {"control.actions.registry", "control.actions.start", "control.actions.verify"}


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


@pytest.mark.parametrize("path", SOURCES, ids=name)
def test_everything_public_says_what_it_does(path):
    tree = ast.parse(path.read_text(encoding="utf-8"))
    if tree.body:
        assert ast.get_docstring(tree), "the module has no docstring"
    assert [f"line {node.lineno}: {node.name}" for node in public(tree) if not ast.get_docstring(node)] == []


SHIPPED = [
    path for folder in ("control", "printouts", "templates", "scenarios", "tests", "docs")
    for path in (HOUSE / folder).rglob("*")
    if path.suffix in (".py", ".html", ".css", ".js", ".toml", ".csv", ".md", ".json") and "vendor" not in path.parts
] + [HOUSE / "README.md", HOUSE / "pyproject.toml"]  # fmt: skip


def test_no_file_speaks_of_a_folder_of_somebodys_machine():
    machine = re.compile("|".join(f"(?<![\\w.}}])/{root}/" for root in ("work", "home", "root", "Users", "tmp")))
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
