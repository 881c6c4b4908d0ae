"""Games of two: the mixes that no reply can beat, exactly, whatever the payoffs."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from control.kernel.chance.zero_sum import Solution, solve

payoffs = st.one_of(
    st.integers(-3, 3).map(Fraction), st.fractions(-100, 100, max_denominator=216)
)  # few different values make many ties


@st.composite
def games(draw):
    """A game of up to seven choices each."""
    width = draw(st.integers(1, 7))
    return draw(st.lists(st.lists(payoffs, min_size=width, max_size=width), min_size=1, max_size=7))


@given(games())
def test_no_choice_of_either_player_does_better_than_the_value(game):
    found = solve(game)
    for mix in (found.rows, found.columns):
        assert sum(mix) == 1
        assert min(mix) >= 0
    rows = [sum(often * payoff for often, payoff in zip(found.columns, row, strict=True)) for row in game]
    columns = [
        sum(often * payoff for often, payoff in zip(found.rows, column, strict=True))
        for column in zip(*game, strict=True)
    ]
    assert max(rows) == found.value == min(columns)


@given(games())
def test_the_same_game_seen_by_the_other_is_worth_the_opposite(game):
    other = [[-payoff for payoff in column] for column in zip(*game, strict=True)]
    assert solve(other).value == -solve(game).value


@given(games(), st.fractions(-10, 10, max_denominator=12))
def test_what_is_paid_in_any_case_changes_no_choice(game, stake):
    raised = [[payoff + stake for payoff in row] for row in game]
    plain, other = solve(game), solve(raised)
    assert (other.rows, other.columns, other.value) == (plain.rows, plain.columns, plain.value + stake)


@pytest.mark.parametrize(
    ("game", "solution"),
    [
        (((5,),), ((1,), (1,), 5)),
        (((1, -1), (-1, 1)), ((Fraction(1, 2),) * 2, (Fraction(1, 2),) * 2, 0)),
        (((0, -1, 1), (1, 0, -1), (-1, 1, 0)), ((Fraction(1, 3),) * 3, (Fraction(1, 3),) * 3, 0)),
        (((3, 1), (4, 0)), ((1, 0), (0, 1), 1)),
        (((2, -3), (0, 3)), ((Fraction(3, 8), Fraction(5, 8)), (Fraction(3, 4), Fraction(1, 4)), Fraction(3, 4))),
    ],
    ids=["one choice", "pennies", "rock, paper, scissors", "a saddle point", "a known mix"],
)
def test_games_everybody_knows(game, solution):
    assert solve([[Fraction(payoff) for payoff in row] for row in game]) == Solution(*solution)
