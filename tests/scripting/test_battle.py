"""`control-room battle` without the command line: what it reads, what it writes, what it refuses."""

import copy
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from control.kernel.chance.dice import Dice
from control.kernel.errors import OrderError, OrderNotAllowed, OrderNotUnderstood
from control.sengoku.rules.tables import Options
from control.sengoku.scripting.battle import resolve
from control.sengoku.scripting.odds import odds
from tests.rulebook import corpus

TABLES = corpus.tables()
KAWANAKAJIMA = corpus.document("06-battle-kawanakajima.json")
TACTICS = TABLES.tactics.names


@pytest.fixture
def battle():
    """The battle of Kawanakajima, to be spoilt."""
    return copy.deepcopy(KAWANAKAJIMA["asks"])


def run(document, **more):
    """Resolve a document with the shipped tables."""
    return resolve(document, tables=TABLES, dice=more.pop("dice", None) or Dice(seed=1), **more)


def spoil(document, path, value):
    """Put a value at a dotted path; list items count from 0."""
    *way, last = (int(step) if step.isdigit() else step for step in path.split("."))
    for step in way:
        document = document[step]
    document[last] = value


def refusal(document, kind=OrderError):
    """The error a document is refused with."""
    with pytest.raises(kind) as caught:
        run(document)
    return caught.value


def test_the_answer_has_its_keys_in_the_order_of_the_schema(battle):
    assert json.dumps(run(battle)) == json.dumps(KAWANAKAJIMA["gives"])


def test_a_list_of_battles_gives_a_list_of_answers(battle):
    assert run([battle, battle]) == [KAWANAKAJIMA["gives"]] * 2


def test_a_battle_with_nothing_but_its_sides_is_fought_on_flat_land_and_both_stay():
    answer = run(
        {
            "attacker": {"name": "Uesugi", "troops": 10, "experience": 1},
            "defender": {"name": "Takeda", "troops": 10, "experience": 1},
            "rounds": [{"attacker_tactic": "outflank", "defender_tactic": "outflank", "die": 3}],
        }
    )
    assert (answer["rounds"][0]["odds"], answer["ended_by"], answer["winner"]) == ("1-1", "both_stay", None)


def test_a_force_without_a_general_has_no_home_is_inferior_and_learns_nothing(battle):
    """A garrison, or a levy (R4)."""
    battle["defender"] |= {"experience": 0, "home_province": True, "troops": 60}
    battle["attacker"]["experience"] = 1
    answer = run(battle)
    shifts = [(shift["reason"], shift.get("side")) for shift in answer["rounds"][0]["shifts"]]
    assert shifts == [("superior_general", "attacker"), ("mountainous", None), ("tactics", None)]
    assert (answer["winner"], answer["experience"]["defender"]) == ("defender", 0)


@pytest.mark.parametrize(("penalty", "superior"), [(None, "defender"), (0, None), (1, "defender")])
def test_a_wound_is_taken_off_while_they_fight_and_not_off_what_the_general_is_afterwards(battle, penalty, superior):
    """R19: 2 less 1 for his wound are no match for 2; unhurt by it he would be the other's equal."""
    battle["attacker"] |= {"experience": 2, "wounded": True}
    battle["then"] = "defender_withdraws"
    if penalty is not None:
        battle["options"]["wound_penalty"] = penalty
    answer = run(battle)
    shifts = {shift["reason"]: shift.get("side") for shift in answer["rounds"][0]["shifts"]}
    assert shifts.get("superior_general") == superior
    assert answer["experience"] == {"attacker": 3, "defender": 2}


def test_a_wounded_generals_side_has_as_many_in_person_as_are_said(battle):
    battle["attacker"] |= {"wounded": True, "troops": 10, "in_person": 2}
    assert run(battle)["rounds"][0]["attacker_strength"] == 12
    battle["attacker"] |= {"wounded": False}
    assert run(battle)["rounds"][0]["attacker_strength"] == 12


def test_a_wounded_general_is_not_said_to_fight_in_person(battle):
    battle["attacker"] |= {"wounded": True, "in_person": True}
    with pytest.raises(OrderNotUnderstood) as caught:
        run(battle)
    assert caught.value.field == "attacker.in_person"
    assert "he is wounded, so he does not (R19)" in caught.value.sentence


