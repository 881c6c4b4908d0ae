"""``scenario.toml`` and ``edition.toml``: title, rule options, and what the edition does its own way."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field, Strict

from control.kernel.scenarios.cells import choice, whole, words
from control.kernel.scenarios.folder import Folder, Line
from control.kernel.scenarios.scenario_folders import SHEET
from control.kernel.scenarios.sheets import sheet_in
from control.kernel.typed import Order
from control.sekigahara.rules.edition import (
    Castle,
    Disk,
    Edition,
    Impact,
    Leadership,
    Losses,
    MoriBox,
    Numbers,
    Points,
    Wild,
)
from control.sekigahara.rules.options import option_faults
from control.sekigahara.rules.sides import SIDES
from control.sekigahara.scenario.model import NONE, Id, Location

EDITION = "edition.toml"
RULE_SETS = ("sekigahara",)
Truth = Annotated[bool, Strict()]
Number = Annotated[str, words("the number of a rule", 1, 20)]
A_SIDE = choice("a side", *SIDES)


class Sheet(Order):
    """``scenario.toml``. ``edition`` is the word by which scripts ask for it."""

    title: Annotated[str, words("the title", 1, 120)]
    rule_set: Annotated[str, choice("the rule set", *RULE_SETS)]
    edition: Id
    options: dict[str, Any] = Field(default_factory=dict)


class PointsSheet(Order):
    """Victory points, and who wins a tie."""

    castle: Annotated[int, whole(0, 9, "the points of a castle")]
    resource: Annotated[int, whole(0, 9, "the points of a resource location")]
    disk: Annotated[int, whole(0, 9, "the points of a disk")]
    tie: Annotated[str, A_SIDE]
    both: Annotated[str, A_SIDE]


class ImpactSheet(Order):
    """What a deployment adds."""

    same_clan: Annotated[int, whole(0, 9, "the bonus for each block of the clan")]
    special: Annotated[int, whole(0, 9, "a special attack")]
    special_again: Annotated[int, whole(0, 9, "the bonus for each block with the ability")]


class WildSheet(Order):
    """Blocks that go with any card."""

    double: Annotated[str, choice("how a double card deploys such a block", "alone", "beside")]


class LossesSheet(Order):
    """What a combat costs, and brings in cards."""

    impact: Annotated[int, whole(1, 99, "the Impact that costs a block")]
    beaten: Annotated[int, whole(0, 9, "the blocks more of the beaten side")]
    blocks_for_card: Annotated[int, whole(1, 9, "the blocks lost for a card")]
    besieged_for_card: Annotated[int, whole(1, 9, "the blocks lost for a card in a siege")]


class CastleSheet(Order):
    """What fits inside."""

    holds: Annotated[int, whole(0, 48, "the blocks that fit inside a castle")]


class LeadershipSheet(Order):
    """What gives leadership."""

    capital: Truth
    disk: Truth


class MoriSheet(Order):
    """The Mōri box."""

    double_card: Annotated[int, whole(1, 9, "the blocks that a double card brings")]


class DiskSheet(Order):
    """One disk."""

    id: Id
    name: Annotated[str, words("a name", 1, 60)]
    lost: Annotated[str, choice("when a disk may be lost", "last", "any")]
    wins: Annotated[str, choice("the side that wins", "", *SIDES)] = ""


class DisksSheet(Order):
    """The disks."""

    castle: Truth
    each: list[DiskSheet]


class NumbersSheet(Order):
    """Where the rules of this edition have what the other has elsewhere."""

    siege: Number
    siege_forbids: Number
    besieged: Number
    any_card: Number
    any_card_leader: Number = ""  # where it is said of both, none is given
    disk_last: Number
    heir: Number
    disk: Number = "8.9.3"  # a campaign that was begun before carries none


class EditionSheet(Order):
    """``edition.toml``."""

    weeks: Annotated[int, whole(1, 20, "the number of weeks")]
    points: PointsSheet
    impact: ImpactSheet
    wild: WildSheet
    losses: LossesSheet
    castle: CastleSheet
    leadership: LeadershipSheet
    mori: MoriSheet
    disks: DisksSheet
    numbers: NumbersSheet


def read_sheet(folder: Folder) -> Sheet | None:
    """The sheet, with what is wrong noted; None if it cannot be used."""
    parsed = sheet_in(folder, SHEET, Sheet)
    if parsed is None:
        return None
    sheet, note = parsed
    for name, sentence in option_faults(sheet.options):
        note(f"options.{name}", sentence)
    return sheet


def read_edition(folder: Folder, named: str, locations: list[Line[Location]]) -> Edition | None:
    """The edition, its disks where ``locations.csv`` has them, with what is wrong noted; None if it cannot be used."""
    parsed = sheet_in(folder, EDITION, EditionSheet)
    if parsed is None:
        return None
    sheet, note = parsed
    disks: dict[str, Disk] = {}
    for number, disk in enumerate(sheet.disks.each):
        where = [line for line in locations if line.row.disk.partition(":")[0] == disk.id]
        if len(where) != 1:
            note(f"disks.each.{number}.id", f'the disk "{disk.id}" stands at {len(where)} places of locations.csv.')
            continue
        side = where[0].row.disk.partition(":")[2]
        disks[disk.id] = Disk(disk.id, disk.name, side, where[0].row.id, disk.lost, disk.wins)
    for line in locations:
        name, _, side = line.row.disk.partition(":")
        if line.row.disk != NONE and (name not in disks or side not in SIDES):
            folder.findings.add(
                "locations.csv",
                line.number,
                "disk",
                f'"{line.row.disk}" is no disk of {EDITION} and its side; write such as "toyotomi:west", or none.',
            )
    return Edition(
        id=named,
        weeks=sheet.weeks,
        points=Points(**sheet.points.model_dump()),
        impact=Impact(**sheet.impact.model_dump()),
        wild=Wild(**sheet.wild.model_dump()),
        losses=Losses(**sheet.losses.model_dump()),
        castle=Castle(**sheet.castle.model_dump()),
        leadership=Leadership(**sheet.leadership.model_dump()),
        mori=MoriBox(**sheet.mori.model_dump()),
        disks=disks,
        disk_is_castle=sheet.disks.castle,
        numbers=Numbers(**sheet.numbers.model_dump()),
    )
