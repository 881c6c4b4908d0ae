"""Bad input, as issue 14 lists it: over the HTTP interface and on the pages 4xx, at the command line exit 2, always a
sentence that says what is wrong and what would be right, and nothing changed. The plays of a combat are in
`test_combat_bad_input.py`, two browsers of one side that act at once in `test_game.py`."""

from __future__ import annotations

import copy
import json
import shutil

import pytest

from control.cli import main
from control.kernel import settings
from control.kernel.errors import OrderError
from control.sekigahara.rules.sides import SIDES
from control.sekigahara.scripting import march, play
from control.sekigahara.scripting.faults import LONGEST, in_one_sentence, read_as
from tests.scripting.test_march import MARCH
from tests.sekigahara.combats import BATTLE
from tests.sekigahara.games import CODES, a_room, keys_in, opened, signed_in
from tests.sekigahara.test_combat_bad_input import JUNK, places
from tests.sekigahara.test_pairs import HAPPENS, HUGE, UKITA, cards, columns_of, group, set_up

NEVER_THERE = "mori_infantry_2_2"
"""A block of the west that stands nowhere near."""
# what the issue calls it, the scene, action, desk, order, status, field, rule, what is wrong, what would be right
CASES = [
    ("a card not in hand", "bid", "week.bid", "west", {"card": "mori_double_1"}, 422, "card", "3.3",
     'That Mōri double card is not in the hand of the west', "only cards of the own hand are played (3.3)."),
    ("a card of the other side", "deploy", "combat.deploy", "west",
     {"block": "ukita_infantry_2_1", "card": "tokugawa_normal_1"}, 400, "card", "8.2.2",
     'The west has no card "Tokugawa card" here', "It has Mōri card, 2\xa0×\xa0Ukita card"),
    ("a block not there", "move", "move.stack", "west", group("kiso iwamura", NEVER_THERE), 422, "groups", "7.3.1",
     "The west does not have that Mōri 2 mon at Kiso", "it has Ukita 2\xa0mon, Ukita 3\xa0mon, Ukita leader there"),
    ("a block not in the battle", "deploy", "combat.deploy", "west", {"block": NEVER_THERE, "card": "mori_normal_1"},
     400, "block", "8.2.2", 'The west has no block "Mōri 2 mon" here', "It has Ukita 2\xa0mon, Ukita 3\xa0mon"),
    ("a way over no road", "move", "move.stack", "west", group("kiso edo"), 422, "groups", "7.3.1",
     "No road leads from Kiso to Edo", "from Kiso there is one to Iwamura"),
    ("a way from nowhere", "move", "move.stack", "west", group("moon kiso"), 422, "groups", "7.3.1",
     'No road leads from "moon" to Kiso', "(7.3.1)."),
    ("a 17-block stack", "huge", "move.stack", "west", group("kiso iwamura", HUGE), 422, "groups", "7.3.6",
     "17 blocks never move together (7.3.6, S12)", "16 or fewer do."),
    ("a block where a place is meant", "combat", "combat.declare", "west", {"place": NEVER_THERE}, 422, "place", "8.1",
     'at "Mōri 2 mon" (a block, not a place)', "left: Kiso"),
    ("a muster where there is no mon", "move", "move.muster", "west",
     {"blocks": ["uesugi_infantry_3_1"], "place": "kiso"}, 422, "place", "7.2", "Nobody musters at Kiso now",
     "(7.2, S14)."),
    ("a bid of a card already discarded", "discarded", "week.bid", "west", {"card": "ukita_normal_2"}, 422, "card",
     "3.3", 'That Ukita card is not in the hand of the west', "only cards of the own hand are played (3.3)."),
    ("not this side's turn", "move", "move.end", "east", {}, 422, "side", "7.1", "The west moves, musters or ends",
     "now (7.1)."),
    ("an act for the other side", "move", "move.end", "east", {"side": "west"}, 403, "side", "",
     "acts for the east alone", "leave the side out"),
    ("what is the umpire's", "move", "table.look", "east", {"side": "west", "into": "bag"}, 403, "", "", "the umpire",
     "umpire"),
    ("a play after both have passed", "retreat", "combat.deploy", "west",
     {"block": "ukita_infantry_3_1", "card": "mori_normal_1"}, 422, "side", "8.8.1", "The east retreats",
     "now (8.8.1)."),
    ("half a hand that is no half", "discard", "week.discard", "west", cards("ukita_normal_1"), 422, "cards", "6.2",
     "half rounded down, not 1", "Of 4 cards 2 are discarded"),
]  # fmt: skip


