"""How many taps and keys the things that are done most take, from the first page of the desk that does them.

`python -m tests.benchmarks.acts` prints the table. It follows the pages as a hand would, by their links, their forms
and the words that open a part; nothing is gone to by its address. A tap is a link, a button, a tile, a line of a list,
words that open something, or a field to type into; a key is a letter or figure that is typed. What a page fills in
itself costs nothing. `tests/season/test_waits.py` holds the
figures.
"""

from __future__ import annotations

import re
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from flask.testing import FlaskClient

from control.kernel.application import application_of
from control.kernel.open_room import OpenRoom
from control.sengoku.game import SENGOKU
from tests.conftest import sign_in
from tests.games import STAGES, Hall, close, copy_of, make_game, well_off
from tests.tags import Element, Html
from tests.thirty import setting_up


@dataclass
class Thing:
    """A link, a button, a field or words that open something, with the form it is in and what it is folded away in."""

    one: Element
    form: Form
    fold: Element | None

    @property
    def about(self) -> dict[str, str]:
        """What it says of itself."""
        return self.one.about

    @property
    def words(self) -> str:
        """Its words, with one blank between two."""
        return " ".join(self.one.words.split())


@dataclass(eq=False)
class Form:
    """A form: where it goes, and what it holds as it stands."""

    to: str
    fields: dict[str, str] = field(default_factory=dict)


class Read:
    """A page as a hand meets it."""

    def __init__(self, html: str) -> None:
        page = Html(html)
        elsewhere = Form("")
        forms: dict[Element | None, Form] = {one: Form(one.about.get("action", "")) for one in page.all("form")}
        named = {one.about["id"]: form for one, form in forms.items() if one and "id" in one.about}
        self.opened: set[Element | None] = {None}
        self.things = [
            Thing(one, named.get(one.about.get("form", ""), forms.get(one.inside("form"), elsewhere)), fold_of(one))
            for one in page.all("a", "button", "summary", "label", "input", "textarea", "select", "option")
        ]
        for thing in self.things:
            one, fields = thing.one, thing.form.fields
            kept = one.tag in ("input", "textarea", "select") and one.about.get("type") not in UNKEPT
            if (kept or "checked" in one.about) and one.about.get("name"):
                fields.setdefault(one.about["name"], one.about.get("value", ""))
            if one.tag == "option" and "selected" in one.about and (of := one.inside("select")):
                fields[of.about["name"]] = one.about.get("value", "")


UNKEPT = ("radio", "checkbox", "submit")
"""Fields that say nothing as they stand."""


def fold_of(one: Element) -> Element | None:
    """The innermost part that is not open around something; the words that open a part stand outside it."""
    inner = one if one.tag == "summary" else one.inside("summary")
    own = inner.inside("details") if inner else None
    folds = [part for part in one.around() if part.tag == "details" and "open" not in part.about and part is not own]
    return folds[0] if folds else None


class Hand:
    """A hand at a desk: it taps and types, and counts both."""

    def __init__(self, client: FlaskClient) -> None:
        self.client, self.taps, self.keys = client, 0, 0
        self.page = Read("")
        self.open("/")

    def open(self, address: str) -> None:
        """Look at a page; no tap is counted."""
        self._show(self.client.get(address, follow_redirects=True))

    def _show(self, answer: Any) -> None:
        self.html = answer.text
        assert answer.status_code == 200, re.findall(r'role="alert"[^>]*>(.*?)</p>', self.html, re.DOTALL)
        self.page = Read(self.html)

    def _find(self, words: str, *tags: str) -> Thing:
        found = [one for one in self.page.things if one.one.tag in tags and re.search(words, one.words, re.I)]
        assert found, (words, [one.words for one in self.page.things if one.one.tag in tags])
        one = next((one for one in found if one.fold in self.page.opened), found[0])
        if one.fold not in self.page.opened:  # what is folded away is opened first
            self.taps += 1
            self.page.opened.add(one.fold)
        return one

    def tap(self, words: str) -> None:
        """A link."""
        link = self._find(words, "a")
        self.taps += 1
        self.open(link.about["href"])

    def tile(self, words: str) -> None:
        """A tile, or a box to tick."""
        label = self._find(words, "label")
        spot = self.page.things.index(label)
        box = next(one for one in self.page.things[spot:] if one.one.tag == "input")
        self.taps += 1
        box.form.fields[box.about["name"]] = box.about.get("value", "on")

    def choose(self, name: str, words: str) -> None:
        """A line of a list: the list, and the line."""
        option = self._find(words, "option")
        self.taps += 2
        option.form.fields[name] = option.about.get("value", option.words)

    def type(self, name: str, words: str) -> None:
        """Into a field."""
        box = next(
            one
            for one in self.page.things
            if one.one.tag in ("input", "textarea")
            and one.about.get("name") == name
            and one.about.get("type") not in ("radio", "hidden")
        )
        if box.fold not in self.page.opened:
            self.taps += 1
            self.page.opened.add(box.fold)
        self.taps += "autofocus" not in box.about
        self.keys += len(words)
        box.form.fields[name] = words

    def press(self, words: str) -> None:
        """A button: the form goes as it stands."""
        button = self._find(words, "button")
        self.taps += 1
        sent = dict(button.form.fields)
        if button.about.get("name"):
            sent[button.about["name"]] = button.about.get("value", "")
        self._show(self.client.post(button.about.get("formaction") or button.form.to, data=sent, follow_redirects=True))


