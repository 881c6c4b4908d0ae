"""What is wrong with a form is said by us at the field, in our words, and not by the browser in a bubble."""

from __future__ import annotations

import re

import pytest

from control.kernel import settings
from tests.conftest import sign_in

ASKS_MORE = {"march/encounters/encounter.html", "march/walk_round/province.html", "battle/battle.html"}
"""Where the browser asks for what the action does without: why something is put aside."""


def test_every_form_leaves_it_to_us_to_say_what_is_wrong():
    folder = settings.folder("templates")
    left = {
        str(file.relative_to(folder))
        for file in folder.rglob("*.html")
        if re.search(r'method="post"(?! novalidate|\{\{ " novalidate")', text := file.read_text())
        or "by_browser=true" in text
    }
    assert left == ASKS_MORE


@pytest.mark.parametrize(
    ("stage", "desk", "address", "field", "sentence"),
    [
        ("battle", "map", "/battles/1/round", "attacker_tactic", "under “uesugi kenshin chooses” is missing"),
        ("start", "team", "/team/takeda/give", "to", "“to” is missing"),
        ("start", "map", "/map/provinces/kai/take", "clan", "“who takes it” is missing"),
        ("start", "map", "/map/provinces/kai/settle", "clan", "“who won” is missing"),
        ("start", "map", "/map/raise/garrison.raise", "troops", "counters are missing"),
    ],
)
def test_what_was_left_out_is_told_at_its_field(hall_at, app_of, stage, desk, address, field, sentence):
    answer = sign_in(app_of(hall_at(stage)), desk).post(
        address, data={"round": "1", "points": "1", "in": "cash", "how": "force"}, answers=400
    )
    said = re.search(rf'id="wrong-{field}"[^>]* role="alert">([^<]*)', answer.text)
    assert said, "nothing stands at the field"
    assert sentence in said[1].lower()
