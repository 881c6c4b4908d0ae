"""What must fit together in a scenario: pieces of a side, the set-up and the blocks, roads and places, weeks."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence

from control.kernel.errors import did_you_mean
from control.kernel.scenarios.faults import Findings
from control.kernel.scenarios.folder import Line, R
from control.kernel.wording import counted, in_a_row
from control.sekigahara.rules.campaign.campaign import MORI, OSAKA
from control.sekigahara.rules.edition import Edition
from control.sekigahara.rules.pieces import ANY
from control.sekigahara.rules.sides import SIDES
from control.sekigahara.scenario.model import (
    BOXES,
    MORI_BOX,
    NONE,
    POOL,
    RECRUITMENT,
    BlockRow,
    CardRow,
    Location,
    Road,
    SetupRow,
    WeekRow,
)

OF_ONE_SIDE = RECRUITMENT | {MORI_BOX: MORI}
"""Whose a box is that both sides have not."""
BLOCKS_EACH, CARDS_EACH = 48, 55
"""Blocks and cards of a side."""


def check_pieces(
    findings: Findings,
    owners: Mapping[str, str],
    blocks: Sequence[Line[BlockRow]],
    cards: Sequence[Line[CardRow]],
    locations: Sequence[Line[Location]],
) -> None:
    """Every clan is on one side, 48 blocks and 55 cards are a side's, no bid is tied, every clan musters somewhere."""
    check_owners(findings, owners, blocks, cards)
    check_kinds(findings, blocks, cards)
    for side in SIDES:
        check_total(findings, "blocks.csv", side, BLOCKS_EACH, sum(x.row.count for x in blocks if x.row.side == side))
        check_total(findings, "cards.csv", side, CARDS_EACH, sum(x.row.count for x in cards if x.row.side == side))
    bids = {side: {line.row.initiative for line in cards if line.row.side == side} for side in SIDES}
    for bid in sorted(bids["east"] & bids["west"]):
        findings.add("cards.csv", None, "initiative", f"cards of both sides bid {bid}, so a bid could be tied (6.3).")
    check_musters(findings, cards, locations)


def check_owners(
    findings: Findings, owners: Mapping[str, str], blocks: Sequence[Line[BlockRow]], cards: Sequence[Line[CardRow]]
) -> None:
    """Blocks and cards are of clans that are there, and of their sides."""
    for file, lines in (("blocks.csv", blocks), ("cards.csv", cards)):
        for line in lines:
            clan, side = line.row.clan, line.row.side
            if clan in owners and owners[clan] != side:
                findings.add(file, line.number, "side", f"{clan} is a clan of the {owners[clan]}.")
            elif clan not in owners and (file == "cards.csv") and clan != ANY:
                near = did_you_mean(clan, owners)
                findings.add(file, line.number, "clan", f'no clan "{clan}".{near}')


def check_kinds(findings: Findings, blocks: Sequence[Line[BlockRow]], cards: Sequence[Line[CardRow]]) -> None:
    """What a block can do goes with its type, and a loyalty challenge is nobody's."""
    for line in blocks:
        row = line.row
        if (row.type == "leader") != (row.leader != NONE):
            findings.add("blocks.csv", line.number, "leader", "a block of the type leader is one, and no other.")
        if row.type in ("cavalry", "gun") and row.ability != row.type:
            findings.add("blocks.csv", line.number, "ability", f"a block of the type {row.type} has that ability.")
        if row.type == "wild" and not row.wild:
            findings.add("blocks.csv", line.number, "wild", "a block of the type wild goes with any card: write yes.")
    for card in cards:
        if (card.row.type == "loyalty") != (card.row.clan == ANY):
            findings.add("cards.csv", card.number, "clan", f"a loyalty challenge has the clan {ANY}, and no other has.")


