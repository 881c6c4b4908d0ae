"""`control-room march`: the schema of the scripting surface, and a sentence for what does not fit it."""

import json
import shutil
from functools import partial

import pytest

from control.cli import main
from control.kernel import settings
from control.kernel.errors import OrderError
from control.sekigahara.scenario.load import of_edition, own_edition
from control.sekigahara.scripting.faults import in_brackets
from control.sekigahara.scripting.march import answers
from tests.sekigahara.combats import a_combat

POSITION = {
    "units": {"osaka": {"west": 6}, "sawayama": {"east": 1}, "gifu": {"west": 2, "east": 3, "castle": "west"}},
    "leaders": ["osaka"],
    "disks": ["toyotomi", "sanada"],
    "used": [["kyoto", "minakuchi"]],
    "moved": {"osaka": 1},
}
MARCH = {
    "edition": "gmt",
    "side": "west",
    "force_march": 1,
    "stack": {"place": "osaka", "blocks": 4},
    "position": POSITION,
}


def with_(path, value):
    """The march with another value at a path; the path of a field that is not there adds it."""
    found = json.loads(json.dumps(MARCH))
    *way, last = path.split(".")
    inner = found
    for part in way:
        inner = inner[int(part)] if isinstance(inner, list) else inner[part]
    if value is None and last in inner:
        del inner[last]
    else:
        inner[int(last) if isinstance(inner, list) else last] = value
    return found


def test_a_march_is_answered_with_the_documented_keys_in_the_documented_order():
    found = answers(MARCH)
    assert [one["to"] for one in found["reach"]] == [
        "ayabe", "gifu", "himeji", "kumano", "kyoto", "miyazu", "sawayama", "tanabe_kii", "tsuruga", "wakayama",
    ]  # fmt: skip
    assert json.dumps(found["reach"][1]) == json.dumps(
        {
            "to": "gifu",
            "way": ["osaka", "kyoto", "sawayama", "gifu"],
            "cards": 0,
            "allowance": 3,
            "used": 3,
            "overruns": ["sawayama"],
            "why": [
                "+1 base (7.3.3), +1 the own castle at Osaka (7.3.4) and +1 highway all the way (7.3.3): "
                "3, and the way has 3 roads.",
                "Sawayama: 4 overrun 1, four to one or more (7.4.1, S15).",
                "Gifu: the stack stops at an enemy unit (7.3.2).",
            ],
        }
    )


def test_a_list_gives_a_list():
    assert answers([MARCH, MARCH]) == [answers(MARCH)] * 2
    assert answers([]) == []


def test_only_the_units_must_be_given_and_null_is_as_good_as_nothing():
    little = {**MARCH, "position": {"units": POSITION["units"]}}
    nulls = {"leaders": None, "disks": None, "used": None, "moved": None}
    units = {"osaka": {"west": 6, "east": None, "castle": None}, **dict(list(POSITION["units"].items())[1:])}
    assert answers({**MARCH, "position": {"units": units, **nulls}}) == answers(little)
    unforced = {name: value for name, value in MARCH.items() if name != "force_march"}
    assert answers(unforced) == answers({**MARCH, "force_march": None}) == answers({**MARCH, "force_march": 0})


def test_nowhere_to_go_is_no_fault():
    alone = with_("position.units.osaka.west", 16)
    assert answers({**alone, "stack": {"place": "osaka", "blocks": 15}, "force_march": 0}) == {"reach": []}


FAULTS = {
    "edition": ("edition", "gtm", 'There is no edition "gtm". Did you mean "gmt"? Give one of gmt, kessen.'),
    "side": ("side", "north", 'A side is one of east, west, not "north".'),
    "force_march": ("force_march", 2, "Force_march is from 0 to 1, not 2."),
    "place": ("stack.place", "osakka", 'no place "osakka" on this board (4.1). Did you mean "osaka"?'),
    "no blocks": ("stack.blocks", 0, "The number of blocks of the stack is from 1 to 48, not 0."),
    "many": ("stack.blocks", 6, "at Osaka, of which 1 may not move: at most 5 can go, not 6 (7.3.1)"),
    "units": ("position.units", None, '"units" is missing: the number of blocks of each side'),
    "a place of units": ("position.units.kyouto", {"west": 1}, 'no place "kyouto"'),
    "a side of units": ("position.units.osaka.north", 1, 'There is no field "north" here.'),
    "minus": ("position.units.osaka.east", -1, "from 0 to 48, not −1"),
    "first": ("position.units.gifu.castle", None, "at the castle of Gifu: say which had it first, east or west (S4)"),
    "first of no castle": ("position.units.osaka.castle", "west", "the castle of a standing disk is its owner's"),
    "first alone": ("position.units.sawayama.castle", "east", "At Sawayama there is no castle"),
    "leader": ("position.leaders.0", "edo", "The west has no block at Edo, so no leader is there (7.3.4)"),
    "disk": ("position.disks.0", "torii", 'There is no disk "torii" in this edition, only sanada and toyotomi (3.4).'),
    "road": (
        "position.used.0",
        ["osaka", "edo"],
        "No road leads from Osaka to Edo (7.3.1); from Osaka there is one to Himeji, Kyoto",
    ),
    "half a road": ("position.used.0", ["osaka"], 'such as ["kyoto", "minakuchi"], not ["osaka"]'),
    "moved": ("position.moved.osaka", 7, "has 6 blocks at Osaka, so no 7 of them can have moved"),
    "a field that is none": ("stack.leader", True, 'There is no field "leader" here.'),
}


