"""Games of two in which one wins what the other loses: the mixes of choices that no reply can beat, exactly.

Not from any handbook: the minimax theorem, solved by the simplex method in whole numbers. `sengoku/rules/chances`
asks it what two generals do best who choose their tactics in secret.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import lcm
from typing import NamedTuple

from control.kernel.values import dataclass

Payoffs = Sequence[Sequence[Fraction]]
"""What the rows' player wins (and the columns' player loses), a row for each of his choices; at least one cell."""


@dataclass(frozen=True)
class Solution:
    """How often each plays each of his choices, and what the game is worth to the rows' player.

    The value is the only one there is. Other mixes may do as well: of these it is always the same that is given.
    """

    rows: tuple[Fraction, ...]
    columns: tuple[Fraction, ...]
    value: Fraction


class Player(NamedTuple):
    """A label of the tableau: the rows' or the columns' player's choice; sorted to break ties (Bland's rule)."""

    is_column: bool
    choice: int


def solve(payoffs: Payoffs) -> Solution:
    """The mix of each player against which the other cannot do better, and the value of the game.

    With all payoffs raised to 1 or more, the columns' player makes the sum of y as large as he can while no row
    wins more than 1 by it; the rows' player's mix is the dual of that. All numbers stay whole: each pivot divides
    by the one before it without remainder, so the answer is exact and no large fraction is reduced on the way.
    """
    scale = lcm(*(payoff.denominator for row in payoffs for payoff in row))
    whole = [[int(payoff * scale) for payoff in row] for row in payoffs]
    lift = scale - min(min(row) for row in whole)
    table = [[*(payoff + lift for payoff in row), 1] for row in whole]
    table.append([-1] * len(payoffs[0]) + [0])
    left = [Player(False, number) for number in range(len(payoffs))]
    top = [Player(True, number) for number in range(len(payoffs[0]))]
    last = 1
    while entering := [number for number in range(len(top)) if table[-1][number] < 0]:
        column = min(entering, key=lambda number: top[number])
        row = min(
            (number for number in range(len(left)) if table[number][column] > 0),
            key=lambda number: (Fraction(table[number][-1], table[number][column]), left[number]),
        )
        last = pivot(table, row, column, last)
        left[row], top[column] = top[column], left[row]
    total = table[-1][-1]
    columns = {player.choice: table[number][-1] for number, player in enumerate(left) if player.is_column}
    rows = {player.choice: table[-1][number] for number, player in enumerate(top) if not player.is_column}
    return Solution(
        rows=tuple(Fraction(rows.get(number, 0), total) for number in range(len(payoffs))),
        columns=tuple(Fraction(columns.get(number, 0), total) for number in range(len(payoffs[0]))),
        value=(Fraction(last, total) - lift) / scale,
    )


def pivot(table: list[list[int]], row: int, column: int, last: int) -> int:
    """Exchange the label of a row with that of a column; the pivot, by which every number of the table is divided.

    ``last`` is the pivot before it.
    """
    by = table[row][column]
    pivot_row = table[row]
    for number, line in enumerate(table):
        if number != row:
            factor = line[column]
            table[number] = [(cell * by - factor * above) // last for cell, above in zip(line, pivot_row, strict=True)]
            table[number][column] = -factor
    pivot_row[column] = last
    return by