EASTS_LEADER, EASTS_BLOCK = "tokugawa_leader_1_1", "tokugawa_infantry_2_4"
# the scene, action, order with the real game, field, rule, what is wrong
DEALT = [
    ("deploy", "combat.deploy", {"block": EASTS_BLOCK, "card": "mori_normal_1"}, "block", "3.1",
     "The west has no such block"),
    ("deploy", "combat.deploy", {"block": "ukita_infantry_2_1", "card": "tokugawa_normal_1"}, "card", "3.3",
     "is not a card that this side can hold"),
    ("move", "move.muster", {"blocks": [EASTS_BLOCK], "place": "kiso"}, "blocks", "3.1", "The west has no such block"),
    ("move", "move.stack", {**group("kiso iwamura"), "leader": EASTS_LEADER}, "leader", "3.1",
     "The west has no such block"),
    ("bid", "week.bid", {"card": "tokugawa_normal_1"}, "card", "3.3", "is not a card that this side can hold"),
    ("discard", "week.discard", cards("tokugawa_normal_1 tokugawa_normal_2"), "cards", "3.3",
     "is not a card that this side can hold"),
]  # fmt: skip


@pytest.mark.parametrize(("scene", "name", "order", "field", "rule", "wrong"), DEALT, ids=[one[1] for one in DEALT])
def test_at_the_table_a_piece_of_the_other_side_is_refused(room, ask, scene, name, order, field, rule, wrong):
    set_up(room, scene)
    before = columns_of(room)
    answer = ask(name, "umpire", {**order, "side": "west", "dealt": True})
    said = answer.get_json()
    assert (answer.status_code, said["field"], said["ruling"]) == (422, field, rule), said
    assert wrong in said["error"]
    assert columns_of(room) == before


@pytest.fixture(scope="module")
def room(tmp_path_factory):
    made = a_room(tmp_path_factory.mktemp("bad") / "campaign.db")
    yield made
    made.store.close()


@pytest.fixture(scope="module")
def ask(room):
    """Sends an order, or any bytes, as a desk or as nobody."""
    browser = opened(room).test_client()

    def send(name, desk, order):
        body = order if isinstance(order, bytes) else json.dumps(order)
        headers = {"Authorization": f"Bearer {CODES[desk]}"} if desk else {}
        return browser.post(f"/api/actions/{name}", data=body, headers=headers)

    return send


@pytest.mark.parametrize("case", CASES, ids=[case[0] for case in CASES])
def test_what_cannot_be_is_told_with_what_can_and_changes_nothing(room, ask, case):
    _, scene, name, desk, order, status, field, rule, wrong, right = case
    set_up(room, scene)
    before = columns_of(room)
    answer = ask(name, desk, order)
    said = answer.get_json()
    assert (answer.status_code, said["field"], said["ruling"]) == (status, field, rule), said
    assert wrong in said["error"]
    assert right in said["error"]
    assert said["error"].endswith(".")
    assert not keys_in(said["error"])
    assert columns_of(room) == before


ODD = (None, "", "\0", "x" * 5000, -1, 10**30, True, [], [[]], {}, [7], "Mōri'); DROP TABLE game; --")


