"""Tables and rule options: what is wrong in a file is named with its row and column."""

import copy
import tomllib

import pytest

from control.kernel import settings
from control.sengoku.rules.battle.battle import learnt
from control.sengoku.rules.tables import Options, TableFault, Tables

FOLDER = settings.folder("scenarios") / settings.DEFAULT_SCENARIO / "tables"
SHIPPED = {file.stem: tomllib.loads(file.read_text(encoding="utf-8")) for file in FOLDER.glob("*.toml")}


@pytest.fixture
def documents():
    """The shipped tables, to be spoilt."""
    return copy.deepcopy(SHIPPED)


def faults(documents):
    """Every fault found, as `file: sentence`."""
    with pytest.raises(TableFault) as caught:
        Tables.from_documents(documents)
    return [str(fault) for fault in (caught.value, *caught.value.more)]


def test_the_shipped_tables_are_read():
    tables = Tables.from_documents(SHIPPED)
    assert tables.odds.names[tables.odds.even] == "1-1"
    assert tables.fortifications == {"none": 0, "castle": 5, "fortress": 10}
    assert tables.movement.phases == {4: (1, 2, 3, 4), 3: (2, 3, 4), 2: (2, 3), 1: (3,)}
    assert tables.forces.recovery == {"winner": 75, "loser": 50, "undecided": 50}


def test_a_game_that_began_with_a_road_that_takes_legs_away_goes_on(documents):
    documents["movement"]["road"] = -1
    table = Tables.from_documents(documents, new=()).movement
    assert table.moves_after(2, 1, anew=True)
    assert not table.moves_after(3, 1, anew=True)


def test_a_short_row_is_named(documents):
    documents["odds"]["results"]["6"].pop()
    assert faults(documents) == ["odds.toml: row 6 has 12 cells for 13 columns."]


def test_an_unknown_result_is_named_by_row_and_column(documents):
    documents["odds"]["results"]["2"][6] = "Q"
    assert faults(documents) == ['odds.toml: row 2, column 1-1: no result "Q"; possible: AV, A, X, D, DV.']


def test_a_tactic_cell_that_is_no_number_is_named_by_row_and_column(documents):
    documents["tactics"]["shifts"]["outflank"][3] = "three"
    assert faults(documents) == ['tactics.toml: row outflank, column subterfuge: "three" is no number of columns.']


def test_the_faults_of_all_files_are_told_in_one_run(documents):
    del documents["odds"]["results"]["1"]
    documents["tactics"]["not_at_sea"] = ["fortifie"]
    documents["movement"]["phases"]["4"] = [1, 2, 3]
    documents["forces"]["rounds"] = 0
    del documents["forces"]["recovery"]["loser"]
    assert faults(documents) == [
        "odds.toml: row 1 is missing.",
        'tactics.toml: not_at_sea: no tactic "fortifie". Did you mean "fortify"?',
        "movement.toml: row 4 has 3 phases for a level of 4.",
        "forces.toml: rounds is 1 or more, not 0.",
        'forces.toml: recovery: "loser" is missing.',
    ]


def test_a_missing_file_is_named(documents):
    del documents["forces"]
    assert faults(documents) == ["forces.toml: the file is missing."]


