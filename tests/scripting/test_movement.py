"""`control-room movement`: the schema of the scripting surface, and a sentence for what does not fit it."""

import json

import pytest

from control.kernel.errors import OrderError, OrderNotAllowed, OrderNotUnderstood
from control.sengoku.rules.march.geography import Geography
from control.sengoku.rules.tables import Options
from control.sengoku.scripting.movement import adjudicate

ARMY = {"id": "A1", "side": "takeda", "province": "kai", "experience": 4, "route": ["shinano", "hida"]}
SEASON = {
    "season": "spring",
    "adjacency": [["kai", "shinano"], ["echigo", "shinano"], ["shinano", "hida"]],
    "sea_crossings": [["buzen", "nagato"]],
    "roads": {"tokaido": [["omi", "ise"]], "nakasendo": [["omi", "mino"]]},
    "armies": [
        ARMY,
        {"id": "B2", "side": "uesugi", "province": "echigo", "experience": 4, "route": ["shinano"]},
        {"id": "C1", "side": "hojo", "province": "hida", "experience": 3, "route": ["shinano", "aki"]},
    ],
    "hostile": [["takeda", "uesugi"]],
    "closed": {"hida": ["takeda"]},
}


@pytest.fixture
def scenario_map():
    return Geography.build([("kai", "shinano"), ("kai", "suruga")], [], {"tokaido": [("kai", "suruga")]})


def quiet(phase):
    return {"phase": phase, "moves": [], "encounters": [], "stopped": []}


def test_a_season_is_answered_with_the_documented_keys_in_the_documented_order(tables):
    answer = adjudicate(SEASON, tables=tables)
    reason = (
        'There is no province "aki" on this map. Did you mean "kai"? From shinano an army can go to echigo, hida, kai.'
    )
    assert json.dumps(answer) == json.dumps(
        {
            "phases": [
                {
                    "phase": 1,
                    "moves": [
                        {"army": "A1", "from": "kai", "to": "shinano"},
                        {"army": "B2", "from": "echigo", "to": "shinano"},
                    ],
                    "encounters": [{"province": "shinano", "kind": "meeting", "armies": ["A1", "B2"]}],
                    "stopped": [{"army": "A1", "reason": "meeting"}, {"army": "B2", "reason": "meeting"}],
                },
                {
                    "phase": 2,
                    "moves": [{"army": "C1", "from": "hida", "to": "shinano"}],
                    # A third army entered a province where two enemies stand.
                    "encounters": [{"province": "shinano", "kind": "meeting", "armies": ["A1", "B2"]}],
                    "stopped": [],
                },
                quiet(3),
                quiet(4),
            ],
            "positions": {"A1": "shinano", "B2": "shinano", "C1": "shinano"},
            "allowances": {"A1": 4, "B2": 4, "C1": 3},
            "errors": [{"army": "C1", "leg": 2, "to": "aki", "reason": reason}],
        }
    )


def test_a_list_of_seasons_is_answered_with_a_list(tables):
    assert adjudicate([SEASON, SEASON], tables=tables) == [adjudicate(SEASON, tables=tables)] * 2


def test_an_empty_world_has_four_quiet_phases(tables):
    assert adjudicate({"season": "autumn", "adjacency": [], "armies": []}, tables=tables) == {
        "phases": [quiet(phase) for phase in (1, 2, 3, 4)],
        "positions": {},
        "allowances": {},
        "errors": [],
    }


def test_lists_are_sorted_by_id_as_text(tables):
    armies = [{**ARMY, "id": army, "route": ["shinano", "aki"]} for army in ("A2", "A10", "A1")]
    answer = adjudicate({**SEASON, "armies": armies}, tables=tables)
    assert [move["army"] for move in answer["phases"][0]["moves"]] == ["A1", "A10", "A2"]
    assert [error["army"] for error in answer["errors"]] == ["A1", "A10", "A2"]
    assert list(answer["positions"]) == list(answer["allowances"]) == ["A1", "A10", "A2"]


