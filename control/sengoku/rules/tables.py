"""The handbook's printed tables and the rule options, read from parsed TOML and checked cell by cell.

Handbook section 6; R1 (odds columns), R2 (tactic matrix), R4 and R8 (forces, recovery), R5 (ready reckoner),
R13 (movement phases). Tables are data: whoever prints a reference card prints these objects.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Collection, Iterator, Mapping
from dataclasses import field, fields
from fractions import Fraction
from itertools import pairwise
from typing import Any, Literal

from control.kernel.errors import did_you_mean
from control.kernel.values import dataclass
from control.sengoku.rules.grids import (
    Amiss,
    Form,
    grid_faults,
    is_list_of,
    is_percent,
    is_text,
    is_whole,
    key_faults,
    row_faults,
)
from control.sengoku.rules.march.geography import ROAD_NAMES
from control.sengoku.rules.prices import Post, Prices
from control.sengoku.rules.rulings import CHOICES, MOST_PENALTY

Document = Mapping[str, Any]
Role = Literal["attacker", "defender"]
ROLES: tuple[Role, Role] = ("attacker", "defender")
OPPONENT: Mapping[str, Role] = {"attacker": "defender", "defender": "attacker"}
"""Whom each role fights."""
Standing = Literal["winner", "loser", "undecided"]
CAMPAIGN_SEASONS = ("spring", "summer", "autumn")
PHASES = (1, 2, 3, 4)
"""The movement phases of a season (R13)."""
WORKS = ("none", "castle", "fortress")
MOST_EXPERIENCE = 4
"""More experience nobody has (R7)."""


class TableFault(Exception):
    """A table or a set of options that cannot be used; ``sentence`` names the row and the column, ``key`` is the dotted
    path of what is amiss, as far as there is one.

    ``more`` holds every other fault that was found with it.
    """

    def __init__(self, file: str, sentence: str, key: str = "") -> None:
        super().__init__(f"{file}: {sentence}")
        self.file = file
        self.sentence = sentence
        self.key = key
        self.more: list[TableFault] = []


MOST_ROWS = 100
"""More rows no new ready reckoner has: each of them is printed in every briefing that tells the rules."""


def rounded_percent(counters: int, percent: int) -> int:
    """``percent`` of ``counters``, rounded half up to whole counters: the ready reckoner (R5)."""
    return (counters * percent + 50) // 100


@dataclass(frozen=True)
class OddsTable:
    """The combat results table.

    ``names`` are the columns from the defender's best to the attacker's, ``ratios`` the same as attacker ÷
    defender, ``even`` the index of 1-1. ``results`` holds for each face of the die one result for each
    column, ``losses`` for each result the losses of attacker and defender in percent of the *opponent's*
    strength, ``outright`` who wins the battle at once by it, ``meanings`` its name for people.
    """

    names: tuple[str, ...]
    ratios: tuple[Fraction, ...]
    even: int
    results: Mapping[int, tuple[str, ...]]
    losses: Mapping[str, tuple[int, int]]
    outright: Mapping[str, Role]
    meanings: Mapping[str, str]

    def column(self, attacker: int, defender: int, rounding: str = "defender") -> int:
        """The index of the column for these strengths, both at least 1 (R1).

        ``rounding`` is the rule option: ``defender`` takes the largest column not above the true odds,
        ``nearest`` the nearest one, the lower of two that are equally near. Fractions compare exactly:
        20 v 30 is 2-3.
        """
        odds = Fraction(attacker, defender)
        below = self.clamp(bisect_right(self.ratios, odds) - 1)
        if rounding == "nearest":
            above = self.clamp(below + 1)
            return above if self.ratios[above] - odds < odds - self.ratios[below] else below
        return below

    def clamp(self, column: int) -> int:
        """The same column, or the end of the table that it has run past (R2)."""
        return max(0, min(column, len(self.names) - 1))

    def name(self, column: int) -> str:
        """The name of a column, or of the end of the table that it has run past."""
        return self.names[self.clamp(column)]

    @classmethod
    def from_document(cls, document: Document) -> OddsTable:
        """The table in a document without faults."""
        names = tuple(document["columns"])
        return cls(
            names=names,
            ratios=tuple(ratio(name) for name in names),
            even=names.index("1-1"),
            results={int(die): tuple(row) for die, row in document["results"].items()},
            losses={result: (percents[0], percents[1]) for result, percents in document["losses"].items()},
            outright=dict(document["outright"]),
            meanings=dict(document["meanings"]),
        )

    @staticmethod
    def faults(document: Document) -> Iterator[Amiss]:
        """Everything that is wrong with odds.toml: where, and a sentence."""
        columns = document["columns"]
        losses = document["losses"]
        for spot, name in enumerate(columns, 1):
            if not is_odds(name):
                yield "columns", f'column {spot} is called "{name}"; odds are written as "2-3".'
                return
        ratios = [ratio(name) for name in columns]
        for name, (low, high) in zip(columns[1:], pairwise(ratios), strict=True):
            if low >= high:
                yield "columns", f"column {name} must give the attacker better odds than the column before it."
        if "1-1" not in columns:
            yield "columns", "there is no column 1-1."

        def cell_fault(value: Any) -> str:
            known = isinstance(value, str) and value in losses
            return "" if known else f'no result "{value}"; possible: {", ".join(losses)}'

        yield from grid_faults("results", document["results"], [str(die) for die in range(1, 7)], columns, cell_fault)
        for result, percents in losses.items():
            if not is_list_of(percents, 2, is_percent):
                yield (
                    f"losses.{result}",
                    f"losses of {result} are two percentages from 0 to 100: the attacker's, the defender's.",
                )
            if not isinstance(document["meanings"].get(result), str):
                yield f"meanings.{result}", f"result {result} has no name among the meanings."
        for result, role in document["outright"].items():
            if result not in losses or role not in ROLES:
                yield (
                    f"outright.{result}",
                    f'outright {result} is a result that attacker or defender wins by, not "{role}".',
                )


@dataclass(frozen=True)
class TacticMatrix:
    """The column shift of every pair of tactics, signed towards the attacker.

    ``names`` are the tactics in the printed order, ``labels`` what people read, ``shifts`` the cells by
    (attacker's tactic, defender's tactic), ``not_at_sea`` what no side may choose in a sea battle (R10).
    """

    names: tuple[str, ...]
    labels: Mapping[str, str]
    shifts: Mapping[tuple[str, str], int]
    not_at_sea: frozenset[str]

    @classmethod
    def from_document(cls, document: Document) -> TacticMatrix:
        """The matrix in a document without faults."""
        names = tuple(document["tactics"])
        rows = document["shifts"]
        return cls(
            names=names,
            labels=dict(document["labels"]),
            shifts={(row, column): rows[row][spot] for row in names for spot, column in enumerate(names)},
            not_at_sea=frozenset(document["not_at_sea"]),
        )

    @staticmethod
    def faults(document: Document) -> Iterator[Amiss]:
        """Everything that is wrong with tactics.toml: where, and a sentence."""
        tactics = document["tactics"]
        if not is_list_of(tactics, None, is_text) or len(set(tactics)) < max(1, len(tactics)):
            yield "tactics", "tactics is a list of different names."
            return

        def cell_fault(value: Any) -> str:
            return "" if is_whole(value) else f'"{value}" is no number of columns'

        yield from grid_faults("shifts", document["shifts"], tactics, tactics, cell_fault)
        for tactic in tactics:
            if not isinstance(document["labels"].get(tactic), str):
                yield f"labels.{tactic}", f"{tactic} has no name among the labels."
        for tactic in document["not_at_sea"]:
            if tactic not in tactics:
                yield "not_at_sea", f'not_at_sea: no tactic "{tactic}".{did_you_mean(str(tactic), tactics)}'


@dataclass(frozen=True)
class MovementTable:
    """The phases in which an army of each level moves (R13), and what makes up an allowance (R12).

    An allowance, in provinces, is kept from ``least`` to ``most``; ``sea_crossing`` is added for each
    crossing, ``road`` for following one of ``roads`` in one of its seasons.
    """

    phases: Mapping[int, tuple[int, ...]]
    most: int = 4
    least: int = 1
    sea_crossing: int = -1
    road: int = 1
    roads: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    def moves_after(self, phase: int, allowance: int, *, anew: bool = False) -> bool:
        """Whether an army of this allowance has a phase of its own still to come (R13). One that is ordered ``anew``
        may follow a great road yet, and has what that adds (R12)."""
        level = min(allowance + max(0, self.road), self.most) if anew else allowance
        return self.phases[level][-1] > phase

    @classmethod
    def from_document(cls, document: Document) -> MovementTable:
        """The table in a document without faults."""
        return cls(
            phases={int(level): tuple(phases) for level, phases in document["phases"].items()},
            most=document["most"],
            least=document["least"],
            sea_crossing=document["sea_crossing"],
            road=document["road"],
            roads={road: tuple(seasons) for road, seasons in document["roads"].items()},
        )

    @staticmethod
    def faults(document: Document) -> Iterator[Amiss]:
        """Everything that is wrong with movement.toml: where, and a sentence."""
        least, most = document["least"], document["most"]
        if not 1 <= least <= most:
            yield "least", f"least is from 1 to most, not {least} (most is {most})."
            return
        given = document["phases"]
        # whatever most is: where rows are missing, one of them is among the first that are more than there are
        first = range(least, min(most, least + len(given)) + 1)
        numbers = {int(row) for row in given if re.fullmatch(r"[1-9]\d{0,9}", row, re.ASCII)}
        levels = [str(level) for level in sorted({*first, *(one for one in numbers if least <= one <= most)})]
        yield from row_faults("phases", document["phases"], levels)
        for level, phases in document["phases"].items():
            if not is_list_of(phases, None, is_whole) or any(phase < 1 for phase in phases):
                yield f"phases.{level}", f"row {level} is a list of phases counted from 1."
            elif sorted(set(phases)) != phases:
                yield f"phases.{level}", f"row {level} must name each phase once, in order."
            elif level in levels and len(phases) != int(level):
                yield f"phases.{level}", f"row {level} has {len(phases)} phases for a level of {level}."
        for road, seasons in document["roads"].items():
            if not is_list_of(seasons, None, is_text) or not set(seasons) <= set(CAMPAIGN_SEASONS):
                possible = ", ".join(CAMPAIGN_SEASONS)
                yield (
                    f"roads.{road}",
                    f"road {road} has a list of the seasons in which it speeds armies up: {possible}.",
                )

    @staticmethod
    def faults_of_new(document: Document) -> Iterator[Amiss]:
        """What of a new movement.toml nobody would move by: phases that a season has not, roads that no map has, or by
        which an army comes less far."""
        if document["road"] < 0:
            yield "road", f"road is what a great road adds, 0 or more, not {document['road']} (R12)."
        for level, phases in document["phases"].items():
            for phase in phases if is_list_of(phases, None, is_whole) else ():
                if phase > PHASES[-1]:
                    yield f"phases.{level}", f"row {level} names phase {phase}; a season has {PHASES[-1]} (R13)."
        for road in document["roads"]:
            if road not in ROAD_NAMES:
                possible = f"{did_you_mean(road, ROAD_NAMES)} Possible: {', '.join(ROAD_NAMES)}."
                yield f"roads.{road}", f'there is no road "{road}".{possible}'


@dataclass(frozen=True)
class Reckoner:
    """The ready reckoner as it is printed: ``percents`` across, 1 to ``counters`` down (R5)."""

    percents: tuple[int, ...]
    counters: int

    def rows(self) -> Iterator[tuple[int, tuple[int, ...]]]:
        """Each row: the counters, and what each percentage of them is."""
        for counters in range(1, self.counters + 1):
            yield counters, tuple(rounded_percent(counters, percent) for percent in self.percents)


@dataclass(frozen=True)
class Forces:
    """What counts in a battle besides the two printed tables.

    ``rounds`` at most in one battle (R6); ``in_person`` and ``fortifications`` are notional men in counters,
    ``monks_at_home_temple`` a factor (R4); ``recovery`` in percent of the real counters lost (R8);
    ``most_experience`` of a general (R7).
    """

    rounds: int
    in_person: int
    monks_at_home_temple: int
    fortifications: Mapping[str, int]
    recovery: Mapping[Standing, int]
    most_experience: int
    reckoner: Reckoner

    @classmethod
    def from_document(cls, document: Document) -> Forces:
        """The figures in a document without faults."""
        return cls(
            rounds=document["rounds"],
            in_person=document["in_person"],
            monks_at_home_temple=document["monks_at_home_temple"],
            fortifications=dict(document["fortifications"]),
            recovery=dict(document["recovery"]),
            most_experience=document["experience"]["most"],
            reckoner=Reckoner(tuple(document["reckoner"]["percents"]), document["reckoner"]["counters"]),
        )

    @staticmethod
    def faults(document: Document) -> Iterator[Amiss]:
        """Everything that is wrong with forces.toml: where, and a sentence."""
        for key, least in (("rounds", 1), ("in_person", 0), ("monks_at_home_temple", 1)):
            if document[key] < least:
                yield key, f"{key} is {least} or more, not {document[key]}."
        works = document["fortifications"]
        for work, men in works.items():
            if not is_whole(men) or men < 0:
                yield f"fortifications.{work}", f'fortifications: {work} counts as 0 or more counters, not "{men}".'
        if works.get("none") != 0:
            yield "fortifications.none", "fortifications must say none = 0."
        yield from key_faults(document["recovery"], ("winner", "loser", "undecided"), "recovery")
        for standing, percent in document["recovery"].items():
            if not is_percent(percent):
                yield (
                    f"recovery.{standing}",
                    f'recovery: {standing} gets back a percentage from 0 to 100, not "{percent}".',
                )
        most = document["experience"].get("most")
        if not (is_whole(most) and most >= 1):
            yield "experience.most", f"experience has a most, a whole number from 1 to {MOST_EXPERIENCE} (R7)."
        reckoner = document["reckoner"]
        percents, counters = reckoner.get("percents"), reckoner.get("counters")
        if not (is_list_of(percents, None, is_percent) and is_whole(counters)):
            yield "reckoner", "reckoner has a list of percents and the counters of its last row."

    @staticmethod
    def faults_of_new(document: Document) -> Iterator[Amiss]:
        """What of a new forces.toml a battle or its paper would come to grief over: a work that counts as nothing
        known, experience that nobody may have, a reckoner that fills a book."""
        yield from key_faults({"none": 0} | document["fortifications"], WORKS, "fortifications")
        most = document["experience"].get("most")
        if is_whole(most) and most > MOST_EXPERIENCE:
            yield "experience.most", f"nobody has more experience than {MOST_EXPERIENCE}, so most is no {most} (R7)."
        last = document["reckoner"].get("counters")
        if is_whole(last) and not 1 <= last <= MOST_ROWS:
            rule = "the rule goes on by itself (R5)"
            yield "reckoner", f"reckoner ends with a row from 1 to {MOST_ROWS}, not {last}: {rule}."


@dataclass(frozen=True)
class Tables:
    """All printed tables of a scenario."""

    odds: OddsTable
    tactics: TacticMatrix
    movement: MovementTable
    forces: Forces
    economy: Prices
    post: Post

    @property
    def fortifications(self) -> Mapping[str, int]:
        """The notional men of each kind of work, in counters (R4)."""
        return self.forces.fortifications

    @property
    def reckoner(self) -> Reckoner:
        """The ready reckoner in its printed extent (R5)."""
        return self.forces.reckoner

    @classmethod
    def from_documents(cls, documents: Mapping[str, Document], new: Collection[str] | None = None) -> Tables:
        """Read the tables from parsed TOML, keyed by file stem (FORMS); the ``new`` ones, or all, as they may come into
        a game.

        Raises TableFault for the first fault, the others of all files in its ``more``.
        """
        found = [
            TableFault(f"{stem}.toml", sentence, key)
            for stem, form in FORMS.items()
            for key, sentence in form.faults_of(documents.get(stem), new is None or stem in new)
        ]
        if found:
            first, *first.more = found
            raise first
        return cls(**{stem: form.table.from_document(documents[stem]) for stem, form in FORMS.items()})


FORMS: Mapping[str, Form] = {
    "odds": Form(OddsTable, {"columns": list, "results": dict, "losses": dict, "outright": dict, "meanings": dict}),
    "tactics": Form(TacticMatrix, {"tactics": list, "not_at_sea": list, "shifts": dict, "labels": dict}),
    "movement": Form(
        MovementTable,
        {"least": int, "most": int, "sea_crossing": int, "road": int, "phases": dict, "roads": dict},
        MovementTable.faults_of_new,
    ),
    "forces": Form(
        Forces,
        {
            "rounds": int,
            "in_person": int,
            "monks_at_home_temple": int,
            "fortifications": dict,
            "recovery": dict,
            "experience": dict,
            "reckoner": dict,
        },
        Forces.faults_of_new,
    ),
    "economy": Form(Prices, {"cost": dict, "recommission": dict, "upkeep": dict, "savings": dict, "display": dict}),
    "post": Form(Post, {"die": dict}),
}


@dataclass(frozen=True)
class Options:
    """The rule options of a scenario, with the defaults of the rulings; what each asks, OPTIONS says (rulings.py)."""

    odds_rounding: str = "defender"
    losses_fall_on: str = "notional_first"
    road_bonus_needs: str = "whole_route"
    wound_penalty: int = 1
    intrinsic: str = "unless_garrisoned"
    levy_gives_experience: str = "no"
    spend_first: str = "rice"
    second_umpire: str = "on"

    @classmethod
    def from_mapping(cls, mapping: Mapping[str, Any], file: str = "scenario.toml") -> Options:
        """Read the options a scenario sets.

        Raises TableFault for the first unknown name or value, the others in its ``more``.
        """
        found = [TableFault(file, sentence) for sentence in cls.faults(mapping)]
        if found:
            first, *first.more = found
            raise first
        return cls(**mapping)

    @classmethod
    def faults(cls, mapping: Mapping[str, Any]) -> Iterator[str]:
        """Everything that is wrong with these options, one sentence each."""
        known = [option.name for option in fields(cls)]
        for name, value in mapping.items():
            if name not in known:
                near = did_you_mean(name, known)
                yield f'there is no rule option "{name}".{near} Possible: {", ".join(known)}.'
            elif name == "wound_penalty" and not (is_whole(value) and 0 <= value <= MOST_PENALTY):
                yield f'rule option wound_penalty is a whole number from 0 to {MOST_PENALTY}, not "{value}".'
            elif name in CHOICES and value not in CHOICES[name]:
                near = did_you_mean(str(value), CHOICES[name])
                yield f'rule option {name} is {" or ".join(CHOICES[name])}, not "{value}".{near}'


def ratio(name: str) -> Fraction:
    """A column's name as attacker / defender: ``2-3`` is two thirds."""
    attacker, defender = name.split("-")
    return Fraction(int(attacker), int(defender))


def is_odds(name: Any) -> bool:
    """Whether this is a column's name such as ``2-3``."""
    parts = name.split("-") if isinstance(name, str) else []
    return len(parts) == 2 and all(part.isascii() and part.isdigit() and int(part) for part in parts)
