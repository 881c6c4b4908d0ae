"""What always holds in a battle, whatever the forces, the ground, the tactics and the dice."""

from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from control.kernel.chance.dice import Dice
from control.kernel.errors import OrderNotAllowed
from control.sengoku.rules.battle.battle import (
    ATTACKER_SETTLED_BY,
    THEN,
    Ground,
    Side,
    check_settled,
    conclude,
    ending,
    fight_round,
    round_won,
    shared_out,
)
from control.sengoku.rules.rulings import CHOICES
from control.sengoku.rules.tables import Options, rounded_percent
from tests.rulebook import corpus

TABLES = corpus.tables()
RESULTS_FROM_WORST = ("DV", "D", "X", "A", "AV")
AT_SEA = tuple(name for name in TABLES.tactics.names if name not in TABLES.tactics.not_at_sea)

troops = st.one_of(st.integers(1, 40), st.integers(1, 10_000))
dies = st.integers(1, 6)
options = st.builds(
    Options,
    odds_rounding=st.sampled_from(CHOICES["odds_rounding"]),
    losses_fall_on=st.sampled_from(CHOICES["losses_fall_on"]),
    levy_gives_experience=st.sampled_from(CHOICES["levy_gives_experience"]),
)
grounds = st.builds(Ground, mountainous=st.booleans(), sea=st.booleans())
beside = {
    "home_province": st.booleans(),
    "fortification": st.sampled_from(tuple(TABLES.fortifications)),
    "granted_columns": st.integers(-2, 2),
}
armies = st.builds(
    Side,
    name=st.sampled_from(["Uesugi Kenshin", "Ōtomo Yoshishige"]),
    troops=troops,
    experience=st.integers(0, 4),
    monks_at_home_temple=st.booleans(),
    in_person=st.booleans(),
    intrinsic=st.integers(0, 30),
    **beside,
)
levies = st.builds(
    Side,
    name=st.just("the levy of Kai"),
    troops=st.just(0),
    experience=st.just(0),
    intrinsic=st.integers(1, 30),
    **beside,
)


def said_of(attacker, defender, rounding="defender"):
    """What the steps of a round of such strengths say, a die of 3 thrown."""
    sides = Side("Uesugi", attacker, 1), Side("Takeda", defender, 1)
    chosen, tactics = Options(odds_rounding=rounding), ("outflank", "outflank")
    report = fight_round(*sides, Ground(), tactics, tables=TABLES, options=chosen, dice=Dice([3]))
    return " ".join(step.text for step in report.steps)


def test_a_step_says_what_was_rounded_and_where_two_columns_are_as_near():
    assert "Uesugi loses 20% of 14, rounded: 3." in said_of(14, 14)
    assert "Uesugi loses 20% of 20: 4." in said_of(20, 20)
    assert "7 against 4 is as near to 3-2 as to 2-1: 3-2, in the defender's favour." in said_of(7, 4, "nearest")
    assert "29 against 30 is nearest to 1-1." in said_of(29, 30, "nearest")


def test_a_round_is_won_by_whom_it_cost_the_smaller_part():
    won = [round_won(result, TABLES) for result in RESULTS_FROM_WORST]
    assert won == ["defender", "defender", None, "attacker", "attacker"]


@st.composite
def battles(draw):
    """A battle fought to some round: the sides as they are now, the ground, the options and the rounds so far."""
    attacker, ground, chosen = draw(armies), draw(grounds), draw(options)
    defender = draw(armies if ground.sea else st.one_of(armies, levies))  # a levy stays on land
    known = st.sampled_from(AT_SEA if ground.sea else TABLES.tactics.names)
    rounds = []
    for number in range(1, draw(st.integers(1, 3)) + 1):
        if rounds and ending(attacker, defender, ground, rounds[-1].result, tables=TABLES, options=chosen):
            break
        rounds.append(
            fight_round(
                attacker,
                defender,
                ground,
                (draw(known), draw(known)),
                number=number,
                tables=TABLES,
                options=chosen,
                dice=Dice([draw(dies)]),
            )
        )
        attacker = attacker.after_losing(rounds[-1].attacker_losses)
        defender = defender.after_losing(rounds[-1].defender_losses)
    return attacker, defender, ground, chosen, rounds


@given(battles())
def test_nobody_loses_more_than_he_has(battle):
    attacker, defender, ground, chosen, rounds = battle
    for report in rounds:
        assert 0 <= report.attacker_losses <= report.attacker_strength
        assert 0 <= report.defender_losses <= report.defender_strength
    for side in (attacker, defender):
        assert side.lost <= side.strength(ground, TABLES)
        assert 0 <= side.troops_lost(ground, TABLES, chosen) <= side.troops


