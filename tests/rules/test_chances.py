"""The exact chances of battles, against the battles themselves: every die thrown, every round fought by the rules."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import product

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from control.kernel.chance.dice import Dice
from control.kernel.errors import OrderNotAllowed, OrderNotUnderstood
from control.sengoku.rules.battle.battle import Ground, Side, conclude, ending, fight_round
from control.sengoku.rules.battle.chances import one_round, whole_battle
from control.sengoku.rules.battle.foresight import ENDINGS
from control.sengoku.rules.tables import Options
from tests.rulebook import corpus
from tests.rules.test_battle_properties import armies as sides
from tests.rules.test_battle_properties import grounds, options, troops

TABLES = corpus.tables()
OPTIONS = Options()
TACTICS = TABLES.tactics.names
AT_SEA = tuple(name for name in TACTICS if name not in TABLES.tactics.not_at_sea)
MOUNTAINS = Ground(mountainous=True)
UESUGI = Side("Uesugi", 18, 3)
TAKEDA = Side("Takeda", 20, 2, home_province=True, fortification="castle")


def round_of(attacker=UESUGI, defender=TAKEDA, ground=MOUNTAINS, options=OPTIONS, number=1):
    """The chances of a round, by default the first of Kawanakajima."""
    return one_round(attacker, defender, ground, number=number, tables=TABLES, options=options)


def battle_of(attacker=UESUGI, defender=TAKEDA, ground=MOUNTAINS, options=OPTIONS, number=1):
    """The chances of a whole battle."""
    return whole_battle(attacker, defender, ground, number=number, tables=TABLES, options=options)


def fought(attacker, defender, ground, tactics, dice, options=OPTIONS, number=1):
    """A battle fought by the rules with these dice, both keeping their tactics: the reports and the conclusion.

    It ends by itself or when the dice are used up; then nobody withdraws.
    """
    reports = []
    for die in dice:
        reports.append(
            fight_round(
                attacker,
                defender,
                ground,
                tactics,
                number=number + len(reports),
                tables=TABLES,
                options=options,
                dice=Dice([die]),
            )
        )
        attacker = attacker.after_losing(reports[-1].attacker_losses)
        defender = defender.after_losing(reports[-1].defender_losses)
        if ending(attacker, defender, ground, reports[-1].result, tables=TABLES, options=options):
            break
    return reports, conclude(attacker, defender, ground, reports[-1].result, tables=TABLES, options=options)


def how_it_ended(reports, conclusion):
    """Which of ENDINGS a battle came to, told from its reports."""
    left = reports[-1].attacker_left > 0, reports[-1].defender_left > 0
    if conclusion.ended_by == "outright_victory":
        return f"{conclusion.winner}_outright"
    return {
        (True, True): "undecided", (True, False): "defender_wiped_out", (False, True): "attacker_wiped_out",
        (False, False): "both_wiped_out",
    }[left]  # fmt: skip


CASES = {
    "Kawanakajima": (UESUGI, TAKEDA, MOUNTAINS, OPTIONS),
    "a fortress, troops first": (
        Side("Oda", 9, 4, in_person=True), Side("Hongan-ji", 4, 1, fortification="fortress", monks_at_home_temple=True),
        Ground(), Options(losses_fall_on="troops_first", odds_rounding="nearest"),
    ),
    "at sea": (Side("Mori", 14, 3), Side("Otomo", 12, 3), Ground(sea=True), OPTIONS),
    "a handful": (Side("Baba", 1, 1), Side("Obu", 2, 1, granted_columns=2), Ground(), OPTIONS),
    "worn out": (replace(UESUGI, lost=10), replace(TAKEDA, lost=9), MOUNTAINS, OPTIONS),
}  # fmt: skip


# ---- one round


@pytest.mark.parametrize("case", CASES)
def test_a_round_has_the_chances_that_its_six_dice_have(case):
    attacker, defender, ground, options = CASES[case]
    found = round_of(attacker, defender, ground, options)
    known = AT_SEA if ground.sea else TACTICS
    assert set(found.choice.pairs) == set(product(known, known))
    for tactics, prospect in found.choice.pairs.items():
        reports = [fought(attacker, defender, ground, tactics, [die], options)[0][0] for die in range(1, 7)]
        results = Counter(report.result for report in reports)
        assert {report.odds for report in reports} == {prospect.odds}
        assert prospect.chances == {name: Fraction(results[name], 6) for name in ("AV", "A", "X", "D", "DV")}
        assert prospect.losses.attacker == Fraction(sum(report.attacker_losses for report in reports), 6)
        assert prospect.losses.defender == Fraction(sum(report.defender_losses for report in reports), 6)
        assert prospect.outright == (prospect.chances["AV"], prospect.chances["DV"])
    assert (found.strength, found.base_odds) == (
        (reports[0].attacker_strength, reports[0].defender_strength), reports[0].base_odds,
    )  # fmt: skip


def test_the_first_round_of_kawanakajima_by_hand():
    found = round_of()
    subterfuge = found.choice.pairs["subterfuge", "outflank"]
    assert (found.strength, found.base_odds, subterfuge.odds) == ((18, 25), "2-3", "3-1")
    third, rest = Fraction(1, 3), Fraction(2, 3)
    assert subterfuge.chances == {"AV": 0, "A": rest, "X": third, "D": 0, "DV": 0}
    assert subterfuge.losses == (rest * 3 + third * 5, rest * 5 + third * 4)  # A: 3 and 5; X: 5 and 4 (R5)
    assert subterfuge.payoff == subterfuge.losses.defender - subterfuge.losses.attacker == 1
    assert found.choice.attacker_replies["outflank"] == ("subterfuge",)
    assert found.choice.defender_replies["subterfuge"] == ("surprise_assault",)


@pytest.mark.parametrize("column", TABLES.odds.names)
@pytest.mark.parametrize("die", range(1, 7))
def test_each_of_the_78_cells_of_the_table_is_a_sixth_of_its_column(die, column):
    index = TABLES.odds.names.index(column)
    ratio = TABLES.odds.ratios[index]
    found = round_of(Side("A", 10 * ratio.numerator, 1), Side("B", 10 * ratio.denominator, 1), Ground())
    prospect = found.choice.pairs["outflank", "outflank"]
    result = TABLES.odds.results[die][index]
    others = sum(TABLES.odds.results[other][index] == result for other in range(1, 7))
    assert (prospect.odds, prospect.chances[result]) == (column, Fraction(others, 6))


# ---- the whole battle


@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize("number", [1, 3])
def test_a_whole_battle_has_the_chances_that_all_its_dice_have(case, number):
    attacker, defender, ground, options = CASES[case]
    found = battle_of(attacker, defender, ground, options, number)
    left = 4 - number
    known = AT_SEA if ground.sea else TACTICS
    assert set(found.kept.pairs) == set(product(known, known))
    for tactics in [(known[0], known[0]), (known[3], known[0]), (known[0], known[3]), (known[4], known[2])]:
        ends = Counter()
        lost, gone, rounds = [0, 0], [0, 0], 0
        before = [side.troops_lost(ground, TABLES, options) for side in (attacker, defender)]
        for dice in product(range(1, 7), repeat=left):
            reports, conclusion = fought(attacker, defender, ground, tactics, dice, options, number)
            ends[how_it_ended(reports, conclusion)] += 1
            lost[0] += sum(report.attacker_losses for report in reports)
            lost[1] += sum(report.defender_losses for report in reports)
            gone = [so_far + new - old for so_far, new, old in zip(gone, conclusion.troops_lost, before, strict=True)]
            rounds += len(reports)
        throws = 6**left
        prospect = found.kept.pairs[tactics]
        assert prospect.endings == {how: Fraction(ends[how], throws) for how in ENDINGS}
        assert prospect.losses == tuple(Fraction(figure, throws) for figure in lost)
        assert prospect.troops_lost == tuple(Fraction(figure, throws) for figure in gone)
        assert prospect.rounds == Fraction(rounds, throws)


@pytest.mark.parametrize("case", CASES)
def test_choosing_anew_each_round_is_worth_what_backward_reckoning_by_the_rules_gives(case):
    attacker, defender, ground, options = CASES[case]
    known = AT_SEA if ground.sea else TACTICS

    @cache
    def worth(one, other, number):
        """The value of the game from this round on, found without the module's own shortcuts."""
        from control.kernel.chance.zero_sum import solve

        if number > TABLES.forces.rounds:
            return Fraction()
        game = []
        for mine in known:
            game.append([])
            for theirs in known:
                total = Fraction()
                for die in range(1, 7):
                    (report,), _ = fought(one, other, ground, (mine, theirs), [die], options, number)
                    total += report.defender_losses - report.attacker_losses
                    left = one.after_losing(report.attacker_losses), other.after_losing(report.defender_losses)
                    if not ending(*left, ground, report.result, tables=TABLES, options=options):
                        total += worth(*left, number + 1)
                game[-1].append(total / 6)
        return solve(game).value

    found = battle_of(attacker, defender, ground, options)
    assert found.mix.value == found.anew.payoff == worth(attacker, defender, 1)


