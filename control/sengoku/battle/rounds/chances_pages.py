"""What if: the exact chances of every pair of tactics, beside a battle and for the umpires' eyes only."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from flask import Blueprint, g, request
from flask.typing import ResponseReturnValue

from control.kernel.errors import OrderError, OrderNotUnderstood
from control.kernel.pages.admitted import desks
from control.kernel.pages.parts import page_or_part
from control.kernel.values import dataclass
from control.sengoku.battle.rounds import chances_questions as queries
from control.sengoku.rules.battle.battle import Tactics
from control.sengoku.rules.battle.chances import Choice
from control.sengoku.rules.battle.foresight import BattleProspect, Mix, RoundProspect, Share
from control.sengoku.rules.desks import AT_THE_MAP
from control.sengoku.rules.tables import Tables
from control.sengoku.world.land.land_questions import ClanSign

bp = Blueprint("chances", __name__, url_prefix="/battles")

PLAIN = 36
"""A fraction with no larger denominator is one that people can read; others are told in percent."""

ENDINGS = {
    "attacker_outright": ("AV", "AV", "outright victory of the attacker"),
    "defender_wiped_out": ("A", "A", "the attacker alone is left"),
    "undecided": ("X", "open", "undecided after the last round"),
    "both_wiped_out": ("0", "0", "nobody is left on either side"),
    "attacker_wiped_out": ("D", "D", "the defender alone is left"),
    "defender_outright": ("DV", "DV", "outright victory of the defender"),
}
"""The endings of a battle: the result whose pattern they share, their letters, and in words."""

Prospect = RoundProspect | BattleProspect


@dataclass(frozen=True)
class Part:
    """A part of a bar: its pattern, letters and meaning, the chance as people say it, its width in per mille."""

    kind: str
    letters: str
    words: str
    chance: str
    width: int

    @property
    def has_room(self) -> bool:
        """Whether its letters fit into it on a phone."""
        return self.width >= 80 * len(self.letters)


@dataclass(frozen=True)
class Cell:
    """What may come of a pair of tactics: the odds, the bar, expected losses, and whose best reply it is."""

    odds: str
    bar: tuple[Part, ...]
    losses: tuple[str, str]
    troops_lost: tuple[str, str] | None
    best_for: tuple[ClanSign, ...] = ()


@dataclass(frozen=True)
class Sheet:
    """The table of all pairs, the mix of each side, and what may come of it when both play that."""

    tactics: tuple[str, ...]
    cells: Mapping[Tactics, Cell]
    idle: bool
    mixes: tuple[tuple[str, ClanSign, list[tuple[str, str, str]]], ...]
    mixed: Cell


@bp.get("/<int:number>/what-if")
@desks(*AT_THE_MAP)
def what_if(number: int) -> ResponseReturnValue:
    """The chances of the next round, or with ``over=battle`` of all that are left; with ``swap=1`` in changed roles."""
    swap, to_end = request.args.get("swap") == "1", request.args.get("over") == "battle"
    tables = g.room.scenario.tables
    found, sheet, error = None, None, None
    try:
        found = queries.what_if(g.session, g.room.scenario, number, swap=swap, whole=to_end)
    except OrderError as wrong:  # a side has nobody left: told where the table would be
        error = wrong
    else:
        if found is None:
            raise OrderNotUnderstood(f"There is no battle {number}.", field="battle")
        sheet = sheet_of(found, tables)
    return page_or_part(
        "battle/what_if.html",
        "battle/_what_if.html",
        number=number,
        found=found,
        sheet=sheet,
        error=error,
        swap=swap,
        to_end=to_end,
        tables=tables,
    )


def sheet_of(found: queries.WhatIf, tables: Tables) -> Sheet | None:
    """What the page shows; None if no round is to come."""
    if found.coming:
        choice = found.coming.choice
        return laid_out(found, choice, choice.mix, choice.mixed, tables)
    if found.whole:
        return laid_out(found, found.whole.kept, found.whole.mix, found.whole.anew, tables)
    return None


def laid_out(found: queries.WhatIf, choice: Choice[Any], mix: Mix, mixed: Prospect, tables: Tables) -> Sheet:
    """The table of a choice, with a mix and what may come of that."""

    def best_for(mine: str, theirs: str) -> Iterator[ClanSign]:
        if mine in choice.attacker_replies[theirs]:
            yield found.attacker.clan
        if theirs in choice.defender_replies[mine]:
            yield found.defender.clan

    return Sheet(
        tactics=choice.tactics,
        idle=choice.is_idle,
        cells={
            pair: cell(prospect, tables, () if choice.is_idle else tuple(best_for(*pair)))
            for pair, prospect in choice.pairs.items()
        },
        mixes=(
            (found.attacker.name, found.attacker.clan, told_mix(mix.attacker, tables)),
            (found.defender.name, found.defender.clan, told_mix(mix.defender, tables)),
        ),
        mixed=cell(mixed, tables),
    )


def cell(prospect: Prospect, tables: Tables, best_for: tuple[ClanSign, ...] = ()) -> Cell:
    """What may come of a pair of tactics, or of a mix, as the page says it."""
    bar = tuple(
        Part(*words, chance=told(chance), width=int(1000 * chance))
        for words, chance in outcomes(prospect, tables)
        if chance
    )
    if isinstance(prospect, RoundProspect):
        return Cell(prospect.odds, bar, counters(prospect.losses), None, best_for)
    return Cell("", bar, counters(prospect.losses), counters(prospect.troops_lost), best_for)


def outcomes(prospect: Prospect, tables: Tables) -> Iterator[tuple[tuple[str, str, str], Fraction]]:
    """Everything that may come of it, as pattern, letters and words, from the attacker's best on, with its chance."""
    if isinstance(prospect, RoundProspect):
        for result, chance in prospect.chances.items():
            yield (result, result, tables.odds.meanings[result]), chance
    else:
        for how, chance in prospect.endings.items():
            yield ENDINGS[how], chance


def counters(pair: Share) -> tuple[str, str]:
    """What both sides may expect to lose, to a tenth of a counter."""
    attacker, defender = (f"{float(figure):.1f}" for figure in pair)
    return attacker, defender


def told(chance: Fraction) -> str:
    """A chance as an umpire says it: 1/6, or 23 % where the fraction is none that people can read."""
    return str(chance) if chance.denominator <= PLAIN else percent(chance)


def percent(chance: Fraction) -> str:
    """A chance in whole percent; what is possible is never told as 0 %, nor what is uncertain as 100 %."""
    if 0 < chance < Fraction(1, 100):
        return "under 1 %"
    if Fraction(99, 100) < chance < 1:
        return "over 99 %"
    return f"{int(100 * chance + Fraction(1, 2))} %"


def told_mix(mix: Mapping[str, Fraction], tables: Tables) -> list[tuple[str, str, str]]:
    """The tactics of a mix, the most frequent first: name, how often, and exactly so if that is short enough."""
    played = sorted((name for name in mix if mix[name]), key=lambda name: -mix[name])
    plain = all(mix[name].denominator <= PLAIN for name in played)
    exact = {name: str(mix[name]) if mix[name].denominator < 10**6 else "" for name in played}
    return [(tables.tactics.labels[name], exact[name] if plain else percent(mix[name]), exact[name]) for name in played]