def test_the_penalty_for_a_wound_is_the_scenarios_where_the_battle_says_nothing(battle):
    battle["attacker"] |= {"experience": 2, "wounded": True}
    answer = run(battle, options=Options(wound_penalty=0))
    assert "superior_general" not in [shift["reason"] for shift in answer["rounds"][0]["shifts"]]


def test_a_missing_die_is_rolled(battle):
    for asked in battle["rounds"]:
        del asked["die"]
    dice = Dice(thrown=[6, 2])
    assert run(battle, dice=dice) == KAWANAKAJIMA["gives"]
    assert [drawn.what for drawn in dice.drawn] == ["battle round 1", "battle round 2"]


def test_a_given_die_leaves_the_rolled_ones_alone(battle):
    del battle["rounds"][1]["die"]
    dice = Dice(thrown=[2])
    assert run(battle, dice=dice) == KAWANAKAJIMA["gives"]


def test_r4_a_levy_stands_beside_fewer_troops_than_its_land_is_worth_where_the_option_says_so(battle):
    battle["defender"] |= {"troops": 3, "fortification": "none", "in_person": 0, "intrinsic_defence": 7}
    battle["rounds"] = battle["rounds"][:1]
    strength = [run(battle, options=Options(intrinsic=one))["rounds"][0]["defender_strength"]
                for one in ("unless_garrisoned", "at_least")]  # fmt: skip
    assert strength == [3, 7]
    battle["options"]["intrinsic"] = "at_least"
    assert run(battle)["rounds"][0]["defender_strength"] == 7
    battle["defender"]["troops"] = 9
    assert run(battle)["rounds"][0]["defender_strength"] == 9


def test_r4_a_levy_without_a_counter_beside_it_fights_with_all_that_its_land_is_worth(battle):
    battle["defender"] = {"name": "The levy of Kai", "troops": 0, "experience": 0, "intrinsic_defence": 7}
    battle["rounds"] = battle["rounds"][:1]
    (first, *_) = run(battle)["rounds"]
    assert first["defender_strength"] == 7


def test_options_of_the_scenario_hold_where_the_battle_says_nothing(battle):
    del battle["options"]
    assert run(battle, options=Options(losses_fall_on="troops_first"))["troops_lost"] == {"attacker": 9, "defender": 7}
    battle["options"] = {"losses_fall_on": "notional_first"}
    assert run(battle, options=Options(losses_fall_on="troops_first"))["troops_lost"] == {"attacker": 9, "defender": 2}


def test_what_was_sent_is_not_changed(battle):
    run(battle)
    assert battle == KAWANAKAJIMA["asks"]


@pytest.mark.parametrize(
    ("path", "value", "sentence"),
    [
        ("rounds.0.die", 7, "A die is from 1 to 6, not 7."),
        ("rounds.0.die", "six", 'A die is a whole number from 1 to 6, not "six".'),
        ("rounds.1.die", 2.5, "A die is a whole number from 1 to 6, not 2.5."),
        ("rounds.1.die", True, "A die is a whole number from 1 to 6, not true."),
        ("attacker.troops", "ten", 'A number of troops is a whole number from 0 to 10,000, not "ten".'),
        ("attacker.troops", "10", 'A number of troops is a whole number from 0 to 10,000, not "10".'),
        ("defender.troops", -1, "A number of troops is from 0 to 10,000, not −1."),
        ("defender.troops", 10**9, "A number of troops is from 0 to 10,000, not 1,000,000,000."),
        ("defender.troops", None, "A number of troops is a whole number from 0 to 10,000, not null."),
        ("attacker.experience", -1, "Experience is from 0 to 4, not −1."),
        ("attacker.experience", 5, "Experience is from 0 to 4, not 5."),
        ("attacker.name", 7, "A name is text, not 7."),
        ("attacker.in_person", 21, '"in_person" is true or false, or how many generals (0 to 20), not 21.'),
        ("defender.in_person", "yes", '"in_person" is true or false, or how many generals (0 to 20), not "yes".'),
        (
            "attacker.fortification",
            "castel",
            'A fortification is one of none, castle, fortress, not "castel". Did you mean "castle"?',
        ),
        (
            "rounds.0.attacker_tactic",
            "outflnk",
            f'A tactic is one of {", ".join(TACTICS)}, not "outflnk". Did you mean "outflank"?',
        ),
        ("rounds.1.defender_tactic", "charge", f'A tactic is one of {", ".join(TACTICS)}, not "charge".'),
        ("then", "run_away", '"then" is one of attacker_withdraws, defender_withdraws, both_stay, not "run_away".'),
        ("options.odds_rounding", "up", 'Odds_rounding is one of defender, nearest, not "up".'),
        ("attacker.intrinsic_defence", -3, "An intrinsic defence is from 0 to 10,000, not −3."),
    ],
)
def test_what_cannot_be_read_is_told_at_the_field(battle, path, value, sentence):
    spoil(battle, path, value)
    error = refusal(battle, OrderNotUnderstood)
    assert (error.field, error.sentence) == (path, sentence)