@pytest.mark.parametrize(("path", "value", "sentence"), FAULTS.values(), ids=FAULTS)
def test_a_fault_is_told_at_its_field(path, value, sentence):
    with pytest.raises(OrderError) as refused:
        answers([MARCH, with_(path, value)])
    field = refused.value.field
    assert field == f"1.{path}"
    assert sentence in refused.value.sentence


def test_seventeen_and_besieged_blocks_are_refused_with_the_rule():
    units = {"osaka": {"west": 17}, "gifu": {"west": 1, "east": 3, "castle": "west"}}
    for place, blocks, field, rule in (("osaka", 17, "stack.blocks", "7.3.6"), ("gifu", 1, "stack.place", "8.9.6")):
        asked = {**MARCH, "stack": {"place": place, "blocks": blocks}, "position": {"units": units}}
        with pytest.raises(OrderError, match=rule) as refused:
            answers(asked)
        assert (refused.value.field, refused.value.ruling) == (field, rule)


def test_on_the_command_line_a_fault_is_one_sentence_with_its_path(tmp_path, capsys):
    file = tmp_path / "march.json"
    file.write_text(json.dumps([MARCH, with_("position.used.0", ["osaka", "edo"])]), encoding="utf-8")
    assert main(["march", str(file)]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("control-room: [1].position.used[0]: No road leads from Osaka to Edo")
    assert err.count("\n") == 1
    file.write_text(json.dumps({"edition": "gmt", "sid": "west"}), encoding="utf-8")
    assert main(["march", str(file)]) == 2
    assert capsys.readouterr().err.count("\n") == 1
    file.write_text(json.dumps(MARCH), encoding="utf-8")
    assert main(["march", str(file)]) == 0
    assert json.loads(capsys.readouterr().out) == answers(MARCH)


@pytest.fixture
def mine(tmp_path):
    """A scenario of one's own: another edition, on whose board one road is not there."""
    folder = tmp_path / "mine"
    shutil.copytree(settings.folder("scenarios") / "sekigahara_1600_gmt", folder)
    sheet, roads = folder / "scenario.toml", folder / "roads.csv"
    sheet.write_text(sheet.read_text(encoding="utf-8").replace('"gmt"', '"mine"'), encoding="utf-8")
    lines = roads.read_text(encoding="utf-8").splitlines(keepends=True)
    roads.write_text("".join(one for one in lines if not one.startswith("himeji,osaka,")), encoding="utf-8")
    return folder


@pytest.mark.parametrize("command", ["march", "combat"])
def test_the_edition_of_a_scenario_of_ones_own_can_be_asked_for(command, mine, tmp_path, capsys):
    asked = {"march": MARCH, "combat": a_combat()}[command] | {"edition": "mine"}
    file = tmp_path / "asked.json"
    file.write_text(json.dumps(asked), encoding="utf-8")
    assert main([command, str(file)]) == 2
    assert 'edition: There is no edition "mine". Give one of gmt, kessen.' in capsys.readouterr().err
    assert main([command, str(file), "--scenario", str(mine)]) == 0
    capsys.readouterr()
    assert main([command, str(file), "--scenario", "sekigahara_1600_gmt"]) == 2
    assert "Give one of gmt." in capsys.readouterr().err


def test_the_board_is_that_of_the_scenario(mine):
    ways = [
        [one["way"] for one in answers(MARCH | {"edition": edition}, partial(of_edition, own=own))["reach"]]
        for edition, own in (("gmt", None), ("mine", own_edition(str(mine))))
    ]
    assert [["osaka", "himeji"] in one for one in ways] == [True, False]


def test_a_scenario_that_is_none_of_these_is_refused(mine, tmp_path, capsys):
    file = tmp_path / "asked.json"
    file.write_text(json.dumps(MARCH), encoding="utf-8")
    (mine / "clans.csv").unlink()
    for scenario, said in (
        ("sengoku_1550", "has no command march; it is one of sekigahara"),
        (str(mine), "clans.csv: the file"),
    ):
        assert main(["march", str(file), "--scenario", scenario]) == 2
        assert said in capsys.readouterr().err


def test_a_path_is_written_as_scripts_write_it():
    assert in_brackets("17.plays.3.card") == "[17].plays[3].card"
    assert in_brackets("position.units.osaka") == "position.units.osaka"
    assert in_brackets("") == ""