@pytest.mark.parametrize(
    ("route", "reason"),
    [
        (["hida"], "hida is not next to kai. From kai an army can go to shinano."),
        (
            ["shinanno"],
            'There is no province "shinanno" on this map. Did you mean "shinano"? From kai an army can go to shinano.',
        ),
        (["kai"], "kai is where the army already stands. From kai an army can go to shinano."),
    ],
)
def test_an_impossible_leg_says_where_the_army_could_go(tables, route, reason):
    answer = adjudicate({**SEASON, "armies": [{**ARMY, "route": route}]}, tables=tables)
    assert answer["errors"] == [{"army": "A1", "leg": 1, "to": route[0], "reason": reason}]


def test_an_army_off_the_map_is_told_that_nothing_leads_out(tables):
    answer = adjudicate({**SEASON, "armies": [{**ARMY, "province": "oki"}]}, tables=tables)
    reason = "shinano is not next to oki. No border or crossing leads out of oki."
    assert answer["errors"][0]["reason"] == reason
    assert answer["positions"] == {"A1": "oki"}


# The map


def test_the_scenario_gives_the_map_when_the_document_brings_none(tables, scenario_map):
    army = {**ARMY, "experience": 2, "route": ["suruga", "kai", "suruga"]}
    document = {"season": "autumn", "armies": [army]}
    answer = adjudicate(document, tables=tables, geography=scenario_map)
    assert answer["allowances"] == {"A1": 3}
    assert answer["errors"] == []


@pytest.mark.parametrize("own", [{"adjacency": []}, {"adjacency": [["kai", "omi"]], "roads": {}}])
def test_with_a_scenario_its_map_is_the_one_whatever_the_document_brings(tables, scenario_map, own):
    document = {"season": "autumn", "armies": [{**ARMY, "experience": 2, "route": ["suruga", "kai"]}]}
    expected = adjudicate(document, tables=tables, geography=scenario_map)
    assert adjudicate({**document, **own}, tables=tables, geography=scenario_map) == expected


@pytest.mark.parametrize("half", [{"sea_crossings": []}, {"roads": {}}])
def test_half_a_map_is_refused_without_a_scenario(tables, half):
    error = fault({"season": "spring", "armies": [], **half}, tables)
    assert (type(error), error.field) == (OrderNotUnderstood, "adjacency")


def test_a_road_that_no_rule_knows_is_refused_with_a_near_name(tables):
    error = fault({**SEASON, "armies": [], "roads": {"Tokaido": []}}, tables)
    assert error.field == "roads.Tokaido"
    assert error.sentence.endswith('Did you mean "tokaido"?')


def test_an_army_that_stands_nowhere_in_the_scenario_is_refused_with_a_near_name(tables, scenario_map):
    armies = [ARMY, {**ARMY, "id": "A2", "province": "shinanno"}, {**ARMY, "id": "A3", "province": "edo"}]
    error = fault({"season": "spring", "armies": armies}, tables, scenario_map)
    assert error.field == "armies.1.province"
    assert error.sentence == 'There is no province "shinanno" in this scenario. Did you mean "shinano"?'
    assert [other.field for other in error.more] == ["armies.2.province"]


def test_a_closed_province_that_the_scenario_has_not_is_refused_with_a_near_name(tables, scenario_map):
    closed = {"kai": ["takeda"], "shinanno": ["takeda"]}
    error = fault({"season": "spring", "armies": [ARMY], "closed": closed}, tables, scenario_map)
    assert error.field == "closed.shinanno"
    assert error.sentence == 'There is no province "shinanno" in this scenario. Did you mean "shinano"?'


def test_a_closed_province_need_not_be_on_the_map_of_a_document(tables):
    assert adjudicate({**SEASON, "closed": {"ezo": ["takeda"]}}, tables=tables)["errors"]