@given(battles())
def test_what_a_round_leaves_is_what_the_next_one_starts_with(battle):
    attacker, defender, ground, chosen, rounds = battle
    for report in rounds:
        left = report.attacker_left, report.defender_left
        after = report.attacker_strength - report.attacker_losses, report.defender_strength - report.defender_losses
        if chosen.losses_fall_on == "notional_first":
            assert left == after
        else:  # what the counters held falls with them (R4)
            assert all(0 <= one <= most for one, most in zip(left, after, strict=True))
    for report, following in pairwise(rounds):
        assert following.attacker_strength == report.attacker_left
        assert following.defender_strength == report.defender_left
    assert attacker.strength_left(ground, TABLES, chosen) == rounds[-1].attacker_left
    assert defender.strength_left(ground, TABLES, chosen) == rounds[-1].defender_left


@given(battles())
def test_works_count_only_while_counters_or_levy_hold_them(battle):
    attacker, defender, ground, chosen, _ = battle
    for side in (attacker, defender):
        if not (side.troops_left(ground, TABLES, chosen) or side.levy):
            assert side.strength_left(ground, TABLES, chosen) <= side.fights


@given(battles())
def test_real_counters_are_lost_only_to_losses(battle):
    attacker, defender, ground, chosen, _ = battle
    for side in (attacker, defender):
        notional = side.strength(ground, TABLES) - side.troops
        gone = side.troops_lost(ground, TABLES, chosen)
        assert max(0, side.lost - notional) <= gone <= side.lost
        assert gone + side.troops_left(ground, TABLES, chosen) == side.troops


@given(battles())
def test_the_shifts_lead_from_the_base_odds_to_the_final_odds(battle):
    names = TABLES.odds.names
    for report in battle[-1]:
        column = names.index(report.base_odds)
        for shift in report.shifts:
            column += shift.columns
            assert shift.columns != 0
            assert shift.odds == TABLES.odds.name(column)
        assert report.odds == TABLES.odds.name(column)
        assert report.result == TABLES.odds.results[report.die][names.index(report.odds)]


@given(battles(), st.sampled_from(THEN))
def test_every_figure_of_a_report_names_its_ruling(battle, then):
    *state, rounds = battle
    attacker, defender, ground, chosen = state
    conclusion = conclude(attacker, defender, ground, rounds[-1].result, then, tables=TABLES, options=chosen)
    for report in rounds:
        said = " ".join(step.text for step in report.steps)
        for figure in (
            report.attacker_strength,
            report.defender_strength,
            report.base_odds,
            report.odds,
            report.die,
            report.result,
            report.attacker_losses,
            report.defender_losses,
            report.attacker_left,
            report.defender_left,
        ):
            assert str(figure) in said
    for report in (*rounds, conclusion):
        for step in report.steps:
            assert step.ruling[0] in "RH"
            assert step.ruling[1:].isdigit()
            assert step.text.endswith(".")
            assert not step.text[0].islower()


@given(battles(), st.sampled_from(THEN))
def test_one_side_at_most_wins_and_the_books_of_a_conclusion_agree(battle, then):
    attacker, defender, ground, chosen, rounds = battle
    last = rounds[-1]
    found = conclude(attacker, defender, ground, last.result, then, tables=TABLES, options=chosen)
    withdrew = {"attacker_withdraws": "defender", "defender_withdraws": "attacker"}
    if last.outright:
        assert found.ended_by == "outright_victory"
        assert found.winner == TABLES.odds.outright[last.result]
    else:
        assert found.winner == withdrew.get(found.ended_by)
    for role, side in (("attacker", attacker), ("defender", defender)):
        lost, back = getattr(found.troops_lost, role), getattr(found.recovers, role)
        assert back == rounded_percent(lost, 75 if found.winner == role else 50)
        gained = getattr(found.experience, role) - side.experience
        enemy = defender if role == "attacker" else attacker
        taught = not enemy.is_levy(ground) or chosen.levy_gives_experience == "yes"
        assert gained == (found.winner == role and 0 < side.experience < 4 and taught)


@given(armies, armies, grounds, options, st.data())
def test_the_same_dice_give_the_same_round(attacker, defender, ground, chosen, data):
    known = st.sampled_from(AT_SEA)
    tactics = (data.draw(known), data.draw(known))
    seed = data.draw(st.integers())
    first, second = (
        fight_round(attacker, defender, ground, tactics, tables=TABLES, options=chosen, dice=Dice(seed=seed))
        for _ in range(2)
    )
    assert first == second


@given(troops, troops, st.integers(2, 50))
def test_odds_depend_on_the_proportion_alone(attacker, defender, times):
    for rounding in CHOICES["odds_rounding"]:
        assert TABLES.odds.column(attacker, defender, rounding) == TABLES.odds.column(
            attacker * times, defender * times, rounding
        )


@given(troops, troops, st.sampled_from(CHOICES["odds_rounding"]))
def test_one_more_man_never_makes_the_odds_worse(attacker, defender, rounding):
    column = TABLES.odds.column(attacker, defender, rounding)
    assert TABLES.odds.column(attacker + 1, defender, rounding) >= column
    assert TABLES.odds.column(attacker, defender + 1, rounding) <= column


@given(troops, troops)
def test_rounding_in_the_defenders_favour_is_never_better_than_to_the_nearest(attacker, defender):
    column = TABLES.odds.column(attacker, defender, "defender")
    assert TABLES.odds.column(attacker, defender, "nearest") - column in (0, 1)


