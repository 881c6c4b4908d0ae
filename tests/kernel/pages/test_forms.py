"""Forms are drawn from the orders they send: label, bounds, choices, what was typed and what is wrong with it."""

from __future__ import annotations

import re
from pathlib import Path
from types import SimpleNamespace

import pytest
from flask import Flask, g

from control.kernel import settings, typed
from control.kernel.application import application_of
from control.kernel.errors import ChangedElsewhere, LeftOpen, OrderNotAllowed
from control.kernel.pages.forms import boxes
from control.kernel.typed import Order, number, one_of, text
from control.sekigahara.game import SEKIGAHARA
from control.sengoku.game import SENGOKU
from tests.test_pages import Reader


class Sends(Order):
    """One of each kind of field."""

    reason: text("a reason", 3, 80)
    troops: number(1, 4000, "a number of counters (1,000 men each)")
    then: one_of("what becomes of it", "keep", "leave", label="And then") = "keep"
    age: number(0, 120, "an age") | None = None
    columns: number(-3, 3, "a number of columns") | None = None
    note: text("a note", lines=True) = ""
    taken: bool = False


@pytest.fixture
def draw(monkeypatch):
    """Draws these fields in a form that sends to /there, as they are in answer to what was sent."""
    monkeypatch.setattr("control.kernel.pages.forms.fresh_key", lambda: "k")

    def drawn(fields, sent=None, error=None, to="/there"):
        template = (
            """{% import "_macros.html" as m with context %}
            {% call(f) m.form("sends", "/there", "Send", before="to-", hidden={"version": 7}) %}"""
            + fields
        )
        with Flask("any").test_request_context(to, method="POST" if sent else "GET", data=sent):
            g.room = SimpleNamespace(game=SimpleNamespace(actions={"sends": SimpleNamespace(order=Sends)}))
            page = application_of(SENGOKU).jinja_env.from_string(template + "{% endcall %}")
            return Reader(page.render(error=error))

    return drawn


def test_a_box_is_called_by_its_noun_or_by_the_label_beside_its_description():
    labels = [said["words"] for said in boxes(Sends).values()]
    assert labels == ["Reason", "Counters", "And then", "Age", "Columns", "Note", "Taken"]
    assert "And then" not in str(Sends.model_json_schema())  # what scripts are told stays as it is


def test_a_box_has_the_bounds_of_its_order_and_a_page_may_call_and_bound_it_otherwise(draw):
    page = draw("""{{ m.field(f, "reason") }}{{ m.field(f, "troops", "How many") }}{{ m.field(f, "age", size=3) }}""")
    (reason,), (troops,), (age,) = (page.boxes(name) for name in ("reason", "troops", "age"))
    assert {"id": "to-reason", "minlength": "3", "maxlength": "80", "required": None}.items() <= reason.items()
    assert {"inputmode": "numeric", "title": "1 to 4,000", "required": None}.items() <= troops.items()
    assert age["size"] == "3"
    assert "required" not in age
    assert ("label", {"for": "to-troops"}) in page.elements


def test_a_box_that_may_be_below_nothing_has_keys_with_a_minus(draw):
    (columns,) = draw("""{{ m.field(f, "columns") }}""").boxes("columns")
    assert columns["title"] == "−3 to 3"
    assert "inputmode" not in columns


def test_a_form_that_stands_once_for_each_of_several_is_called_by_which_it_is(draw):
    assert "aria-label" not in dict(draw("""{{ m.field(f, "reason") }}""").elements)["form"]
    page = draw("""{% endcall %}{% call(f) m.form("sends", "/there", "Send", folded="Take back", of="Kai") %}""")
    forms = [given for tag, given in page.elements if tag == "form"]
    assert forms[-1]["aria-label"] == "Take back: Kai"


def test_a_folded_form_is_called_by_what_opens_it(draw):
    page = draw("""{% endcall %}{% call(f) m.form("sends", "/there", "Send", folded="Go visiting") %}""")
    assert [given.get("aria-label") for tag, given in page.elements if tag == "form"] == [None, "Go visiting"]


def test_what_may_be_chosen_is_what_the_order_lists_or_what_the_page_names(draw):
    page = draw("""{{ m.field(f, "then") }}{{ m.tiles(f, "then", "Then", {"keep": "Keep it"}, value="keep") }}""")
    options = [(found["value"], "selected" in found) for tag, found in page.elements if tag == "option"]
    assert options == [("keep", True), ("leave", False)]
    assert page.chosen("then") == ["keep"]


FIELDS = """{{ m.field(f, "troops", value=9) }}{{ m.field(f, "note") }}{{ m.tick(f, "taken", "Taken") }}"""
TYPED = {"troops": "many", "taken": "true", "version": "5"}