@pytest.mark.parametrize(
    ("said", "field"),
    [
        ({"hostile": [["takeda", "uesugi"], ["uesugi", "takda"]]}, "hostile.1"),
        ({"closed": {"kai": ["uesugi", "takda"]}}, "closed.kai.1"),
    ],
)
def test_a_side_that_is_no_clan_of_the_scenario_and_has_no_army_is_refused_with_a_near_name(
    tables, scenario_map, said, field
):
    document = {"season": "spring", "armies": [ARMY], **said}
    error = fault(document, tables, scenario_map, clans=["takeda", "uesugi"])
    assert (type(error), error.field) == (OrderNotUnderstood, field)
    assert error.sentence == (
        'There is no clan "takda" in this scenario, and no army of this document is of that side. '
        'Did you mean "takeda"?'
    )


def test_a_side_need_be_no_clan_where_an_army_is_of_it_or_no_scenario_is_given(tables, scenario_map):
    rebels = {**ARMY, "id": "R1", "side": "rebels", "province": "shinano", "route": []}
    said = {"hostile": [["takeda", "rebels"]], "closed": {"kai": ["rebels"]}}
    document = {"season": "spring", "armies": [{**ARMY, "route": ["shinano"]}, rebels], **said}
    assert adjudicate(document, tables=tables, geography=scenario_map, clans=["takeda"])["phases"][0]["encounters"]
    marches = [{**ARMY, "route": ["shinano"]}]
    quiet = adjudicate({**document, "armies": marches}, tables=tables, geography=scenario_map, clans=["takeda"])
    assert quiet["errors"] == [], "rebels are a side also in a season in which they have no army (R42)"
    alone = {**document, "adjacency": [["kai", "shinano"]], "armies": [{**ARMY, "route": []}]}
    assert adjudicate(alone, tables=tables)["errors"] == []


# Options


def test_a_side_that_is_hostile_to_itself_is_refused_with_or_without_a_scenario(tables):
    error = fault({**SEASON, "hostile": [["takeda", "uesugi"], ["takeda", "takeda"]]}, tables)
    said = '"takeda" cannot be hostile to itself: name the two sides that are hostile to each other.'
    assert (error.sentence, error.field) == (said, "hostile.1")


def test_options_of_the_document_come_before_those_of_the_scenario(tables):
    season = {**SEASON, "armies": [{**ARMY, "wounded": True}]}
    strict = Options(wound_penalty=2)
    assert adjudicate(season, tables=tables)["allowances"] == {"A1": 3}
    assert adjudicate(season, tables=tables, options=strict)["allowances"] == {"A1": 2}
    own = {**season, "options": {"wound_penalty": 3}}
    assert adjudicate(own, tables=tables, options=strict)["allowances"] == {"A1": 1}


# Bad input


def fault(document, tables, geography=None, clans=None):
    with pytest.raises(OrderError) as caught:
        adjudicate(document, tables=tables, geography=geography, clans=clans)
    return caught.value


def an_army(**changes):
    return {"armies": [{**ARMY, **changes}]}


