"""What `control-room combat` says to what it cannot read: one sentence, the field, what would be right, exit 2."""

import copy
import json
import random
from dataclasses import replace

import pytest

from control.cli import main
from control.kernel.errors import OrderError
from control.sekigahara.scenario.load import of_edition
from control.sekigahara.scripting.combat import answers
from tests.sekigahara.combats import BATTLE

GONE = "(left out)"
"""Stands for a field that is left out."""


def spoiled(path, value):
    """The whole document with one field otherwise."""
    document = copy.deepcopy(BATTLE)
    if not path:
        return value
    *way, last = path
    at = document
    for part in way:
        at = at[part]
    if value is GONE:
        del at[last]
    elif isinstance(at, list) and last == len(at):
        at.append(value)
    else:
        at[last] = value
    return document


def said(capsys, tmp_path, document):
    """What the command says to a document: its exit status, standard output and standard error."""
    file = tmp_path / "combat.json"
    file.write_text(document if isinstance(document, str) else json.dumps(document), "utf-8")
    status = main(["combat", str(file)])
    out, err = capsys.readouterr()
    return status, out, err


SLIPS = [
    ((), 7, "A combat is a JSON object in braces, not 7."),
    ((), ["gmt"], "[0]: A combat is a JSON object in braces"),
    ((), [[]], "[0]: A combat is a JSON object"),
    (("edition",), "second", 'edition: There is no edition "second". Give one of gmt, kessen.'),
    (("edition",), "GMT", 'Did you mean "gmt"?'),
    (("edition",), "gm\nt", 'edition: There is no edition "gm t".'),
    (("edition",), 1, "edition: "),
    (("edition",), GONE, "edition: "),
    (("kind",), "storm", "kind: The kind of combat is one of battle, siege"),
    (("kind",), "siege", "castle: A siege needs its castle"),
    (("kind",), GONE, "kind: "),
    (("attacker",), "north", "attacker: A side is one of east, west"),
    (("attacker",), GONE, 'attacker: "attacker" is missing: the side of the active player, east or west (8.2.1).'),
    (("attacker",), None, "attacker: "),
    (("attacker",), "east", "plays[0].side: The east has the initiative"),
    (("odds",), 1, 'There is no field "odds" here.'),
    (("blocks",), GONE, "blocks: "),
    (("blocks",), [], "blocks: "),
    (("blocks", "north"), [], "blocks.north: There is no field"),
    (("blocks", "west"), [], "blocks.west: The west attacks, and has no block here"),
    (("blocks", "west"), GONE, "blocks.west: The west attacks, and has no block here"),
    (("blocks", "east"), None, "blocks.east: The east has no block here"),
    (("blocks", "west", 0), "w1", "blocks.west[0]: "),
    (("blocks", "west", 0, "id"), "", "blocks.west[0].id: An id is text"),
    (("blocks", "west", 0, "id"), 1, "blocks.west[0].id: An id is text"),
    (("blocks", "west", 0, "id"), "w\n1", "blocks.west[0].id: An id is text"),
    (("blocks", "west", 0, "id"), "disk", 'blocks.west[0].id: "disk" means the disk'),
    (("blocks", "west", 0, "id"), "w2", "blocks.west[1].id: w2 is the id of blocks.west[0] already"),
    (("blocks", "west", 0, "id"), "e1", "blocks.west[0].id: e1 is the id of blocks.east[0] already"),
    (("cards", "east", 0, "id"), "w1", "cards.east[0].id: w1 is the id of blocks.west[0] already"),
    (("blocks", "west", 0, "clan"), "moori", 'Did you mean "mori"?'),
    (("blocks", "west", 0, "clan"), "tokugawa", "blocks.west[0].clan: tokugawa is a clan of the east, not of the west"),
    (("blocks", "west", 0, "clan"), "otani", 'blocks.west[0].clan: There is no clan "otani" in this edition'),
    (("blocks", "west", 0, "clan"), GONE, "blocks.west[0].clan: "),
    (("blocks", "west", 0, "type"), "monks", "blocks.west[0].type: A type of block is one of infantry, cavalry, gun"),
    (("blocks", "west", 0, "type"), "wild", "blocks.west[0].type: mori has no wild block in this edition"),
    (
        ("blocks", "west", 1, "mon"),
        1,
        "blocks.west[1].mon: ukita has no infantry block of 1 mon in this edition, but",
    ),
    (("blocks", "west", 1, "mon"), 5, "blocks.west[1].mon: The number of mon is from 1 to 4, not 5."),
    (("blocks", "west", 1, "mon"), "2", "blocks.west[1].mon: The number of mon is a whole number"),
    (("blocks", "west", 1, "mon"), True, "blocks.west[1].mon: The number of mon is a whole number"),
    (("blocks", "west", 1, "ability"), "gun", "blocks.west[1].ability: There is no field"),
    (("cards",), GONE, "cards: "),
    (("cards", "west", 0, "type"), "triple", "cards.west[0].type: A type of card is one of normal, special, double"),
    (("cards", "west", 0, "clan"), None, "cards.west[0].clan: A double card is of a clan"),
    (("cards", "west", 0, "clan"), "any", "cards.west[0].clan: "),
    (("cards", "west", 0, "clan"), "ishida", "cards.west[0].clan: ishida has no cards in this edition"),
    (("cards", "west", 0, "clan"), "date", "cards.west[0].clan: date is a clan of the east"),
    (("cards", "east", 1, "clan"), "date", "cards.east[1].clan: A loyalty challenge is of no clan"),
    (("castle",), {"side": "east", "disk": None}, "castle: A battle is fought outside: castle is null"),
    (("plays",), GONE, "plays: "),
    (("plays",), {}, "plays: "),
    (("plays", 0), None, "plays[0]: "),
    (("plays", 0), {"side": "west"}, "plays[0]: This play says nothing"),
    (("plays", 0), {"block": "w1"}, "plays[0].side: "),
    (("plays", 0, "side"), "both", "plays[0].side: A side is one of"),
    (("plays", 0, "side"), "east", "plays[0].block: w1 is of the west, and the east plays here."),
    (("plays", 0, "block"), "w9", 'plays[0].block: The west has no block "w9" here. It has w1, w2 and w3'),
    (("plays", 0, "pass"), True, "plays[0].pass: This play says block and pass"),
    (("plays", 0, "pas"), True, 'plays[0].pas: There is no field "pas" here. Did you mean "pass"?'),
    (("plays", 6, "pass"), False, 'plays[6].pass: "pass" is true, or left out'),
    (("plays", 6, "pass"), 1, "plays[6].pass: "),
    (("plays", 1, "card"), "k9", 'plays[1].card: The east has no card "k9" here.'),
    (("plays", 1, "card"), "c1", "plays[1].card: c1 is of the west, and the east plays here."),
    (("plays", 3, "card"), "k2", "plays[3].card: k2 is of the east"),
    (("plays", 1), {"side": "east", "card": "k1"}, "plays[1].card: k1 deploys a block: name it"),
    (("plays", 4, "challenge"), "c1", "plays[4].challenge: c1 is of the west, and the east plays here."),
    (
        ("plays", 4, "challenge"),
        "k1",
        "plays[4].challenge: k1 (Tokugawa card) challenges nobody, only a loyalty card does",
    ),
    (("plays", 5, "refute"), "c1", "plays[5].refute: c1 is played already"),
    (("plays", 6), {"side": "east", "challenge": "k2"}, "plays[6].challenge: k2 is played already, and none is played"),
    (("plays", 5), GONE, "plays[5]: The challenge k2 of the east waits for its answer"),
    (("plays", 8), {"side": "east", "pass": True}, "plays[8]: Both sides have passed, so the battle is over"),
    (("plays", 8), {"side": "west", "block": "w9"}, "plays[8]: Both sides have passed, so the battle is over"),
    (("plays", 7), GONE, "losses: Losses are taken when the combat is over"),
    (("losses",), [], "losses: "),
    (("losses", "west"), ["w2"], "losses.west: The west loses 2 (1 for 9 Impact, 1 for the defeat), not 1 (8.7.1)."),
    (
        ("losses", "west"),
        ["w2", "w1"],
        "losses.west[1]: w1 is a block that deployed, and w3 that defected must be",
    ),
    (("losses", "west"), ["w2", "e1"], "losses.west[1]: The west has no block “e1” here"),
    (("losses", "west"), ["w2", "w2"], "losses.west[1]: w2 stands there twice"),
    (("losses", "west"), ["w2", "disk"], "losses.west[1]: The disk is lost in a siege only"),
    (("losses", "east"), ["e1"], "losses.east: The east loses 0 (0 for 1 Impact), not 1"),
    (("losses", "north"), [], "losses.north: There is no field"),
]