def test_the_last_round_of_a_battle_is_a_round_by_itself():
    found, last = battle_of(number=3), round_of(number=3)
    assert found.mix == last.choice.mix
    assert found.anew.losses == last.choice.mixed.losses
    for tactics, prospect in found.kept.pairs.items():
        assert prospect.losses == last.choice.pairs[tactics].losses
        assert prospect.rounds == 1


# ---- what always holds


unhurried = settings(deadline=None)  # what is measured here is chances, and the machine may be busy


def check_choice(choice):
    """Best replies are the best there are, and the mix leaves neither a better one."""
    worth = {pair: prospect.payoff for pair, prospect in choice.pairs.items()}
    for theirs in choice.tactics:
        column = [worth[mine, theirs] for mine in choice.tactics]
        best = [mine for mine in choice.tactics if worth[mine, theirs] == max(column)]
        assert list(choice.attacker_replies[theirs]) == best
    for mine in choice.tactics:
        row = [worth[mine, theirs] for theirs in choice.tactics]
        best = [theirs for theirs in choice.tactics if worth[mine, theirs] == min(row)]
        assert list(choice.defender_replies[mine]) == best
    mix = choice.mix
    for part in (mix.attacker, mix.defender):
        assert list(part) == list(choice.tactics)
        assert sum(part.values()) == 1
        assert min(part.values()) >= 0
    for tactic in choice.tactics:
        assert sum(often * worth[tactic, theirs] for theirs, often in mix.defender.items()) <= mix.value
        assert sum(often * worth[mine, tactic] for mine, often in mix.attacker.items()) >= mix.value
    assert choice.mixed.payoff == mix.value
    assert choice.is_idle == (len(set(worth.values())) == 1)


