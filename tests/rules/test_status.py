"""The order of the clans, and how freely umpires give (R28): properties."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from control.sengoku.rules.people.status import LEANS_BY, Given, ranked, weigh

SUMS = st.dictionaries(st.text("abcdef", min_size=1, max_size=4), st.integers(-200, 200), max_size=12)


@given(SUMS)
def test_more_honour_is_never_a_lower_rank_and_equals_share_one(sums):
    order = ranked(sums)
    ranks = dict(order)
    assert set(ranks) == set(sums)
    assert [rank for _, rank in order] == sorted(ranks.values())
    for one in sums:
        for other in sums:
            assert (ranks[one] < ranks[other]) == (sums[one] > sums[other])
            assert (ranks[one] == ranks[other]) == (sums[one] == sums[other])


@given(SUMS)
def test_a_rank_is_one_more_than_there_are_clans_before_it(sums):
    order = ranked(sums)
    for clan, rank in order:
        assert rank == 1 + sum(sums[other] > sums[clan] for other in sums)


@given(SUMS, st.integers(-50, 50))
def test_the_same_points_for_everybody_change_no_rank(sums, more):
    assert ranked(sums) == ranked({clan: points + more for clan, points in sums.items()})


def test_equals_share_a_rank_and_the_next_one_is_left_out():
    assert ranked({"takeda": 3, "oda": 5, "hojo": 5, "mori": -1}) == [
        ("hojo", 1),
        ("oda", 1),
        ("takeda", 3),
        ("mori", 4),
    ]


HANDS = st.lists(
    st.builds(
        Given,
        umpire=st.uuids().map(str),
        entries=st.integers(1, 40),
        points=st.integers(-60, 60),
        seasons=st.integers(1, 8),
        clans=st.integers(1, 4),
        levelled=st.integers(-20, 20),
    ),
    max_size=6,
    unique_by=lambda one: one.umpire,
)


@given(HANDS)
def test_a_hand_is_weighed_against_the_others_alone(hands):
    found = weigh(hands)
    assert [one.given for one in found] == hands
    for one in found:
        if len(hands) == 1:
            assert (one.lean, one.word, one.even) == (0, "", 0)
        assert (one.word == "") == (abs(one.lean) < LEANS_BY)
        assert (one.word == "generous") == (one.lean >= LEANS_BY)


@given(HANDS)
def test_what_is_proposed_brings_an_umpire_to_the_others_median(hands):
    for one in weigh(hands):
        mine = one.given
        if len(hands) < 2:
            continue
        evened = (mine.points + mine.levelled + one.even * mine.clans) / mine.seasons
        assert abs(evened - one.others_median) <= mine.clans / mine.seasons / 2 + 1e-9


def test_three_controllers_one_of_them_stingy():
    kind, plain, stingy = weigh([Given("A", 10, 20, 2, 1), Given("B", 10, 8, 2, 1), Given("C", 4, 2, 2, 1)])
    assert (kind.word, plain.word, stingy.word) == ("generous", "", "stingy")
    assert (stingy.given.per_entry, stingy.given.per_season, stingy.others_median, stingy.even) == (0.5, 1.0, 7.0, 12)