def test_what_was_typed_stays_and_what_is_wrong_stands_at_its_field(draw):
    page = draw(FIELDS, TYPED, OrderNotAllowed("Too many.", field="troops"))
    (troops,) = page.boxes("troops")
    assert (troops["value"], troops["aria-invalid"]) == ("many", "true")
    assert [found["id"] for _, found in page.elements if found.get("role") == "alert"] == [troops["aria-describedby"]]
    assert page.chosen("taken") == ["true"]
    assert page.boxes("version")[0]["value"] == "5"


UNDER = "What belongs under “{}” is missing: choose it, or fill it in."


def test_a_field_that_was_left_open_is_named_as_the_page_names_it(draw):
    """Who is told that a clan is missing looks for “Clan”, and finds only “From”."""
    for field, sentence in (
        ("""{{ m.field(f, "troops") }}""", "Counters are missing: choose them, or fill them in."),
        ("""{{ m.field(f, "troops", "How many") }}""", UNDER.format("How many")),
        ("""{{ m.field(f, "note", "Men", also=["troops"]) }}""", UNDER.format("Men")),
        ("""{{ m.tiles(f, "troops", "How many <b>men</b>"|safe, {}) }}""", UNDER.format("How many men")),
    ):
        with pytest.raises(LeftOpen) as caught:
            typed.read(Sends, {"reason": "a test"}, form=True)
        page = draw(field, sent={"reason": "a test"}, error=caught.value)
        assert len(page.alerts) == 1, field
        assert page.alerts[0].startswith(sentence)


def test_what_is_wrong_at_no_field_of_a_form_stands_at_its_head(draw):
    page = draw(FIELDS, TYPED, OrderNotAllowed("Not in winter.", field="season"))
    assert page.alerts == ["Not in winter."]
    assert not [found for _, found in page.elements if "aria-invalid" in found]


def test_a_form_that_was_not_sent_shows_nothing_of_it(draw):
    page = draw(FIELDS, TYPED, OrderNotAllowed("Too many.", field="troops"), to="/elsewhere")
    assert (page.boxes("troops")[0]["value"], page.alerts, page.chosen("taken")) == ("9", [], [])


def test_after_a_conflict_a_form_stands_for_what_there_is_now(draw):
    page = draw(FIELDS, TYPED, ChangedElsewhere("Changed meanwhile.", field="version"))
    assert (page.boxes("version")[0]["value"], page.boxes("troops")[0]["value"]) == ("7", "many")
    assert page.alerts == ["Changed meanwhile."]


def test_every_form_of_every_page_names_an_action_and_its_fields():
    wrong = []
    for path in sorted(Path(settings.folder("templates")).rglob("*.html")):
        page = path.read_text("utf-8")
        of_one = re.findall(r'm\.form\("([a-z_.]+)"', page)
        wrong += [f"{path.name}: {one}" for one in of_one if one not in SENGOKU.actions | SEKIGAHARA.actions]
        for call, action in re.findall(r'(m\.form\("([a-z_.]+)"[^%]*%\}.*?)\{% endcall', page, re.DOTALL):
            games = (one for one in (SENGOKU, SEKIGAHARA) if action in one.actions)
            known = next((boxes(one.actions[action].order) for one in games), {})
            named = re.findall(r'm\.(?:field|tiles|ticks|tick)\(f, "([a-z_]+)"(, [^=),]+[,)])?', call)
            wrong += [f"{path.name}: {action} {name}" for name, label in named if name not in known and not label]
            wrong += [] if known or not named else [f"{path.name}: {action}"]
    assert wrong == []