def check_alike(findings: Findings, blocks: Sequence[Line[BlockRow]], cards: Sequence[Line[CardRow]]) -> None:
    """Blocks of one clan, type and mon can do the same (3.2), and cards of one clan and type bid the same (6.3), on
    however many rows they stand: nothing else tells them apart where one is chosen."""
    kind = ("side", "clan", "type")
    check_rows_alike(findings, "blocks.csv", blocks, (*kind, "mon"), ("ability", "leader", "wild"))
    check_rows_alike(findings, "cards.csv", cards, kind, ("initiative",))


def check_rows_alike(
    findings: Findings, file: str, lines: Sequence[Line[R]], kind: tuple[str, ...], alike: tuple[str, ...]
) -> None:
    """Rows of one kind say the same in these columns."""
    first: dict[tuple[str, ...], Line[R]] = {}
    for line in lines:
        same = first.setdefault(tuple(str(getattr(line.row, column)) for column in kind), line)
        for column in alike:
            if getattr(line.row, column) != getattr(same.row, column):
                pieces = f"{file.removesuffix('.csv')} of this {in_a_row(kind[1:])}"
                wrong = f"{pieces} are on line {same.number} already, with another {column}."
                findings.add(file, line.number, column, f"{wrong} Write the same on both.")


def check_musters(findings: Findings, cards: Sequence[Line[CardRow]], locations: Sequence[Line[Location]]) -> None:
    """Every clan that has cards musters somewhere, and no other (7.2)."""
    for side in SIDES:
        mustering = {clan for line in locations for clan in mon_at(line.row, side)}
        decks = {line.row.clan for line in cards if line.row.side == side} - {ANY}
        for clan in sorted(decks - mustering):
            findings.add("locations.csv", None, f"recruit_{side}", f"the mon of {clan} is nowhere (7.2).")
        for clan in sorted(mustering - decks):
            findings.add("locations.csv", None, f"recruit_{side}", f'"{clan}" is no clan of the deck of the {side}.')


def mon_at(location: Location, side: str) -> list[str]:
    """The clans of a side whose mon is at a place (7.2)."""
    cell = location.recruit_east if side == "east" else location.recruit_west
    return [clan for clan in cell.split("|") if clan]


def check_total(findings: Findings, file: str, side: str, wanted: int, found: int) -> None:
    """A side has so many of its pieces."""
    if found != wanted:
        findings.add(file, None, "count", f"the {side} has {found} altogether, and must have {wanted}.")


def check_disks(findings: Findings, edition: Edition, locations: Sequence[Line[Location]]) -> None:
    """A disk stands inside a castle, or is itself the castle of its place, beside which there is none (D9, S37): it
    would be counted twice."""
    for line in locations:
        if line.row.disk == NONE or edition.disk_is_castle == (line.row.castle == NONE):
            continue
        wrong = (
            "the disk is itself the castle here (disks.castle of edition.toml, D9), so there is no other: write none."
            if edition.disk_is_castle
            else "a disk stands inside a castle, and here is none (D9): write the side of its colour."
        )
        findings.add("locations.csv", line.number, "castle", wrong)


def check_setup(
    findings: Findings,
    edition: Edition,
    places: Mapping[str, Location],
    blocks: Sequence[Line[BlockRow]],
    setup: Sequence[Line[SetupRow]],
) -> None:
    """The set-up places the blocks that ``blocks.csv`` begins there, and as many random ones as the board says."""
    for line in blocks:
        for column in ("setup", "setup_first"):
            spot = getattr(line.row, column)
            if spot and spot not in places and spot not in (POOL, MORI_BOX):
                near = did_you_mean(spot, places)
                findings.add("blocks.csv", line.number, column, f'no location or box "{spot}".{near}')
            if spot == MORI_BOX and line.row.side != MORI:
                findings.add("blocks.csv", line.number, column, f"{MORI_BOX} is not of the {line.row.side}.")
    for laid in setup:
        row = laid.row
        if row.location not in places and row.location not in BOXES:
            near = did_you_mean(row.location, [*places, *BOXES])
            findings.add("setup.csv", laid.number, "location", f'no location or box "{row.location}".{near}')
        if OF_ONE_SIDE.get(row.location, row.side) != row.side:
            findings.add("setup.csv", laid.number, "location", f"{row.location} is not of the {row.side}.")
        if row.location == MORI_BOX and OSAKA not in places:
            no_osaka = f"blocks of {MORI_BOX} come to {OSAKA} (9.3): give that id to a location."
            findings.add("setup.csv", laid.number, "location", no_osaka)
        if row.item == "disk":
            disk = edition.disks.get(row.clan)
            if disk is None or (disk.side, disk.location) != (row.side, row.location):
                findings.add(
                    "setup.csv", laid.number, "clan", f'locations.csv has no disk "{row.clan}" of that side here.'
                )
    for variant, column in (("revised", "setup"), ("first", "setup_first")):
        rows = [x.row for x in setup if x.row.variant in ("all", variant)]
        check_random(findings, variant, places, rows)
        check_variant(findings, variant, column, blocks, rows)


