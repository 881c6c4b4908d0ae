"""`control-room odds`: what it reads, what it writes, what it refuses."""

import copy
import io
import json
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from control.cli import main
from control.kernel.errors import OrderError, OrderNotAllowed, OrderNotUnderstood
from control.sengoku.rules.tables import Options
from control.sengoku.scripting.battle import resolve
from control.sengoku.scripting.odds import odds
from tests.rulebook import corpus

TABLES = corpus.tables()
KAWANAKAJIMA = {
    name: value for name, value in corpus.document("06-battle-kawanakajima.json")["asks"].items()
    if name not in ("rounds", "then")
}  # fmt: skip
TACTICS = TABLES.tactics.names


@pytest.fixture
def battle():
    """The battle of Kawanakajima before its first round, to be spoilt."""
    return copy.deepcopy(KAWANAKAJIMA)


def weigh(document, **more):
    """The chances by the shipped tables."""
    return odds(document, tables=TABLES, **more)


def figures(document):
    """Every figure of an answer, wherever it stands."""
    if isinstance(document, dict):
        if set(document) == {"exact", "decimal"}:
            yield document
        else:
            for value in document.values():
                yield from figures(value)
    elif isinstance(document, list):
        for value in document:
            yield from figures(value)


def test_a_wound_is_taken_off_as_in_a_battle(battle):
    """R19: at 2 less 1 the chances are those of a general of 1."""
    battle["defender"]["experience"] = 1
    chances = weigh({**battle, "attacker": {**battle["attacker"], "experience": 1}})
    assert weigh({**battle, "attacker": {**battle["attacker"], "experience": 2, "wounded": True}}) == chances


def test_a_pair_of_tactics_is_told_exactly_and_in_decimals(battle):
    answer = weigh(battle)["round"]
    assert {name: answer[name] for name in ("number", "attacker_strength", "defender_strength", "base_odds")} == {
        "number": 1, "attacker_strength": 18, "defender_strength": 25, "base_odds": "2-3",
    }  # fmt: skip
    pair = next(
        pair
        for pair in answer["pairs"]
        if (pair["attacker_tactic"], pair["defender_tactic"]) == ("subterfuge", "outflank")
    )
    nothing = {"exact": "0", "decimal": 0.0}
    assert pair == {
        "attacker_tactic": "subterfuge", "defender_tactic": "outflank", "odds": "3-1",
        "chances": {"AV": nothing, "A": {"exact": "2/3", "decimal": 0.6667}, "X": {"exact": "1/3", "decimal": 0.3333},
                    "D": nothing, "DV": nothing},
        "outright": {"attacker": nothing, "defender": nothing},
        "losses": {"attacker": {"exact": "11/3", "decimal": 3.6667}, "defender": {"exact": "14/3", "decimal": 4.6667}},
        "payoff": {"exact": "1", "decimal": 1.0},
    }  # fmt: skip
    assert answer["best_replies"]["attacker"]["outflank"] == ["subterfuge"]
    assert answer["best_replies"]["defender"]["outflank"] == ["subterfuge"]


def test_pairs_stand_in_the_printed_order_and_the_answer_has_its_parts(battle):
    answer = weigh(battle)
    assert list(answer) == ["round", "battle"]
    assert list(answer["battle"]) == ["from_round", "kept", "anew"]
    for part in (answer["round"], answer["battle"]["kept"]):
        assert [(pair["attacker_tactic"], pair["defender_tactic"]) for pair in part["pairs"]] == [
            (mine, theirs) for mine in TACTICS for theirs in TACTICS
        ]
        assert set(part["best_replies"]["attacker"]) == set(part["best_replies"]["defender"]) == set(TACTICS)
        assert "odds" not in part["equilibrium"]
    for mix in (answer["round"]["equilibrium"]["mix"], answer["battle"]["anew"]["mix"]):
        for side in ("attacker", "defender"):
            assert sum(Fraction(often["exact"]) for often in mix[side].values()) == 1
    assert json.loads(json.dumps(answer)) == answer