def test_the_tactic_matrix_is_a_mirror_image_of_itself():
    names = TABLES.tactics.names
    for mine in names:
        for other in names:
            assert TABLES.tactics.shifts[mine, other] == -TABLES.tactics.shifts[other, mine]


def test_a_better_column_is_never_worse_for_the_attacker():
    for row in TABLES.odds.results.values():
        ranks = [RESULTS_FROM_WORST.index(result) for result in row]
        assert ranks == sorted(ranks)


def test_a_higher_die_is_never_worse_for_the_attacker():
    for column in zip(*(TABLES.odds.results[die] for die in range(1, 7)), strict=True):
        ranks = [RESULTS_FROM_WORST.index(result) for result in column]
        assert ranks == sorted(ranks)


@given(st.integers(0, 10_000), st.integers(0, 100))
def test_a_percentage_is_rounded_half_up(counters, percent):
    rounded = rounded_percent(counters, percent)
    assert 100 * rounded - 50 <= counters * percent < 100 * rounded + 50


def test_nobody_has_won_where_nobody_is_left():
    """The printed percentages cannot bring it about; a scenario's own may."""
    odds = replace(TABLES.odds, losses={**TABLES.odds.losses, "X": (100, 100)})
    tables = replace(TABLES, odds=odds)
    sides = Side("Uesugi", 10, 1), Side("Takeda", 10, 1)
    report = fight_round(*sides, Ground(), ("outflank", "outflank"), tables=tables, options=Options(), dice=Dice([3]))
    attacker, defender = (side.after_losing(report.attacker_losses) for side in sides)
    found = conclude(
        attacker, defender, Ground(), report.result, "attacker_withdraws", tables=tables, options=Options()
    )
    assert (found.winner, found.ended_by, found.recovers) == (None, "both_stay", (5, 5))


def test_a_garrison_without_a_general_learns_nothing_and_is_led_by_the_lesser_general():
    general, garrison = Side("Uesugi", 10, 1), Side("Echigo", 10, 0)
    report = fight_round(
        general, garrison, Ground(), ("outflank", "outflank"), tables=TABLES, options=Options(), dice=Dice([3])
    )
    assert [(shift.reason, shift.side) for shift in report.shifts] == [("superior_general", "attacker")]
    found = conclude(general, garrison, Ground(), "X", "attacker_withdraws", tables=TABLES, options=Options())
    assert found.experience == (1, 0)


@pytest.mark.parametrize("how", ATTACKER_SETTLED_BY)
def test_a_better_general_lets_the_attacker_be_settled_in_any_way(how):
    check_settled(how, Side("Uesugi", 10, 3), Side("Takeda", 10, 2))


def test_a_wounded_general_is_not_the_better_one_and_it_is_said_why():
    with pytest.raises(OrderNotAllowed, match=r"^Uesugi is wounded \(R19\), so neither is the better general \(R11\)"):
        check_settled("better_general", Side("Uesugi", 10, 3, wounded=True), Side("Takeda", 10, 2))


def test_columns_that_the_umpire_grants_are_told_with_his_reason_and_of_who_has_none_nothing_is():
    sides = Side("Uesugi", 10, 1, granted_columns=2, granted_reason="his own valley"), Side("Takeda", 10, 1)
    report = fight_round(
        *sides, Ground(), ("outflank", "outflank"), tables=TABLES, options=Options(), dice=Dice(thrown=[3])
    )
    told = [step.text for step in report.steps if "grant" in step.text]
    assert told == ["The umpire's grant to Uesugi (his own valley): +2 columns, 2-1."]


@given(st.integers(0, 60), st.lists(st.integers(0, 40), min_size=1, max_size=5))
def test_losses_are_shared_out_whole_and_nobody_is_a_counter_away_from_his_share(total, sizes):
    shares = shared_out(total, sizes)
    assert sum(shares) == (total if sum(sizes) else 0)
    exact = [total * size / (sum(sizes) or 1) for size in sizes]
    assert all(abs(share - due) < 1 for share, due in zip(shares, exact, strict=True))
    owed = sorted(due % 1 for share, due in zip(shares, exact, strict=True) if share < due)
    assert all(owed[-1] <= due % 1 + 1e-9 for share, due in zip(shares, exact, strict=True) if owed and share > due)


def test_the_largest_remainder_has_the_counter_that_is_left():
    assert shared_out(4, [5, 3, 2]) == [2, 1, 1]


def test_of_a_general_without_counters_beside_a_levy_it_is_said_what_becomes_of_him():
    lord, foe = Side("Takeda", 0, 2, intrinsic=8), Side("Uesugi", 10, 2)
    won = conclude(foe, lord, Ground(), "X", "attacker_withdraws", tables=TABLES, options=Options())
    assert "Takeda gains experience: 2 becomes 3." in [step.text for step in won.steps]
    lost = conclude(foe, lord, Ground(), "A", "defender_withdraws", tables=TABLES, options=Options())
    assert lost.steps[0].text == "Takeda breaks off and leaves the province: Uesugi wins."