def check_random(findings: Findings, variant: str, places: Mapping[str, Location], setup: Sequence[SetupRow]) -> None:
    """As many random blocks of a side are laid at a place, in one way to set up, as is printed there."""
    random: Counter[tuple[str, str]] = Counter()
    for row in setup:
        if row.item == "random":
            random[row.side, row.location] += row.count
    for side in SIDES:
        for place, location in places.items():
            printed = location.random_east if side == "east" else location.random_west
            if random[side, place] != printed:
                findings.add(
                    "setup.csv",
                    None,
                    "count",
                    f"{place} gets {counted(random[side, place], 'random block')} of the {side} ({variant}), and "
                    f"locations.csv has {printed}.",
                )


def check_variant(
    findings: Findings, variant: str, column: str, blocks: Sequence[Line[BlockRow]], setup: Sequence[SetupRow]
) -> None:
    """The named blocks of one way to set up are those that begin there by ``blocks.csv``."""
    placed: Counter[tuple[str, ...]] = Counter()
    for row in setup:
        if row.item == "block":
            placed[row.side, row.location, row.clan, row.type, str(row.mon)] += row.count
    wanted: Counter[tuple[str, ...]] = Counter()
    for line in blocks:
        spot = getattr(line.row, column) or line.row.setup
        if spot != POOL:
            wanted[line.row.side, spot, line.row.clan, line.row.type, str(line.row.mon)] += line.row.count
    for key in sorted({*placed, *wanted}):
        if placed[key] != wanted[key]:
            findings.add(
                "setup.csv",
                None,
                "count",
                f"{' '.join(key)} mon ({variant}): {placed[key]} set up, and blocks.csv has {wanted[key]}.",
            )


def check_weeks(findings: Findings, weeks: int, lines: Sequence[Line[WeekRow]]) -> None:
    """The track has each week of the edition once."""
    if (found := [line.row.week for line in lines]) != list(range(1, weeks + 1)):
        findings.add(
            "recruitment_track.csv",
            None,
            "week",
            f"the weeks are 1 to {weeks}, in their order, as edition.toml has it; found {', '.join(map(str, found))}.",
        )


def check_roads(findings: Findings, locations: Sequence[Line[Location]], roads: Sequence[Line[Road]]) -> None:
    """A road joins two places, once; and from each place all others are reached."""
    first: dict[frozenset[str], int] = {}
    near: dict[str, set[str]] = defaultdict(set)
    for line in roads:
        ends = frozenset((line.row.a, line.row.b))
        if len(ends) == 1:
            findings.add("roads.csv", line.number, "b", f"a road from {line.row.a} to itself.")
        elif ends in first:
            findings.add("roads.csv", line.number, "b", f"this road is there already, on line {first[ends]}.")
        first.setdefault(ends, line.number)
        near[line.row.a].add(line.row.b)
        near[line.row.b].add(line.row.a)
    if not locations:
        return
    found, todo = {locations[0].row.id}, [locations[0].row.id]
    while todo:
        for place in near[todo.pop()] - found:
            found.add(place)
            todo.append(place)
    for there in locations:
        if there.row.id not in found:
            findings.add(
                "locations.csv", there.number, "id", f"no road leads from {locations[0].row.id} to {there.row.id}."
            )