@pytest.mark.parametrize(
    ("path", "value", "says"), SLIPS, ids=[f"{'.'.join(map(str, path))}={value}" for path, value, _ in SLIPS]
)
def test_a_slip_is_told_in_one_sentence_at_its_field(path, value, says, capsys, tmp_path):
    status, out, err = said(capsys, tmp_path, spoiled(path, value))
    assert (status, out) == (2, "")
    assert says in err
    assert err.startswith("control-room: ")
    assert err.endswith(".\n")
    assert err.count("\n") == 1


def test_a_card_of_a_type_that_the_clan_has_not_in_this_edition_is_told_with_those_it_has():
    def with_fewer(edition):
        scenario = of_edition(edition)
        fewer = {key: kind for key, kind in scenario.card_kinds.items() if key != ("west", "ukita", "double")}
        return replace(scenario, card_kinds=fewer)

    with pytest.raises(OrderError) as told:
        answers(BATTLE, with_fewer)
    assert (told.value.field, told.value.ruling) == ("cards.west.0.type", "3.3")
    assert told.value.sentence.startswith("ukita has no double card in this edition; its types are normal and special")


def test_the_document_that_is_spoiled_has_no_fault(capsys, tmp_path):
    status, out, err = said(capsys, tmp_path, BATTLE)
    assert (status, err) == (0, "")
    assert json.loads(out)["losses"]["attacker"]["blocks"] == ["w2", "w3"]