def test_every_decimal_is_its_fraction_rounded(battle):
    found = list(figures(weigh(battle)))
    assert len(found) > 36 * (10 + 12)  # and the mixes
    for figure in found:
        assert abs(Fraction(figure["exact"]) - Fraction(figure["decimal"])) <= Fraction(1, 19_999)
        assert figure["decimal"] == round(figure["decimal"], 4)


@pytest.mark.parametrize(
    ("over", "parts"), [("round", ["round"]), ("battle", ["battle"]), ("both", ["round", "battle"])]
)
def test_over_says_how_far_to_look(battle, over, parts):
    answer = weigh({**battle, "over": over})
    assert list(answer) == parts
    assert all(answer[part] == weigh(battle)[part] for part in parts)


def test_a_later_round_has_fewer_to_come_and_what_was_lost_is_gone(battle):
    battle["round"] = 3
    battle["attacker"]["lost"], battle["defender"]["lost"] = 9, 7
    answer = weigh(battle)
    assert (answer["round"]["number"], answer["battle"]["from_round"]) == (3, 3)
    assert (answer["round"]["attacker_strength"], answer["round"]["defender_strength"]) == (9, 18)
    assert answer["battle"]["anew"]["rounds"]["exact"] == "1"
    assert answer["battle"]["anew"]["mix"] == answer["round"]["equilibrium"]["mix"]
    lost = answer["battle"]["anew"]
    assert lost["troops_lost"] == lost["losses"]  # the five men of the castle fell before


def test_a_list_of_battles_gives_a_list_of_answers(battle):
    second = {**battle, "over": "round"}
    assert weigh([battle, second]) == [weigh(battle), weigh(second)]


def test_options_of_the_scenario_hold_where_the_battle_says_nothing(battle):
    battle["over"] = "battle"
    named = copy.deepcopy(battle)
    named["options"] = {"losses_fall_on": "troops_first"}
    del battle["options"]
    assert weigh(battle, options=Options(losses_fall_on="troops_first")) == weigh(named) != weigh(battle)


def test_r4_the_levy_beside_too_few_troops_is_weighed_as_well(battle):
    battle["defender"] |= {"troops": 3, "fortification": "none", "in_person": 0, "intrinsic_defence": 7}
    battle["over"] = "round"
    assert weigh(battle)["round"]["defender_strength"] == 3
    assert weigh(battle, options=Options(intrinsic="at_least"))["round"]["defender_strength"] == 7


def test_at_sea_there_are_25_pairs(battle):
    battle["province"] = {"sea": True}
    assert len(weigh(battle)["round"]["pairs"]) == 25


dice = st.integers(1, 6)


@settings(deadline=None)
@given(st.sampled_from(TACTICS), st.sampled_from(TACTICS), dice)
def test_the_odds_agree_with_the_battle_command(mine, theirs, die):
    asked = {**KAWANAKAJIMA, "rounds": [{"attacker_tactic": mine, "defender_tactic": theirs, "die": die}]}
    report = resolve(asked, tables=TABLES, dice=None)["rounds"][0]
    pair = next(
        pair
        for pair in weigh({**KAWANAKAJIMA, "over": "round"})["round"]["pairs"]
        if (pair["attacker_tactic"], pair["defender_tactic"]) == (mine, theirs)
    )
    assert pair["odds"] == report["odds"]
    assert Fraction(pair["chances"][report["result"]]["exact"]) > 0