@pytest.mark.parametrize(
    ("file", "path", "value", "sentence"),
    [
        ("odds", ["columns", 0], "one to six", 'column 1 is called "one to six"; odds are written as "2-3".'),
        ("odds", ["columns", 0], "one-six", 'column 1 is called "one-six"; odds are written as "2-3".'),
        ("odds", ["columns", 0], "1-0", 'column 1 is called "1-0"; odds are written as "2-3".'),
        ("odds", ["columns", 12], "5-1", "column 5-1 must give the attacker better odds than the column before it."),
        ("odds", ["columns", 6], "9-10", "there is no column 1-1."),
        ("odds", ["columns"], "1-1", 'columns is a list in square brackets, not "1-1".'),
        ("odds", ["results", "7"], [], "there is no row 7; rows are 1, 2, 3, 4, 5, 6."),
        ("odds", ["results", "6"], "A", "row 6 is a list in square brackets."),
        ("odds", ["results", "6", 0], ["D"], "row 6, column 1-6: no result \"['D']\"; possible: AV, A, X, D, DV."),
        (
            "odds",
            ["losses", "X"],
            [20],
            "losses of X are two percentages from 0 to 100: the attacker's, the defender's.",
        ),
        (
            "odds",
            ["outright", "AV"],
            "nobody",
            'outright AV is a result that attacker or defender wins by, not "nobody".',
        ),
        ("odds", ["meanings", "X"], 3, "result X has no name among the meanings."),
        ("odds", ["result"], {}, 'there is no "result" here. Did you mean "results"?'),
        ("tactics", ["tactics", 1], "outflank", "tactics is a list of different names."),
        ("tactics", ["tactics", 1], ["outflank"], "tactics is a list of different names."),
        ("tactics", ["labels", "fortify"], 5, "fortify has no name among the labels."),
        ("movement", ["least"], 0, "least is from 1 to most, not 0 (most is 4)."),
        ("movement", ["phases", "1"], ["three"], "row 1 is a list of phases counted from 1."),
        ("movement", ["phases", "2"], [3, 2], "row 2 must name each phase once, in order."),
        (
            "movement",
            ["roads", "tokaido"],
            ["winter"],
            "road tokaido has a list of the seasons in which it speeds armies up: spring, summer, autumn.",
        ),
        ("forces", ["in_person"], True, 'in_person is a whole number, not "True".'),
        ("forces", ["fortifications", "castle"], -5, 'fortifications: castle counts as 0 or more counters, not "-5".'),
        ("forces", ["fortifications", "none"], 1, "fortifications must say none = 0."),
        ("forces", ["recovery", "loser"], 150, 'recovery: loser gets back a percentage from 0 to 100, not "150".'),
        ("forces", ["experience", "most"], 0, "experience has a most, a whole number from 1 to 4 (R7)."),
        ("forces", ["experience", "most"], 5, "nobody has more experience than 4, so most is no 5 (R7)."),
        ("forces", ["fortifications", "palace"], 7, 'fortifications: there is no "palace" here.'),
        ("movement", ["phases", "1"], [5], "row 1 names phase 5; a season has 4 (R13)."),
        ("movement", ["road"], -1, "road is what a great road adds, 0 or more, not -1 (R12)."),
        (
            "movement",
            ["roads", "tokaidou"],
            ["spring"],
            'there is no road "tokaidou". Did you mean "tokaido"? Possible: tokaido, nakasendo.',
        ),
        ("economy", ["savings", "rice"], 101, 'savings: rice is a percentage from 0 to 100, not "101".'),
        ("economy", ["cost", "castle"], -1, 'cost: castle is a whole number of points, not "-1".'),
        ("economy", ["display", "event"], 1.5, 'display: event is a whole number of points, not "1.5".'),
        ("economy", ["display", "event"], 0, 'display: event is a whole number of points, not "0".'),
        ("forces", ["reckoner", "percents"], 10, "reckoner has a list of percents and the counters of its last row."),
        (
            "forces",
            ["reckoner", "counters"],
            10**9,
            "reckoner ends with a row from 1 to 100, not 1000000000: the rule goes on by itself (R5).",
        ),
        ("movement", ["phases", "1"], [0], "row 1 is a list of phases counted from 1."),
        ("post", ["die", "6"], "early", 'row 6 is on_time, late, lost, not "early".'),
    ],
)
def test_a_spoilt_entry_is_told_in_a_sentence(documents, file, path, value, sentence):
    *way, last = path
    place = documents[file]
    for step in way:
        place = place[step]
    place[last] = value
    assert f"{file}.toml: {sentence}" in faults(documents)
    with pytest.raises(TableFault) as caught:
        Tables.from_documents(documents)
    (key,) = {one.key for one in (caught.value, *caught.value.more) if one.sentence == sentence}
    keys = [step for step in path if isinstance(step, str)]
    assert key in (".".join(keys), keys[0])


def test_a_most_beyond_all_rows_asks_for_the_first_that_is_missing(documents):
    documents["movement"]["most"] = 10**12  # a row for each of them would not fit into the memory
    assert faults(documents) == ["movement.toml: row 5 is missing."]


def test_rows_that_are_right_are_known_whatever_others_are_missing(documents):
    for level in "23":
        del documents["movement"]["phases"][level]
    assert faults(documents) == ["movement.toml: row 2 is missing.", "movement.toml: row 3 is missing."]


def test_a_work_that_counts_as_nothing_known_is_named(documents):
    del documents["forces"]["fortifications"]["fortress"]
    assert faults(documents) == ['forces.toml: fortifications: "fortress" is missing.']


def test_a_victory_takes_no_experience_from_a_general_who_has_more_than_the_table_allows(documents):
    documents["forces"]["experience"]["most"] = 3
    tables = Tables.from_documents(documents)
    assert [learnt(experience, tables) for experience in (1, 2, 3, 4)] == [2, 3, 3, 4]


def test_options_left_out_have_the_defaults_of_the_rulings():
    assert Options.from_mapping({}) == Options("defender", "notional_first", "whole_route", 1)


def test_options_are_read():
    assert Options.from_mapping({"odds_rounding": "nearest"}).odds_rounding == "nearest"


@pytest.mark.parametrize(
    ("mapping", "sentence"),
    [
        ({"odds_roundin": "nearest"}, 'Did you mean "odds_rounding"?'),
        ({"odds_rounding": "nearst"}, 'rule option odds_rounding is defender or nearest, not "nearst". Did you mean'),
        ({"losses_fall_on": 3}, 'rule option losses_fall_on is notional_first or troops_first, not "3".'),
        ({"wound_penalty": -1}, 'rule option wound_penalty is a whole number from 0 to 3, not "-1".'),
    ],
)
def test_a_wrong_option_is_told_in_a_sentence(mapping, sentence):
    with pytest.raises(TableFault) as caught:
        Options.from_mapping(mapping)
    assert sentence in str(caught.value)