def test_a_list_gives_a_list_and_one_fault_stops_all(capsys, tmp_path):
    assert json.loads(said(capsys, tmp_path, [])[1]) == []
    assert len(json.loads(said(capsys, tmp_path, [BATTLE, BATTLE])[1])) == 2
    faulty = [BATTLE] * 17 + [spoiled(("plays", 1, "card"), "k2")]
    status, out, err = said(capsys, tmp_path, faulty)
    assert (status, out) == (2, "")
    assert "[17].plays[1].card: k2 is a loyalty challenge and deploys nobody; for e1 fit k1 (8.2.2)." in err


def test_what_is_no_json_is_refused(capsys, tmp_path):
    status, out, err = said(capsys, tmp_path, '{"edition": "gmt",')
    assert (status, out) == (2, "")
    assert "is no JSON" in err


@pytest.mark.parametrize("side", ["west", "east"])
def test_null_is_left_out(side, capsys, tmp_path):
    document = copy.deepcopy(BATTLE)
    document["losses"][side] = None
    document["cards"]["east"][1]["clan"] = None
    document["plays"][0] |= {"card": None, "challenge": None, "refute": None, "pass": None}
    document["plays"][5] = {"side": "west", "refute": None, "block": None, "pass": None}
    answer = json.loads(said(capsys, tmp_path, document)[1])
    assert answer == json.loads(said(capsys, tmp_path, BATTLE)[1])
    del document["losses"], document["castle"]
    assert json.loads(said(capsys, tmp_path, document)[1]) == answer


def test_a_combat_that_is_not_over_says_so(capsys, tmp_path):
    document = spoiled(("losses",), GONE)
    del document["plays"][6:]
    answer = json.loads(said(capsys, tmp_path, document)[1])
    assert answer["over"] is False
    assert {name for name, value in answer.items() if value is None} == {
        "winner", "retreats", "victory", "castle", "losses", "draws"
    }  # fmt: skip
    assert answer["steps"][-1]["initiative"] == "west"
    assert said(capsys, tmp_path, spoiled(("plays",), []) | {"losses": None})[0] == 0


JUNK = (
    None,
    True,
    False,
    0,
    -1,
    1.5,
    10**30,
    "",
    " ",
    "w1",
    "k2",
    "east",
    "any",
    "disk",
    "ë\u0000",
    [],
    [[]],
    {},
    {"id": "w1"},
)


def places(node, path=()):
    """Every place of a document."""
    yield path
    items = node.items() if isinstance(node, dict) else enumerate(node) if isinstance(node, list) else ()
    for key, value in items:
        yield from places(value, (*path, key))


def mangled(chance):
    """The whole document with one to three places otherwise: junk, left out, or another part of it."""
    document = copy.deepcopy(BATTLE)
    for _ in range(chance.randint(1, 3)):
        path = chance.choice([one for one in places(document) if one])
        *way, last = path
        at = document
        for part in way:
            at = at[part]
        match chance.randrange(3):
            case 0:
                at[last] = copy.deepcopy(chance.choice(JUNK))
            case 1:
                del at[last]
            case 2:
                other = document
                for part in chance.choice([*places(document)]):
                    other = other[part]
                at[last] = copy.deepcopy(other)
    return document


def test_whatever_is_sent_is_answered_or_refused_in_a_sentence_and_nothing_else():
    chance, sentences = random.Random("1600"), []
    for _ in range(600):
        document = mangled(chance)
        before = json.dumps(document)
        try:
            json.dumps(answers(document, of_edition))
        except OrderError as error:
            sentences.append(error.sentence)
        assert json.dumps(document) == before
    assert 300 < len(sentences) < 600
    assert [one for one in sentences if not one.endswith(".") or "None" in one] == []