@unhurried
@given(sides, sides, grounds, options, st.integers(1, 3))
def test_chances_add_up_and_no_general_can_better_his_mix(attacker, defender, ground, options, number):
    found = round_of(attacker, defender, ground, options, number)
    for prospect in (*found.choice.pairs.values(), found.choice.mixed):
        assert sum(prospect.chances.values()) == 1
        assert min(prospect.chances.values()) >= 0
        assert all(0 <= lost <= most for lost, most in zip(prospect.losses, found.strength, strict=True))
    check_choice(found.choice)


@settings(unhurried, max_examples=40)
@given(sides, sides, grounds, options, st.integers(1, 3))
def test_a_battle_ends_in_one_way_and_costs_no_more_than_there_is(attacker, defender, ground, options, number):
    found = battle_of(attacker, defender, ground, options, number)
    strength = round_of(attacker, defender, ground, options).strength
    for prospect in (*found.kept.pairs.values(), found.kept.mixed, found.anew):
        assert sum(prospect.endings.values()) == 1
        assert min(prospect.endings.values()) >= 0
        assert 1 <= prospect.rounds <= 4 - number
        for lost, gone, most, side in zip(
            prospect.losses, prospect.troops_lost, strength, (attacker, defender), strict=True
        ):
            assert 0 <= gone <= lost <= most
            assert gone <= side.troops
    check_choice(found.kept)
    assert found.anew.payoff == found.mix.value