def test_whatever_stands_in_a_field_is_refused_in_a_sentence_and_never_our_fault(room, ask):
    """Each field of each action in turn is odd, where and by whom the action can be done; what is left is as it was."""
    refused, done = 0, []
    for scene, name, desk, order, *_ in HAPPENS:
        set_up(room, scene)
        before = columns_of(room)
        nested = [("groups", 0, one) for one in ("blocks", "way", "card")] if "groups" in order else []
        for path in [*((field,) for field in {**order, "side": None}), *nested]:
            for odd in ODD:
                spoiled = copy.deepcopy(order)
                inner = spoiled
                for part in path[:-1]:
                    inner = inner[part]
                inner[path[-1]] = odd
                answer = ask(name, desk, spoiled)
                if answer.status_code == 200:
                    done.append((name, path[-1], odd))
                    set_up(room, scene)
                    before = columns_of(room)
                    continue
                assert 400 <= answer.status_code < 500, (name, path, odd, answer.text)
                assert answer.get_json()["error"].endswith((".", "?")), answer.get_json()
                refused += 1
        assert columns_of(room) == before, name
    assert {(field, odd) for _, field, odd in done if odd is not None} <= {("stay", True), ("reason", ODD[-1])}
    assert refused > 350


@pytest.mark.parametrize("body", [b"", b"{", b"[]", b"null", b"7", b"\xff\xfe", b"[" * 5000, b'{"a": ' + b"9" * 5000])
def test_bodies_that_are_no_order_are_refused(room, ask, body):
    set_up(room, "move")
    before = columns_of(room)
    for name in ("move.stack", "nothing.at_all"):
        answer = ask(name, "west", body)
        assert answer.status_code == 400
        assert answer.get_json()["error"].endswith((".", "?"))
    assert ask("move.end", None, {}).status_code == 403
    assert columns_of(room) == before


def test_a_side_that_asks_for_what_is_not_its_own_gets_nothing_of_it(room, app):
    set_up(room, "move")
    before = columns_of(room)
    for side in SIDES:
        browser = signed_in(app, side)
        for page in ("/at-the-table/", "/print/position.pdf", "/safety/"):
            answer = browser.get(page)
            assert answer.status_code == 403, page
            assert "umpire" in answer.text
    east = signed_in(app, "east")
    for place in (
        "kiso",
        "suwa",
    ):  # a stack of the west: that it stands there all see, and nobody but the west moves it
        assert "Move from" not in east.get(f"/table/?from={place}").text
    sent = {
        "side": "west",
        "from": "kiso",
        "groups": "1",
        "blocks": UKITA.split(),
        "way": "kiso,iwamura",
        "key": "mine",
    }
    answer = east.post("/table/move.stack", data=sent, answers=403)
    assert "acts for the east alone" in answer.text
    assert columns_of(room) == before


# ---- the command line

PLAY = {
    "scenario": "sekigahara_1600_gmt",
    "seed": "any",
    "actions": [{"action": "week.bid", "role": "east", "name": "Ieyasu", "order": {"card": "nobody"}}],
}
FILES = {
    "": "is empty: it should say something in JSON.",
    "{": "is no JSON",
    "no json": "is no JSON",
    '{"edition": "gmt"} and more': "is no JSON",
    "\ufeff": "is empty: it should say something in JSON.",
    "null": "is a JSON object in braces, not null.",
    "true": "is a JSON object in braces, not true.",
    "-1": "is a JSON object in braces, not -1.",
    "1e999": "is a JSON object in braces, not Infinity.",
    '"text"': 'is a JSON object in braces, not "text".',
    "[[]]": "is a JSON object in braces, not [[]].",
    "{}": "is missing: ",
    '{"a": ' * 3000 + "1" + "}" * 3000: "is nested too deep.",
    "9" * 5000: "has a number that is far too long.",
    '{"edition": "gmt", "plays": [], "plays": []}': 'names "plays" twice in one object, and each field is named once.',
}


