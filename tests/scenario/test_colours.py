"""The clans' colours are told apart by everybody; what is not is named, with a better one."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from pathlib import Path

import pytest

from control.kernel.drawing.colours import contrast
from control.kernel.drawing.marks import patterns
from control.kernel.drawing.marks.sight import SIGHTS, apart
from control.sengoku.commands import check
from control.sengoku.scenario.checks import colours
from control.sengoku.scenario.checks.colours import better, notes, text_on, too_near
from control.sengoku.scenario.load import load
from tests.benchmarks.colours import lines
from tests.scenario.workbench import Workbench


@pytest.fixture
def confused(shipped):
    """The scenario with the colour of Hōjō, who have Takeda for a neighbour, nearly theirs."""
    hojo = shipped.clans["hojo"].model_copy(update={"colour": shipped.clans["takeda"].colour[:-2] + "20"})
    return replace(shipped, clans={**shipped.clans, "hojo": hojo})


def test_neighbours_and_the_flags_of_those_who_are_played_are_told_apart(shipped):
    assert too_near(shipped) == []
    assert list(notes(shipped)) == []


def test_whoever_is_nearer_has_a_crest_and_a_pattern_of_his_own(shipped):
    clans = list(shipped.clans.values())
    near = [
        (one, other)
        for one, other in combinations(clans, 2)
        if min(apart(one.colour, other.colour, sight) for sight in SIGHTS) < 10
    ]
    assert near
    assert len(clans) <= patterns.NUMBER
    assert all(one.crest and one.crest != other.crest for one, other in near)


def test_the_table_of_those_who_are_near_is_that_of_the_document(shipped):
    document = (Path(__file__).parents[2] / "docs/decisions/0012-colours.md").read_text(encoding="utf-8")
    assert [line for line in document.splitlines() if line.startswith("|")] == list(lines(shipped))


def test_what_is_written_on_a_flag_can_be_read(shipped):
    for clan in shipped.clans.values():
        assert contrast(clan.colour, clan.text_colour) >= 4.5, clan.name


def test_a_pair_that_is_too_near_is_named_with_the_sight_that_takes_one_for_the_other(confused):
    worst = too_near(confused)[0]
    assert {worst.one, worst.other} == {"hojo", "takeda"}
    assert worst.neighbours
    assert worst.far < worst.least == 20
    assert any("Hōjō and Takeda, which are neighbours" in note for note in notes(confused))


def test_a_better_colour_mends_it_and_moves_nobody_else(confused):
    found = better(confused)
    assert set(found) in ({"hojo"}, {"takeda"})
    ((key, colour),) = found.items()
    mended = confused.clans[key].model_copy(update={"colour": colour, "text_colour": text_on(colour)})
    assert too_near(replace(confused, clans={**confused.clans, key: mended})) == []


def test_where_no_colour_is_free_none_is_proposed_and_the_search_ends(confused, monkeypatch):
    monkeypatch.setattr(colours, "_free", lambda *_: [])
    assert better(confused) == {}


def test_the_check_of_a_scenario_says_it_and_does_not_refuse_it(tmp_path, capsys):
    bench = Workbench(tmp_path / "mine")
    shown = {key: clan.colour for key, clan in load(bench.folder).clans.items()}
    bench.replace("clans.csv", shown["hojo"], shown["takeda"])

    class Given:
        scenario = str(bench.folder)

    assert check(Given()) == 0
    said = capsys.readouterr().out
    assert "no fault found" in said
    assert "the colours of Hōjō and Takeda, which are neighbours, are 0 apart" in said
    assert "would do" in said