@pytest.mark.parametrize("field", ["in_person", "wounded"])
@pytest.mark.parametrize("script", [resolve, odds])
def test_what_only_a_general_can_be_is_refused_of_a_force_without_one(battle, script, field):
    battle["attacker"] |= {"experience": 0, field: True}
    if script is odds:
        del battle["rounds"], battle["then"]
    with pytest.raises(OrderNotUnderstood) as caught:
        script(battle, tables=TABLES, **({"dice": Dice()} if script is resolve else {}))
    assert (caught.value.field, caught.value.sentence) == (
        f"attacker.{field}",
        f'"{field}" is said of a general, and a force of experience 0 has none (R4). '
        "Give his experience, 1 to 4, or leave this out.",
    )


@pytest.mark.parametrize("nothing", [{"in_person": False, "wounded": False}, {"in_person": 0}])
def test_a_force_without_a_general_may_say_that_nobody_fights_in_person(battle, nothing):
    battle["defender"] |= {"experience": 0, "in_person": False}
    answer = run(battle)
    battle["defender"] |= nothing
    assert run(battle) == answer


@pytest.mark.parametrize(
    ("path", "near"),
    [
        ("atacker", "attacker"),
        ("attacker.troop", "troops"),
        ("rounds.0.dice", "die"),
        ("province.mountanous", "mountainous"),
        ("options.odds_round", "odds_rounding"),
    ],
)
def test_an_unknown_field_is_refused_with_the_nearest_name(battle, path, near):
    spoil(battle, path, 1)
    error = refusal(battle, OrderNotUnderstood)
    assert error.field == path
    assert f'Did you mean "{near}"?' in error.sentence


@pytest.mark.parametrize("path", ["attacker", "rounds", "defender.name", "defender.troops", "rounds.1.attacker_tactic"])
def test_a_missing_field_is_named(battle, path):
    *way, last = (int(step) if step.isdigit() else step for step in path.split("."))
    place = battle
    for step in way:
        place = place[step]
    del place[last]
    error = refusal(battle, OrderNotUnderstood)
    assert (error.field, error.sentence) == (path, f'"{last}" is missing.')


@pytest.mark.parametrize("document", [None, 5, "Kawanakajima", True, [5], [[]]])
def test_a_battle_is_an_object(document):
    error = refusal(document, OrderNotUnderstood)
    assert error.sentence.startswith("A battle is a JSON object in braces, not ")
    assert error.field == ("0" if isinstance(document, list) else "")


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("province", []),
        ("attacker", "Uesugi"),
        ("rounds", {}),
        ("rounds", "3"),
        ("rounds.0", 6),
        ("attacker.home_province", "no"),
        ("province.sea", 0),
        ("rounds.0.attacker_tactic", None),
    ],
)
def test_a_value_of_the_wrong_kind_is_told_at_the_field(battle, path, value):
    spoil(battle, path, value)
    assert refusal(battle, OrderNotUnderstood).field == path


def test_an_empty_list_of_battles_is_refused():
    assert refusal([], OrderNotUnderstood).sentence == "The list of battles is empty; give one battle or more."


def test_a_fault_in_a_list_is_told_with_the_number_of_the_battle(battle):
    spoilt = copy.deepcopy(battle)
    spoilt["rounds"][0]["die"] = 7
    assert refusal([battle, spoilt]).field == "1.rounds.0.die"


def test_a_round_after_an_outright_victory_is_refused(battle):
    battle["rounds"] = [
        {"attacker_tactic": "subterfuge", "defender_tactic": "outflank", "die": 6},
        {"attacker_tactic": "subterfuge", "defender_tactic": "outflank", "die": 6},
    ]
    battle["attacker"]["troops"] = 200
    error = refusal(battle, OrderNotAllowed)
    assert error.field == "rounds.1"
    assert error.sentence == (
        "The battle ended in round 1 (outright victory of the attacker, AV), so there is no round 2 (R6). "
        "Leave the later rounds out."
    )


