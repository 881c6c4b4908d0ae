"""Players' cards, made of the tables that the program itself plays by: movement, combat, the weeks (6 to 9)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from control.kernel.wording import capital, counted, in_a_row, signed
from control.sekigahara.rules.board.march import FOUR_TO_ONE, TOO_MANY, penalty
from control.sekigahara.rules.phases.moving import DEGREES
from control.sekigahara.rules.sides import CALLED, OTHER, SIDES
from control.sekigahara.scenario.model import Scenario, WeekRow
from printouts.campaign.player_aid import AidLine, AidPart, PlayerAid

AFTER = {"last": "after every block inside", "any": "before or after blocks, as its owner likes"}


def combat_card(scenario: Scenario) -> PlayerAid:
    """How a battle and a siege go, with the figures of the edition."""
    return PlayerAid(
        scenario.title,
        "Combat",
        (deploying(scenario), impact(scenario), turns(scenario), losses(scenario), sieges(scenario), at_once(scenario)),
    )


def deploying(scenario: Scenario) -> AidPart:
    """Which card deploys which block."""
    edition = scenario.edition
    wild = [kind for kind in scenario.block_kinds.values() if kind.wild]
    said = ", ".join(dict.fromkeys(edition.numbers.with_any_card(kind) for kind in wild))
    double = {
        "alone": "A double card deploys such a block alone.",
        "beside": "A double card deploys such a block only beside one of its own clan, in either order.",
    }[edition.wild.double]
    return AidPart(
        "Deploying",
        (
            AidLine("A card deploys one block of its clan, a double card two, one right after the other.", "",
                    "8.2.2, 8.4.2"),
            AidLine("A leader needs no card before your first, and is not challenged then.", "", "8.2.4"),
            AidLine(f"With any card go {in_a_row(kind.name for kind in wild)}.", "", said),
            AidLine(double, "", "8.4.2"),
        ),
    )  # fmt: skip


def impact(scenario: Scenario) -> AidPart:
    """What each deployment adds."""
    figures = scenario.edition.impact
    return AidPart(
        "Impact",
        (
            AidLine("for each mon on the block", signed(1), "8.3.2"),
            AidLine("for each block of its clan that is down on your side", signed(figures.same_clan), "8.3.3"),
            AidLine("for cavalry or guns with a special card", signed(figures.special), "8.4.1"),
            AidLine("and then for each block with the same on your side", signed(figures.special_again), "8.4.1"),
        ),
    )


def turns(scenario: Scenario) -> AidPart:
    """Who deploys, and how a deployment is challenged."""
    again = {
        "one": "one challenge for each card that deploys",
        "any": "and may be challenged again",
    }[scenario.options.challenges]
    must = {"choice": "may show", "must": "must show, if he has one,"}[scenario.options.refute]
    return AidPart(
        "Turns",
        (
            AidLine("Whoever is behind deploys or passes; level, the attacker does. A pass is for good.", "", "8.5"),
            AidLine(f"A loyalty card challenges what a card has just deployed, a double card once: {again}.", "",
                    "8.6.1, S41"),
            AidLine(f"Whoever was challenged {must} another card that could deploy it, and keeps block and card.", "",
                    "8.6.1, S40"),
            AidLine("Else the block fights for the other side, with its mon and clan, without the special attack.", "",
                    "8.6.2, S22"),
            AidLine("More Impact wins; level, the defender.", "", "8.2.1"),
        ),
    )  # fmt: skip


def losses(scenario: Scenario) -> AidPart:
    """What is lost, and drawn."""
    figures = scenario.edition.losses
    return AidPart(
        "Losses and cards",
        (
            AidLine(f"for every {figures.impact} Impact suffered", signed(-1), "8.7.1"),
            AidLine("more for the beaten side, which retreats", signed(-figures.beaten), "8.7.1, 8.8.1"),
            AidLine("The attacker first; defectors, then what deployed, then the rest.", "", "8.7.2"),
            AidLine("card for each that you played", signed(1), "8.10"),
            AidLine(f"card for {lost(figures.blocks_for_card)}", signed(1), "8.10"),
        ),
    )


def lost(blocks: int) -> str:
    """So many blocks that are lost."""
    return "each lost block" if blocks == 1 else f"every {blocks} lost blocks"


def sieges(scenario: Scenario) -> AidPart:
    """What is otherwise in a siege."""
    edition = scenario.edition
    numbers, figures = edition.numbers, edition.losses
    return AidPart(
        "Sieges",
        (
            AidLine(f"Who owns the castle may stay inside with {edition.castle.holds} blocks or fewer.", "", "8.9.2"),
            AidLine("Only the attacker deploys; no special attacks, no challenges.", "", numbers.siege_forbids),
            AidLine(f"block or disk inside for every {figures.impact} Impact; the besieger loses nobody", signed(-1),
                    numbers.siege),
            *disks_lost(scenario),
            AidLine(f"card to the besieged for {lost(figures.besieged_for_card)}, none for a disk",
                    signed(1), "8.10"),
        ),
    )  # fmt: skip


def disks_lost(scenario: Scenario) -> Iterator[AidLine]:
    """When disks go, those that go alike in one line."""
    for when, words in AFTER.items():
        if alike := [disk.name for disk in scenario.edition.disks.values() if disk.lost == when]:
            called = "The disk of" if len(alike) == 1 else "The disks of"
            go = "goes" if len(alike) == 1 else "go"
            rule = scenario.edition.numbers.disk_last if when == "last" else "D10"
            yield AidLine(f"{called} {in_a_row(alike)} {go} {words}.", "", rule)


def at_once(scenario: Scenario) -> AidPart:
    """What wins the game at once."""
    falls: dict[str, list[str]] = {side: [] for side in SIDES}
    for kind in scenario.block_kinds.values():
        if kind.leader == "protagonist":
            falls[OTHER[kind.side]].append(f"the {kind.name}")
    for disk in scenario.edition.disks.values():
        if disk.wins:
            falls[disk.wins].append(f"the disk of {disk.name}")
    lines = [
        AidLine(f"{capital(CALLED[side])} wins when {in_a_row(what, 'or')} is lost.", "", "2.1")
        for side, what in falls.items()
        if what
    ]
    if {kind.side for kind in scenario.block_kinds.values() if kind.leader == "protagonist"} == {*SIDES}:
        both = CALLED[scenario.edition.points.both]
        lines.append(AidLine(f"Where both win at once, in one battle, {both} does.", "", "2.1, D4"))
    return AidPart("Won at once", tuple(lines))


def movement_card(scenario: Scenario) -> PlayerAid:
    """What movement costs, how far a stack goes, mustering and overruns."""
    return PlayerAid(scenario.title, "Movement", (degrees(), how_far(scenario), on_the_way(), arriving(scenario)))


def degrees() -> AidPart:
    """What is bought with cards (7.1)."""
    words = {
        "none": "no movement: exchange any of your cards first, once",
        "minimal": "minimal: {stacks} moves, or you muster",
        "limited": "limited: {stacks} move, and a muster may take the place of one",
        "total": "total: every stack moves, and you may muster besides",
    }
    lines = [
        AidLine(words[degree].format(stacks=counted(stacks, "stack")), str(cards), "7.1")
        for degree, (cards, stacks) in DEGREES.items()
    ]
    return AidPart("Cards to move", tuple(lines))


def how_far(scenario: Scenario) -> AidPart:
    """The allowance of a stack (7.3)."""
    gives = scenario.edition.leadership
    own = [name for name, leads in (("capital", gives.capital), ("disk", gives.disk)) if leads]
    leaders = in_a_row(["a leader", "an own castle in your colour", *(f"your {name}" for name in own)], "or")
    sizes = [size for size in range(2, TOO_MANY) if penalty(size) > penalty(size - 1)]
    return AidPart(
        "How far",
        (
            AidLine("place for each move", signed(1), "7.3.3"),
            AidLine(f"with {leaders} where it begins", signed(1), "7.3.4"),
            AidLine("if the whole way is highway", signed(1), "7.3.3, S10"),
            AidLine("for a card more: a force march of blocks that go all the way together", signed(1), "7.3.3"),
            AidLine(f"at the {in_a_row([f'{size}th' for size in sizes])} block", signed(-1), "7.3.5"),
            AidLine(f"{TOO_MANY} blocks or more do not move.", "", "7.3.6, S12"),
        ),
    )


def on_the_way() -> AidPart:
    """What holds of every move (7.3.1, 7.3.2, 7.4)."""
    return AidPart(
        "On the way",
        (
            AidLine("One stack after the other; it may leave blocks behind, and takes none along.", "", "7.3.1"),
            AidLine("Each road is gone over once in a phase; groups part behind it.", "", "7.3.1, S9"),
            AidLine("A stack stops at an enemy unit, a disk too.", "", "7.3.2, S7"),
            AidLine(f"{FOUR_TO_ONE} to 1 overruns him, and the stack goes on; but nobody who owns the castle.", "",
                    "7.4, S15"),
        ),
    )  # fmt: skip


def arriving(scenario: Scenario) -> AidPart:
    """Mustering and the Mōri box (7.2, 9.3)."""
    brings = scenario.edition.mori.double_card
    more = f", for a double card {brings}" if brings > 1 else ""
    return AidPart(
        "Arriving",
        (
            AidLine("Muster once a turn: blocks of one clan where its mon is, shown; or one of any clan, hidden.",
                    "", "7.2"),
            AidLine("Where the enemy stands only beside own blocks.", "", "7.2, S14"),
            AidLine(f"The west: one Mōri block to Osaka for each card{more}; the leader last.", "", "9.3"),
            AidLine("The whole Mōri box, the leader too, when the east attacks Osaka in its own turn.", "", "9.3, S32"),
            AidLine("Who arrives so does not move in this turn.", "", "7.2, 9.3"),
        ),
    )  # fmt: skip


def week_card(scenario: Scenario) -> PlayerAid:
    """How a week goes, what each brings, and what counts at the end."""
    points = scenario.edition.points
    return PlayerAid(
        scenario.title,
        "The week",
        (
            AidPart(
                "Each week but the first",
                (
                    AidLine("Discard half your hand, rounded down.", "1", "6.2"),
                    AidLine("Draw cards, and blocks into your recruitment box, as below.", "2", "6.2"),
                ),
            ),
            AidPart(
                "Each week",
                (
                    AidLine("Bid a card: the higher number says who is first this week.", "3", "6.3"),
                    AidLine("Turns A and B: the first side moves and fights, then the second.", "4", "6.4"),
                ),
            ),
            AidPart("What it brings", (*what_weeks_bring(scenario.weeks), *level(scenario))),
            AidPart(
                f"After week {scenario.edition.weeks}",
                (
                    AidLine("for each castle", str(points.castle), "2.2"),
                    AidLine("for each resource location", str(points.resource), "2.2"),
                    *([AidLine("for each disk of yours that stands", str(points.disk), "2.2")] if points.disk else []),
                    AidLine(f"With as many points {CALLED[points.tie]} wins.", "", "2.2"),
                ),
            ),
        ),
    )


def what_weeks_bring(weeks: Sequence[WeekRow]) -> Iterator[AidLine]:
    """What each week brings, weeks that bring the same in one line."""
    for words, rows in groupby(weeks, key=a_week):
        several = [row.week for row in rows]
        yield AidLine(words, f"{several[0]}–{several[-1]}" if len(several) > 1 else str(several[0]), "6.2")


def level(scenario: Scenario) -> Iterator[AidLine]:
    """Who draws one more where both have as many (6.2, S6)."""
    cards = {"nobody": "nobody draws the card", "both": "both draw the card"}[scenario.options.castle_tie]
    yield AidLine(f"With as many castles {cards}; with as many resource locations both draw the block.", "", "6.2, S6")


def a_week(row: WeekRow) -> str:
    """What a week brings, in words."""
    if not row.cards_each and not row.blocks_each:
        return "as set up"
    each = f"{counted(row.cards_each, 'card')} and {counted(row.blocks_each, 'block')} each"
    castles = f"{counted(row.card_for_more_castles, 'card')} more for more castles"
    resources = f"{counted(row.block_for_more_resources, 'block')} for more resource locations"
    return f"{each}; {castles}, {resources}"
