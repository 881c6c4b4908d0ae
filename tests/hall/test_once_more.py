""" "Really once more?" is asked on a page: what is ticked there goes to the action."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from control.kernel.actions.registry import perform
from control.kernel.actions.slips import Slip
from control.kernel.actions.world import Umpire
from control.kernel.errors import OrderNotAllowed
from control.sengoku.game import SENGOKU
from tests.test_house import HOUSE

SLIPS = {
    name
    for name, action in SENGOKU.actions.items()
    if isinstance(action.order, type) and issubclass(action.order, Slip)
}
HANDS_ON = (
    '"twice"',
    "**request.form",
    "dict(request.form)",
    "request.form,",
    "request.form)",
    "form_of_keys(",
    "form_without_clan(",
)
"""What goes to an action whole has the tick with it."""
SHOWN = '"version"'
"""Nobody is asked about a figure whose form says which one it showed."""


def answers() -> Iterator[tuple[str, str, str]]:
    """Every function that answers a form with an action off a slip: its file and name, the action, and its source."""
    for path in sorted((HOUSE / "control").rglob("*_pages.py")):
        source = path.read_text()
        for one in ast.walk(ast.parse(source)):
            if isinstance(one, ast.FunctionDef) and any("post" in ast.unparse(by) for by in one.decorator_list):
                named = {node.value for node in ast.walk(one) if isinstance(node, ast.Constant)}
                for name in sorted(SLIPS & {value for value in named if isinstance(value, str)}):
                    yield f"{path.name} {one.name}", name, ast.get_source_segment(source, one) or ""


def test_every_page_of_an_action_off_a_slip_hands_on_that_it_is_meant_once_more():
    found = list(answers())
    assert len({name for _, name, _ in found}) > 8
    deaf = [(where, name) for where, name, said in found if not any(one in said for one in (*HANDS_ON, SHOWN))]
    assert deaf == []


def test_a_garrison_on_the_cloth_map_is_raised_once_more(hall, client):
    order = {"province": "kai", "troops": 1, "reason": "it lies on the cloth map"}
    perform(hall.room, Umpire("Hana", "map"), "garrison.raise", order)
    desk = client("map")
    again = desk.post("/walk-round/kai/raise", data={"ground": "kai", "troops": "1"}, answers=422).text
    assert "Really once more?" in again
    meant = desk.post("/walk-round/kai/raise", data={"ground": "kai", "troops": "1", "twice": "true"})
    assert meant.status_code == 303


def test_an_announcement_is_posted_once_more(hall, client):
    perform(hall.room, Umpire("Hana", "game"), "announcement.post", {"text": "Lunch is served"})
    desk = client("game")
    assert "Really once more?" in desk.post("/announcements/", data={"text": "Lunch is served"}, answers=422).text
    assert desk.post("/announcements/", data={"text": "Lunch is served", "twice": "true"}).status_code == 303


def test_nobody_is_asked_about_his_own_slip_because_he_writes_his_name_otherwise(hall):
    hall.do("account.receive", "game", clan="takeda", points=40, note="to begin with")
    for name in ("Hans", "hans "):
        umpire = Umpire(name, "game")
        perform(hall.room, umpire, "announcement.post", {"text": "Lunch is served"})
        perform(hall.room, umpire, "account.spend", {"clan": "takeda", "kind": "other", "points": 2, "note": "rice"})
    spent = {"clan": "takeda", "kind": "other", "points": 2, "note": "rice"}
    hall.refuse(OrderNotAllowed, "account.spend", "game", **spent)