def test_a_round_after_a_side_has_nobody_left_is_refused(battle):
    battle["attacker"]["troops"] = 1
    error = refusal(battle, OrderNotAllowed)
    assert error.field == "rounds.1"
    assert error.sentence == (
        "The battle ended in round 1 (Uesugi Kenshin has nobody left), so there is no round 2 (R7). "
        "Leave the later rounds out."
    )


def test_rounds_planned_after_a_rolled_die_ended_the_battle_are_left_out(battle):
    battle["rounds"] = [{"attacker_tactic": "subterfuge", "defender_tactic": "outflank"}] * 3
    battle["attacker"]["troops"] = 80
    fought = {len(run(battle, dice=Dice(seed=seed))["rounds"]) for seed in range(20)}
    assert fought >= {1, 2}


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize(("sea", "tactic"), [(False, "charge"), (True, "fortify")])
def test_a_tactic_that_there_is_not_is_refused_whether_the_battle_gets_there_or_not(battle, seed, sea, tactic):
    battle["province"] = {"sea": sea}
    battle["attacker"]["troops"] = 60
    battle["defender"]["fortification"] = "none"
    battle["rounds"] = [{"attacker_tactic": "outflank", "defender_tactic": "outflank"} for _ in range(3)]
    assert len(run(copy.deepcopy(battle), dice=Dice(seed=seed))["rounds"]) < 3
    battle["rounds"][2]["defender_tactic"] = tactic
    with pytest.raises(OrderError) as caught:
        run(battle, dice=Dice(seed=seed))
    assert caught.value.field == "rounds.2.defender_tactic"


def test_field_defences_at_sea_are_refused_at_the_tactic(battle):
    battle["province"]["sea"] = True
    battle["rounds"][1]["defender_tactic"] = "fortify"
    error = refusal(battle, OrderNotAllowed)
    assert (error.field, error.ruling) == ("rounds.1.defender_tactic", "R10")


def test_works_count_for_the_attacker_where_it_is_he_who_holds_them(battle):
    for side, castle in (("attacker", "castle"), ("defender", "none")):
        battle[side] |= {"troops": 10, "in_person": 0, "fortification": castle}
    (first, *_) = run(battle)["rounds"]
    assert (first["attacker_strength"], first["defender_strength"]) == (15, 10)


def test_a_side_with_nobody_cannot_fight(battle):
    battle["attacker"]["troops"] = 0
    error = refusal(battle, OrderNotAllowed)
    assert (error.field, error.ruling) == ("attacker.troops", "R7")


json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**12), 10**12) | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)
PATHS = (
    "province",
    "province.sea",
    "attacker",
    "attacker.name",
    "attacker.troops",
    "attacker.experience",
    "attacker.fortification",
    "defender.home_province",
    "options",
    "options.losses_fall_on",
    "rounds",
    "rounds.0",
    "rounds.0.die",
    "rounds.1.attacker_tactic",
    "then",
)


@given(st.sampled_from(PATHS), json_values)
def test_whatever_is_sent_is_resolved_or_refused_with_a_sentence(path, value):
    document = copy.deepcopy(KAWANAKAJIMA["asks"])
    spoil(document, path, value)
    try:
        answer = run(document)
    except OrderError as refused:
        ends_well = refused.sentence.endswith((".", "?"))
    else:
        ends_well = json.loads(json.dumps(answer)) == answer
    assert ends_well


tactics = st.sampled_from([name for name in TACTICS if name not in TABLES.tactics.not_at_sea])


@given(st.integers(1, 60), st.integers(1, 60), st.booleans(), tactics, tactics, st.integers())
def test_dice_rolled_here_and_sent_back_as_thrown_give_the_same_answer(attacker, defender, sea, mine, other, seed):
    question = {
        "province": {"sea": sea},
        "attacker": {"name": "Uesugi", "troops": attacker, "experience": 1},
        "defender": {"name": "Takeda", "troops": defender, "experience": 2},
        "rounds": [{"attacker_tactic": mine, "defender_tactic": other}],
    }
    answer = run(json.loads(json.dumps(question)), dice=Dice(seed=seed))
    question["rounds"][0]["die"] = answer["rounds"][0]["die"]
    assert json.loads(json.dumps(run(question))) == answer