@pytest.mark.parametrize(
    ("changes", "field", "words"),
    [
        ({"season": "sprng"}, "season", 'Did you mean "spring"?'),
        ({"season": 1}, "season", "spring, summer, autumn"),
        ({"season": None}, "season", "spring, summer, autumn"),
        ({"adjacency": "kai shinano"}, "adjacency", "list"),
        ({"adjacency": [["kai", "shinano"], ["kai"]]}, "adjacency.1", '["kai", "shinano"]'),
        ({"adjacency": [["kai", ""]]}, "adjacency.0", '["kai", "shinano"]'),
        ({"adjacency": [{"a": "kai"}]}, "adjacency.0", '["kai", "shinano"]'),
        ({"sea_crossings": [["buzen", 7]]}, "sea_crossings.0", "two names"),
        ({"roads": {"tokaido": [["omi"]]}}, "roads.tokaido.0", "two names"),
        ({"roads": [["omi", "ise"]]}, "roads", "omi"),
        ({"armies": {"A1": ARMY}}, "armies", "list"),
        ({"armies": [7]}, "armies.0", "7"),
        ({"armies": [ARMY, ARMY]}, "armies.1.id", '"A1" is armies.0 already'),
        (an_army(id=""), "armies.0.id", '""'),
        (an_army(id="  "), "armies.0.id", "name"),
        (an_army(id=1), "armies.0.id", "name"),
        (an_army(side=None), "armies.0.side", "null"),
        (an_army(province=["kai"]), "armies.0.province", "A province is a name"),
        (an_army(experience=0), "armies.0.experience", "from 1 to 4, not 0"),
        (an_army(experience=5), "armies.0.experience", "from 1 to 4, not 5"),
        (an_army(experience=10**9), "armies.0.experience", "from 1 to 4"),
        (an_army(experience="ten"), "armies.0.experience", '"ten"'),
        (an_army(experience=2.0), "armies.0.experience", "whole number"),
        (an_army(experience=True), "armies.0.experience", "whole number"),
        (an_army(route="shinano"), "armies.0.route", "list"),
        (an_army(route=["shinano", 3]), "armies.0.route.1", "A province is a name"),
        (an_army(wounded="no"), "armies.0.wounded", '"no"'),
        (an_army(exprience=3), "armies.0.exprience", 'Did you mean "experience"?'),
        ({"hostile": [["takeda"]]}, "hostile.0", "two names"),
        ({"closed": {"hida": "takeda"}}, "closed.hida", "list"),
        ({"closed": {"hida": [1]}}, "closed.hida.0", "A side is a name"),
        ({"options": {"road_bonus_needs": "half"}}, "options.road_bonus_needs", "whole_route, any_leg"),
        ({"options": {"wound_penalty": 4}}, "options.wound_penalty", "from 0 to 3"),
        ({"options": {"odds_rounding": "nearest"}}, "options.odds_rounding", "road_bonus_needs, wound_penalty"),
        ({"weather": "rain"}, "weather", "Possible: season, adjacency"),
    ],
)
def test_bad_input_is_refused_at_its_field_with_what_would_be_right(tables, changes, field, words):
    error = fault({**SEASON, **changes}, tables)
    assert isinstance(error, OrderNotUnderstood)
    assert error.field == field
    assert words in error.sentence


@pytest.mark.parametrize("key", ["season", "adjacency", "armies"])
def test_a_missing_field_is_named(tables, key):
    error = fault({name: value for name, value in SEASON.items() if name != key}, tables)
    assert error.field == key
    assert f'"{key}" is missing' in error.sentence


@pytest.mark.parametrize("key", list(ARMY))
def test_a_missing_field_of_an_army_is_named(tables, key):
    army = {name: value for name, value in ARMY.items() if name != key}
    assert fault({**SEASON, "armies": [ARMY, army]}, tables).field == f"armies.1.{key}"


@pytest.mark.parametrize("document", [None, 7, "season", True, []])
def test_what_is_no_season_is_refused(tables, document):
    assert isinstance(fault(document, tables), OrderNotUnderstood)


def test_in_a_list_the_field_starts_with_the_number_of_the_season(tables):
    error = fault([SEASON, {**SEASON, **an_army(experience=9)}], tables)
    assert error.field == "1.armies.0.experience"
    assert fault([SEASON, 7], tables).field == "1"


def test_winter_is_refused_with_its_ruling(tables):
    error = fault([{**SEASON, "season": "winter"}], tables)
    assert isinstance(error, OrderNotAllowed)
    assert (error.field, error.ruling) == ("0.season", "R18")


def test_a_field_of_an_army_by_another_name_is_told_with_the_one_it_stands_for(tables):
    army = {("skill" if name == "experience" else name): value for name, value in ARMY.items()}
    error = fault({**SEASON, "armies": [army]}, tables)
    assert {one.field for one in (error, *error.more)} == {"armies.0.experience", "armies.0.skill"}