def close_a_season(hand: Hand) -> None:
    """Thirty armies without an order and no phase run: the season is ended all the same."""
    hand.tap("^Close spring 1550")
    hand.tile("time is up")
    hand.press("^Close spring")
    assert "summer 1550" in hand.html


def book_an_event(hand: Hand) -> None:
    """Five points on a public event of the clan he walks with."""
    hand.tap("Public event")
    hand.tile("^5 leaves")
    hand.press("^Book$")
    assert "spent 5 points" in hand.html


def answer_for_a_clan(hand: Hand) -> None:
    """An army has come into its land: rolled, and decided as the table suggests."""
    hand.tap("Yūki answers Uesugi")
    hand.press("^Roll$")
    hand.press("^Decide$")
    assert "Decided" in hand.html


def let_an_army_pass(hand: Hand) -> None:
    """Who asks to pass is let through."""
    hand.tap("asks to pass")
    hand.press("Passage")
    assert "passage" in hand.html


def tell_a_clan(hand: Hand) -> None:
    """A clan has something to hear, and has heard it."""
    hand.tap("still to hear")
    hand.press("holds the province")


def draw_all_cards(hand: Hand) -> None:
    """All cards that are due are drawn."""
    hand.tap("cards? to draw")
    hand.press("Draw all")


def empty_phases(hand: Hand) -> None:
    """The phases in which nobody meets, run together at one look ahead."""
    hand.tap("^Phase 1…")
    hand.press("^Run phases 1 to")


def roll_for_a_commission(hand: Hand) -> None:
    """A commission is rolled for."""
    hand.tap("to roll for")
    hand.press("^Roll")


ACTS: dict[str, tuple[str, str, Callable[[Hand], None]]] = {
    "a season closed with thirty armies, none with an order": ("thirty", "game", close_a_season),
    "five points booked for an event of one's clan": ("walks", "team", book_an_event),
    "all cards that are due drawn": ("winter", "map", draw_all_cards),
    "phases in which nobody meets, run together": ("marching", "map", empty_phases),
    "a clan told what it has to hear": ("encounter", "team", tell_a_clan),
    "an army let through": ("question", "npd", let_an_army_pass),
    "a commission rolled for": ("spied", "intelligence", roll_for_a_commission),
    "an answer of a clan that nobody plays, rolled and decided": ("question", "npd", answer_for_a_clan),
}
"""What is done: in which game, at which desk, and how."""


def begun(hall: Hall, stage: str) -> None:
    """The game in which something is done."""
    if stage == "thirty":
        for action, arguments in setting_up():
            hall.do(action, "game", **arguments)
    elif stage == "marching":
        hall.an_army("takeda", "kai", 5)
        hall.do("army.order_march", army=1, route=["shinano"])
    elif stage != "walks":
        STAGES[stage](hall)


def counted(app: OpenRoom, what: str) -> Hand:
    """The hand that has done it."""
    stage, desk, do = ACTS[what]
    client = sign_in(app, desk)
    if stage == "walks":
        client.get("/team/takeda")
    hand = Hand(client)
    do(hand)
    return hand


def table() -> Iterator[str]:
    """The lines of the table."""
    yield "| From the desk's first page | taps | keys |"
    yield "|---|--:|--:|"
    with tempfile.TemporaryDirectory() as name:
        folder, scenario = Path(name), well_off()
        new = make_game(folder / "new.db", scenario)
        for number, what in enumerate(ACTS):
            hall = Hall(copy_of(new, folder / f"{number}.db", scenario))
            begun(hall, ACTS[what][0])
            hand = counted(OpenRoom(application_of(SENGOKU), hall.room), what)
            yield f"| {what} | {hand.taps} | {hand.keys} |"
            close(hall.room)


if __name__ == "__main__":
    for line in table():
        print(line, flush=True)
