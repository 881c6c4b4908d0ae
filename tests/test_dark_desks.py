"""Dark desks: other tokens and nothing else, every word readable on every ground, paper and walls as they were."""

from __future__ import annotations

import re

import pytest

from control.kernel.drawing.colours import contrast
from tests.test_styles import HOUSE, SHEETS, declarations

ROOM = (HOUSE / "control" / "static" / "room.css").read_text(encoding="utf-8")
GROUNDS = ("paper", "sheet", "field", "blush")
WORDS = ("ink", "soft-ink", "dark-seal")
LETTERS = (("white", "seal"), ("white", "deep-seal"), ("sheet", "ink"), ("paper", "ink"))
"""Letters in one token upon another; of WORDS all stand on all GROUNDS."""


def tokens(look: str) -> dict[str, str]:
    """The colours of the desks by day, or those that are ``dark``."""
    found: dict[str, str] = {}
    for outer, selector, named, value in declarations(ROOM):
        if named.startswith("--") and value.startswith("#") and (selector == ":root" or look == "dark"):
            assert selector == ":root" or (outer, selector) == ("@media screen", "html.dark-desk")
            found[named[2:]] = "#" + "".join(2 * one for one in value[1:]) if len(value) == 4 else value
    return found


@pytest.mark.parametrize("look", ["light", "dark"])
def test_whatever_is_written_can_be_read_on_every_ground(look):
    colours = tokens(look)
    pairs = [*LETTERS, *((word, ground) for word in WORDS for ground in GROUNDS)]
    assert {pair for pair in pairs if contrast(colours[pair[0]], colours[pair[1]]) < 4.5} == set()
    edges = {ground for ground in GROUNDS[:3] if contrast(colours["edge"], colours[ground]) < 3}
    assert edges == set(), "what can be touched has an edge of 3 to 1 and more"
    assert all(contrast(colours["seal"], colours[ground]) >= 3 for ground in GROUNDS)


def test_dark_desks_have_tokens_of_their_own_and_no_rule_besides():
    dark = [
        (path.name, outer, named)
        for path in SHEETS
        for outer, selector, named, _ in declarations(path.read_text(encoding="utf-8"))
        if "dark-desk" in selector
    ]
    assert {(name, outer) for name, outer, _ in dark} == {("room.css", "@media screen")}, "paper stays light"
    assert {named for *_, named in dark if not named.startswith("--")} == {"color-scheme"}
    assert {named for *_, named in dark} >= {f"--{one}" for one in (*WORDS, *GROUNDS, "edge", "seal")}


def test_nothing_is_written_in_what_is_a_ground_or_only_an_edge():
    """What a dark desk makes darker is no colour for words, unless they stand on what it makes lighter."""
    for path in SHEETS:
        for _, selector, named, value in declarations(path.read_text(encoding="utf-8")):
            if named == "color" and (token := re.fullmatch(r"var\(--([\w-]+)\)", value)):
                assert token[1] not in ("seal", "blush", "field", "line", "edge", "deep-seal"), (path.name, selector)


WITHOUT_LETTERS = re.compile(r"svg$|\.qr$|meter")


def test_what_stands_on_a_ground_that_is_the_same_by_day_and_night_has_letters_that_are_too():
    """On the walls, which have a look of their own, they come from the screen."""
    same = {one for one, colour in tokens("dark").items() if colour == tokens("light").get(one)}
    wrong = []
    for path in SHEETS:
        rules: dict[tuple[str, str], dict[str, str]] = {}
        for outer, selector, named, value in declarations(path.read_text(encoding="utf-8")):
            rules.setdefault((outer, selector), {})[named] = value
        for (outer, selector), rule in rules.items():
            if outer == "@media print" or path.name == "screens.css" or selector.startswith(".display"):
                continue
            ground = re.fullmatch(r"var\(--(white|slip|screen-\w+)\)", rule.get("background", ""))
            letters = re.fullmatch(r"var\(--([\w-]+)\)", rule.get("color", ""))
            if ground and not (letters and letters[1] in same) and not WITHOUT_LETTERS.search(selector):
                wrong.append((path.name, selector))
    assert wrong == []


@pytest.mark.parametrize(("address", "asks"), [("/now/", True), ("/display/", False), ("/clock/full", False)])
def test_desks_ask_how_they_look_and_walls_do_not(client, address, asks):
    page = client("game").get(address).text
    assert ("/static/look.js" in page) is asks
    assert 'id="dark-desk"' in page or not asks