DOOR = "one comes in by it, before there is an order"
SEVERAL = "it has a box for each of several things, of which the page makes one order"
UPLOAD = "it sends a file or a whole list, which is read into many orders"
SEALED = "what is chosen is sealed before it is an order, and never shown again"
PICKED = "its tiles carry marks, figures or keys of their own, which no choice of an order has"
FINGER = "a pad for one thumb, where the button pressed is the choice"
NO_ORDER = "it orders nothing: a file is written, paper printed, a demo made"
OF_THE_TABLE = "it is drawn from the order by a macro of its own, for all acts of the campaign"
BY_HAND = {
    "battle/_share.html": {"battle.share": SEVERAL},
    "battle/_side.html": {"battle.commander": PICKED},
    "battle/battle.html": {"battle.claimed": FINGER, "battle.seal_for_side": SEALED},
    "battle/tactic/_phone.html": {"tactics.choose": SEALED},
    "books/list.html": {"books.take_over": UPLOAD},
    "books/team/book.html": {"team.book": PICKED},
    "copies/restore.html": {"safety.new_file": NO_ORDER},
    "demo/demo.html": {"demo.make": NO_ORDER},
    "hidden.html": {"hiding.open_again": DOOR},
    "honour/book.html": {"honour.log": FINGER},
    "honour/overview.html": {"honour.import_table": UPLOAD},
    "journal/journal.html": {"journal.undo": "the same fields stand once in the dialog, and are filled by each entry"},
    "march/orders/_order.html": {"orders.enter_order": "its route is tapped on the map above, and read with the army"},
    "march/orders/_rows.html": {"order_grid.enter": "a row of the grid, swapped by morphing (docs/decisions/0010)"},
    "march/orders/list.html": {"order_grid.enter_list": UPLOAD, "order_grid.read_back": UPLOAD},
    "march/walk_round/province.html": {"walk_round.mend_program": SEVERAL},
    "people/card.html": {"people.draw": PICKED},
    "people/casting/import.html": {"casting.enter": UPLOAD, "casting.read_back": UPLOAD},
    "people/casting/_roles.html": {"casting.cast": "a box in each line of a table, sent by Enter"},
    "people/new.html": {"kin.several": UPLOAD},
    "printing/index.html": {"printing.begin": NO_ORDER},
    "printing/kind.html": {"printing.begin": NO_ORDER},
    "safety/_looked_over.html": {"midway.begin": "what was looked over goes along unseen; only forcing is asked about"},
    "safety/midway.html": {"midway.look": UPLOAD},
    "safety/sheet.html": {"midway.look_at_sheet": UPLOAD},
    "sekigahara/campaign/_act.html": {"": OF_THE_TABLE},
    "sekigahara/campaign/_move.html": {"table.act": OF_THE_TABLE},
    "sekigahara/campaign/midway.html": {".look": UPLOAD},
    "sign_in.html": {"front.signed_in": DOOR},
}
"""The forms with fields that no order draws, by their template and where they send to, each with its reason."""


STEPS = "its choices are the steps of a table, whose words a button says too"
OF_SUCH_A_FORM = "the note of a form that is drawn by hand itself"
TWO_DICE = "two boxes of which the page makes the dice of one order"
BOXES_BY_HAND = {
    "battle/battle.html": PICKED,
    "books/team/book.html": OF_SUCH_A_FORM,
    "books/team/troops.html": SEVERAL,
    "hall/clock/desk.html": SEVERAL,
    "honour/book.html": "its choices stand in groups, each with its points",
    "land/_whose.html": "what and whom it is about are said in either of two boxes",
    "land/locals/answer.html": STEPS + "; " + TWO_DICE,
    "land/settle.html": "its ticks stand folded, the families of several clans under one name",
    "march/orders/_order.html": "its route is tapped on the map above, and read with the army",
    "march/orders/_rows.html": "a row of the grid, swapped by morphing (docs/decisions/0010)",
    "march/walk_round/province.html": SEVERAL,
    "season/gate/gate.html": "reasons often given, beside the box in which one forces",
    "sekigahara/campaign/_act.html": OF_THE_TABLE,
    "sekigahara/campaign/_board.html": NO_ORDER,
    "shadows/commission.html": TWO_DICE,
}
"""The boxes that no order draws in forms that one does, or in parts of such forms, by their template, each with its
reason."""


def test_whoever_draws_a_box_by_hand_says_why():
    folder, found = Path(settings.folder("templates")), set()
    for path in folder.rglob("*.html"):
        text = re.sub(r"<form\b.*?</form>", "", path.read_text("utf-8"), flags=re.DOTALL)
        if path.name != "_macros.html" and re.search(r"<(?:input|select|textarea)\b(?![^>]*type=\"hidden\")", text):
            found.add(str(path.relative_to(folder)))
    assert found == set(BOXES_BY_HAND)


def test_whoever_draws_a_form_by_hand_says_why():
    found: dict[str, set[str]] = {}
    folder = Path(settings.folder("templates"))
    for path in folder.rglob("*.html"):
        for form in re.findall(r"<form\b.*?</form>", path.read_text("utf-8"), re.DOTALL):
            boxes = re.findall(r"<(?:input|select|textarea)\b(?![^>]*type=\"hidden\")|m\.forced?\(", form)
            outside = re.search(r'<form id="\{\{', form)  # its boxes stand elsewhere and name it
            if (boxes or outside) and 'method="post"' in form and path.name != "_macros.html":
                to = re.search(r"action=\"\{\{ url_for\([\"']([a-z_.]+)", form)
                found.setdefault(str(path.relative_to(folder)), set()).add(to[1] if to else "")
    assert found == {path: set(forms) for path, forms in BY_HAND.items()}