@pytest.mark.parametrize("command", ["combat", "march", "play"])
def test_a_broken_file_is_told_in_one_sentence(command, tmp_path, capsys):
    file = tmp_path / "broken.json"
    for text, says in FILES.items():
        file.write_text(text, encoding="utf-8")
        assert main([command, str(file)]) == 2, text[:40]
        out, err = capsys.readouterr()
        assert (out, err.count("\n")) == ("", 1)
        assert says in err.replace("[0]: ", "").replace("not [].", "not [[]]."), err
    file.write_bytes(b"\xff\xfe\x00")
    for missing in (file, tmp_path / "nowhere.json", tmp_path):
        assert main([command, str(missing)]) == 2
        out, err = capsys.readouterr()
        assert (out, err.count("\n")) == ("", 1)
    assert main([command, str(tmp_path / "nowhere.json")]) == 2


@pytest.mark.parametrize("case", [case for case in CASES if case[0].startswith("a ")], ids=lambda case: case[0])
def test_at_the_command_line_the_same_is_told_with_exit_2(room, case, tmp_path, capsys):
    what, scene, name, desk, order, _, field, rule, wrong, right = case
    set_up(room, scene)
    before, file = columns_of(room), tmp_path / "order.json"
    file.write_text(json.dumps(order), encoding="utf-8")
    assert main(["do", name, str(file), "--game", str(room.store.file), "--desk", desk]) == 2, what
    out, err = capsys.readouterr()
    assert out == ""
    assert wrong in err
    assert right in err
    assert f"{field}: " in err
    assert rule in err
    assert columns_of(room) == before


def test_a_scenario_that_cannot_be_read_is_told_of_at_its_field(tmp_path, capsys):
    folder, file = tmp_path / "mine", tmp_path / "campaign.json"
    shutil.copytree(settings.folder("scenarios") / "sekigahara_1600_gmt", folder)
    (folder / "roads.csv").unlink()
    file.write_text(json.dumps({"scenario": str(folder), "seed": "a seed", "actions": []}), encoding="utf-8")
    assert main(["play", str(file)]) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert err.startswith("control-room: scenario: ")
    assert "roads.csv: the file is missing." in err


def test_an_empty_list_is_no_fault_where_a_list_gives_a_list(tmp_path, capsys):
    file = tmp_path / "empty.json"
    file.write_text("[]", encoding="utf-8")
    for command, status in (("combat", 0), ("march", 0), ("play", 2)):
        assert main([command, str(file)]) == status
    assert capsys.readouterr().out == "[]\n[]\n"


def told(answer, document):
    """The sentence with which a document is refused; empty if it is answered."""
    try:
        with in_one_sentence():
            json.dumps(answer(document))
    except OrderError as error:
        return f"{error.field}: {error.sentence}"
    return ""


def script(document):
    """The script of a campaign, read; nothing is played."""
    return read_as(play.Script, document, "a campaign", play.MEANT).model_dump()


@pytest.mark.parametrize(("answer", "document", "refused"), [(march.answers, MARCH, 480), (script, PLAY, 130)])
def test_junk_anywhere_in_a_document_is_told_at_its_field(answer, document, refused):
    """Every place of it in turn is of another type, negative, huge, empty or another word."""
    sentences = []
    for path in [one for one in places(document) if one]:
        for junk in (*JUNK, "a" * 100_000, -(10**18)):
            spoiled = copy.deepcopy(document)
            inner = spoiled
            for part in path[:-1]:
                inner = inner[part]
            inner[path[-1]] = junk
            if said := told(answer, spoiled):
                sentences.append(said)
                assert said.endswith((".", "?")), said
                assert len(said) < 600, said
                assert not [word for word in said.split() if len(word) > LONGEST + len('"".')], said
    assert len(sentences) > refused


def test_the_whole_documents_have_no_fault():
    assert told(march.answers, MARCH) == ""
    assert told(script, PLAY) == ""
    assert BATTLE["plays"][-1] == {"side": "east", "pass": True}