@unhurried
@given(sides, sides, grounds, options)
def test_a_column_more_for_the_attacker_never_makes_his_chances_worse(attacker, defender, ground, options):
    better = replace(attacker, granted_columns=attacker.granted_columns + 1)
    before, after = (round_of(one, defender, ground, options).choice for one in (attacker, better))
    ranks = ("AV", "A", "X", "D", "DV")
    for pair, prospect in before.pairs.items():
        for most in range(1, 6):
            assert sum(after.pairs[pair].chances[name] for name in ranks[:most]) >= sum(
                prospect.chances[name] for name in ranks[:most]
            )


@unhurried
@given(troops, st.booleans(), st.booleans())
def test_names_and_the_way_a_side_is_made_up_change_nothing_but_real_losses(men, mountainous, in_person):
    ground = Ground(mountainous=mountainous)
    real, other = Side("Oda", men + 5, 2, in_person=in_person), Side("Toki", 9, 2)
    behind_walls = Side("Saito", men, 2, fortification="castle", in_person=in_person)
    one, two = round_of(real, other, ground), round_of(behind_walls, other, ground)
    assert one == two
    first, second = battle_of(real, other, ground), battle_of(behind_walls, other, ground)
    assert first.mix == second.mix
    for pair, prospect in first.kept.pairs.items():
        there = second.kept.pairs[pair]
        assert (there.endings, there.losses, there.rounds) == (prospect.endings, prospect.losses, prospect.rounds)
        assert there.troops_lost.attacker <= prospect.troops_lost.attacker


@unhurried
@given(sides, sides, st.booleans(), options, st.integers(0, 20), st.integers(0, 20))
def test_what_was_lost_before_is_not_lost_again(attacker, defender, mountainous, options, mine, theirs):
    ground = Ground(mountainous=mountainous)
    worn = [
        side.after_losing(min(lost, side.strength(ground, TABLES) - 1))
        for side, lost in ((attacker, mine), (defender, theirs))
    ]
    assume(all(side.strength_left(ground, TABLES, options) for side in worn))
    found = battle_of(*worn, ground, options, number=2)
    for prospect in (found.kept.mixed, found.anew):
        for side, lost, gone in zip(worn, prospect.losses, prospect.troops_lost, strict=True):
            assert lost <= side.strength_left(ground, TABLES, options)
            assert gone <= side.troops_left(ground, TABLES, options)


def test_at_sea_nobody_fortifies_and_losses_are_doubled():
    land, sea = (round_of(Side("Mori", 20, 2), Side("Otomo", 20, 2), Ground(sea=sea)).choice for sea in (False, True))
    assert sea.tactics == AT_SEA
    assert len(sea.pairs) == 25
    for pair, prospect in sea.pairs.items():
        assert prospect.losses == tuple(2 * lost for lost in land.pairs[pair].losses)


def test_where_the_odds_are_past_the_table_nothing_is_left_to_choose():
    found = round_of(Side("Oda", 90, 1), Side("Toki", 1, 1), Ground()).choice
    assert found.is_idle
    assert found.attacker_replies["subterfuge"] == TACTICS
    assert found.defender_replies["subterfuge"] == TACTICS


# ---- what is refused, as in a round that is fought


@pytest.mark.parametrize("reckon", [round_of, battle_of])
def test_what_cannot_be_fought_has_no_chances(reckon):
    for refused, kind in (
        ({"number": 4}, OrderNotAllowed),
        ({"attacker": replace(UESUGI, troops=0)}, OrderNotAllowed),
        ({"defender": replace(TAKEDA, lost=25)}, OrderNotAllowed),
        ({"defender": replace(TAKEDA, fortification="moat")}, OrderNotUnderstood),
    ):
        with pytest.raises(kind):
            reckon(**refused)


def test_where_a_round_leaves_nobody_on_either_side_both_are_wiped_out():
    deadly = replace(TABLES, odds=replace(TABLES.odds, losses={**TABLES.odds.losses, "X": (100, 100)}))
    found = whole_battle(Side("Oda", 9, 2), Side("Toki", 9, 2), Ground(), number=3, tables=deadly, options=OPTIONS)
    faces = [row[TABLES.odds.even] for row in TABLES.odds.results.values()]
    plain = found.kept.pairs["conventional_battle", "conventional_battle"]
    assert plain.endings["both_wiped_out"] == Fraction(faces.count("X"), 6) > 0
