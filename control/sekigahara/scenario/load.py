"""From a scenario folder to a Scenario, or to every fault that it has, all of them in one run.

`load` is what a game starts from, `read_folder` what ``control-room check`` asks, `of_edition` what scripts ask for.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path

from control.kernel import settings
from control.kernel.digests import digest_of, hash_of
from control.kernel.errors import OrderNotUnderstood, did_you_mean
from control.kernel.scenarios.folder import Folder, Line, R, check_references, check_unique, whole
from control.kernel.scenarios.scenario_folders import SHEET, files_of, find, shipped
from control.sekigahara.rules.options import Options
from control.sekigahara.rules.pieces import ANY, BlockKind
from control.sekigahara.scenario.checks import (
    check_alike,
    check_disks,
    check_pieces,
    check_roads,
    check_setup,
    check_weeks,
)
from control.sekigahara.scenario.geography import DRAWN, PEAKS, check_drawn, read_geography
from control.sekigahara.scenario.model import (
    NONE,
    BlockRow,
    CardKind,
    CardRow,
    Clan,
    DrawnRow,
    Location,
    PeakRow,
    Road,
    Scenario,
    SetupRow,
    WeekRow,
)
from control.sekigahara.scenario.sheets import read_edition, read_sheet

RULE_SET = "sekigahara"
WORDS = {"infantry": "{clan} {mon} mon", "cavalry": "{clan} cavalry", "gun": "{clan} guns", "leader": "{clan} leader"}
"""What people call a block; one that goes with any card is called by its clan alone."""
CARD_WORDS = {"normal": "{clan} card", "special": "{clan} special card", "double": "{clan} double card"}


def load(name_or_folder: str | Path) -> Scenario:
    """Read a scenario: one that comes with the program, by its name, or a folder, by its path.

    Raises OrderNotUnderstood if there is none, ScenarioFaults with everything that is wrong with it.
    """
    path = find(name_or_folder)
    return whole(read_folder, path.name, files_of(path), path)


def load_files(key: str, files: Mapping[str, str], changed: str = "") -> Scenario:
    """Read a scenario from its files, as a game carries them. Raises ScenarioFaults with everything that is wrong."""
    return whole(read_folder, key, files, changed=changed)


@cache
def editions() -> Mapping[str, Scenario]:
    """The scenarios of these rules that come with the program, by the edition that each plays."""
    found = {}
    for name in shipped():
        sheet = (settings.folder("scenarios") / name / SHEET).read_text(encoding="utf-8")
        if f'"{RULE_SET}"' in sheet:  # a quick look, so that no other game's scenario is read
            scenario = load(name)
            found[scenario.edition.id] = scenario
    return found


def of_edition(edition: str, own: Mapping[str, Scenario] | None = None) -> Scenario:
    """The scenario that plays an edition, of those that come with the program if there is none of one's ``own``. Raises
    OrderNotUnderstood if none plays it."""
    known = own or editions()
    if edition not in known:
        raise OrderNotUnderstood(
            f'There is no edition "{edition}".{did_you_mean(edition, known)} Give one of {", ".join(known)}.',
            field="edition",
        )
    return known[edition]


def own_edition(name_or_folder: str) -> Mapping[str, Scenario]:
    """The edition that a scenario plays, with it. Raises as `load`."""
    scenario = load(name_or_folder)
    return {scenario.edition.id: scenario}


def read_folder(folder: Folder, key: str) -> Scenario | None:
    """Read and check what a folder's files hold; None if it has faults, which are in its findings then."""
    findings = folder.findings
    sheet = read_sheet(folder)
    clans = folder.rows("clans.csv", Clan)
    locations = folder.rows("locations.csv", Location)
    roads = folder.rows("roads.csv", Road)
    blocks = folder.rows("blocks.csv", BlockRow)
    cards = folder.rows("cards.csv", CardRow)
    setup = folder.rows("setup.csv", SetupRow)
    weeks = folder.rows("recruitment_track.csv", WeekRow)
    geography = read_geography(folder, folder.rows(PEAKS, PeakRow), folder.rows(DRAWN, DrawnRow))
    edition = read_edition(folder, sheet.edition if sheet else "", locations)

    check_references(folder)
    check_unique(findings, "locations.csv", "name", locations, lambda row: row.name.casefold())
    check_unique(findings, "clans.csv", "name", clans, lambda row: row.name.casefold())
    check_unique(findings, "recruitment_track.csv", "week", weeks, lambda row: row.week)
    if {"clans.csv", "locations.csv"} <= folder.sound:  # what could not be read is not held against what could
        owners = {line.row.id: line.row.side for line in clans}
        if {"blocks.csv", "cards.csv"} <= folder.sound:
            check_pieces(findings, owners, blocks, cards, locations)
            if folder.begins:
                check_alike(findings, blocks, cards)
        if edition:
            check_disks(findings, edition, locations)
        if edition and {"blocks.csv", "setup.csv"} <= folder.sound:
            check_setup(findings, edition, {line.row.id: line.row for line in locations}, blocks, setup)
        if edition and "recruitment_track.csv" in folder.sound:
            check_weeks(findings, edition.weeks, weeks)
        if "roads.csv" in folder.sound:
            check_roads(findings, locations, roads)
        check_drawn(folder, {line.row.id: line.row for line in locations}, geography)
    if len(findings) or sheet is None or edition is None:
        return None
    called = {line.row.id: line.row.name for line in clans}
    return Scenario(
        key=key,
        title=sheet.title,
        rule_set=sheet.rule_set,
        edition=edition,
        options=Options(**sheet.options),
        clans={line.row.id: line.row for line in clans},
        locations={line.row.id: line.row for line in locations},
        roads=rows_of(roads),
        blocks=rows_of(blocks),
        cards=rows_of(cards),
        setup=rows_of(setup),
        weeks=rows_of(weeks),
        block_kinds={
            (row.side, row.clan, row.type, row.mon): block_kind(row, called[row.clan]) for row in rows_of(blocks)
        },
        card_kinds={(row.side, row.clan, row.type): card_kind(row, called) for row in rows_of(cards)},
        geography=geography,
        files=folder.files,
        digest=digest_of({file: hash_of(text) for file, text in folder.files.items()}),
    )


def rows_of(lines: list[Line[R]]) -> tuple[R, ...]:
    """The rows without their lines."""
    return tuple(line.row for line in lines)


def block_kind(row: BlockRow, clan: str) -> BlockKind:
    """A block as the rules have it; ``clan`` is what people call its clan."""
    return BlockKind(
        side=row.side,
        clan=row.clan,
        type=row.type,
        mon=row.mon,
        ability="" if row.ability == NONE else row.ability,
        leader="" if row.leader == NONE else row.leader,
        wild=row.wild,
        name=WORDS.get(row.type, "{clan}").format(clan=clan, mon=row.mon),
    )


def card_kind(row: CardRow, called: Mapping[str, str]) -> CardKind:
    """A card as the rules have it."""
    name = "loyalty challenge" if row.clan == ANY else CARD_WORDS[row.type].format(clan=called[row.clan])
    return CardKind(row.side, row.clan, row.type, name)