@pytest.mark.parametrize(
    ("change", "kind", "field", "words"),
    [
        ({"rounds": []}, OrderNotUnderstood, "rounds", 'no field "rounds"'),
        ({"over": "war"}, OrderNotUnderstood, "over", '"over" is one of round, battle, both'),
        ({"round": "1"}, OrderNotUnderstood, "round", "whole number"),
        ({"round": 4}, OrderNotAllowed, "round", "at most 3 rounds"),
        ({"round": 0}, OrderNotAllowed, "round", "has rounds 1 to 3"),
        ({"attacker": None}, OrderNotUnderstood, "attacker", "object in braces"),
        ({"attacker": {"name": "Uesugi", "troops": 18}}, OrderNotUnderstood, "attacker.experience", "missing"),
        ({"attacker": {"name": "U", "troops": 0, "experience": 1}}, OrderNotAllowed, "attacker.troops", "nobody left"),
        ({"round": 2, "attacker": {"name": "U", "troops": 3, "experience": 1, "lost": 3}}, OrderNotAllowed,
         "attacker.lost", "of its strength of 3 it has lost 3"),
        ({"attacker": {"name": "U", "troops": 3, "experience": 1, "lost": 1}}, OrderNotAllowed, "attacker.lost",
         "before round 1"),
        ({"defender": {"name": "T", "troops": 3, "experience": 1, "fortification": "castel"}}, OrderNotUnderstood,
         "defender.fortification", 'Did you mean "castle"'),
        ({"defender": {"name": "T", "troops": 3, "experience": 1, "lost": -1}}, OrderNotUnderstood, "defender.lost",
         "from 0"),
        ({"options": {"odds_rounding": "up"}}, OrderNotUnderstood, "options.odds_rounding", "defender, nearest"),
        ({"attacker": {"name": "U", "troops": 3, "experience": 1, "fortification": "castle"}}, OrderNotAllowed,
         "defender.fortification", "has one holder"),
        ({"round": 2, "defender": {"name": "T", "troops": 0, "experience": 0, "intrinsic_defence": 5, "lost": 5}},
         OrderNotAllowed, "defender.lost", "of its strength of 5 it has lost 5"),
        ({"province": {"sea": True}, "defender": {"name": "T", "troops": 0, "experience": 0, "intrinsic_defence": 5}},
         OrderNotAllowed, "defender.intrinsic_defence", "at sea the intrinsic defence counts nothing"),
    ],
)  # fmt: skip
def test_a_fault_is_named_at_its_field(battle, change, kind, field, words):
    spoilt = {**battle, **change}
    for document, place in ((spoilt, field), ([battle, spoilt], f"1.{field}")):
        with pytest.raises(OrderError) as caught:
            weigh(document)
        assert type(caught.value) is kind
        assert caught.value.field == place
        assert words in caught.value.sentence


@pytest.mark.parametrize("document", [[], 3, "battle", None, [[]]])
def test_what_is_no_battle_is_not_understood(document):
    with pytest.raises(OrderNotUnderstood):
        weigh(document)


def test_fractions_beyond_all_reading_are_left_out(battle, monkeypatch):
    monkeypatch.setattr("control.sengoku.scripting.odds.LONGEST", 5)
    found = list(figures(weigh({**battle, "over": "round"})))
    assert {"exact": None, "decimal": 0.1718} in found
    assert {"exact": "2/3", "decimal": 0.6667} in found


# ---- the command line


@pytest.fixture
def run(capsys, monkeypatch):
    """Runs the command line; its exit status, what it wrote, what it complained of."""

    def command(document, *more):
        text = document if isinstance(document, str) else json.dumps(document)
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
        return main(["odds", "-", *more]), *capsys.readouterr()

    return command


def test_the_command_writes_what_the_function_gives(run, battle):
    status, out, err = run(battle, "--scenario", "sengoku_1550")
    assert (status, json.loads(out), err) == (0, weigh(battle), "")


def test_the_command_says_what_is_wrong_and_exits_2(run, battle):
    battle["attacker"]["experience"] = 5
    assert run(battle)[:2] == (2, "")
    assert "control-room: attacker.experience: Experience is from 0 to 4" in run(battle)[2]
    assert "control-room: 1.attacker.experience: " in run([KAWANAKAJIMA, battle])[2]
    assert "is no JSON" in run("{")[2]
    assert "is empty: it should say something in JSON" in run(" \n")[2]
