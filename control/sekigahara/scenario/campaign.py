"""From a scenario to the campaign that is played: every block and card by an id of its own."""

from __future__ import annotations

from collections import Counter

from control.sekigahara.rules.board.board import Board
from control.sekigahara.rules.campaign.campaign import BOX, Campaign, Draw, Week
from control.sekigahara.rules.pieces import ANY, Block, Card
from control.sekigahara.scenario.model import POOL, RECRUITMENT, Scenario


def board_of(scenario: Scenario) -> Board:
    """The board of a scenario."""
    return Board.build(scenario.edition, scenario.locations.values(), scenario.roads)


def campaign_of(scenario: Scenario) -> Campaign:
    """The campaign of a scenario. Ids say what a piece is: `tokugawa_infantry_3_2`, `east_loyalty_4`."""
    blocks, placed = blocks_of(scenario)
    cards, bids = cards_of(scenario)
    return Campaign(
        scenario.edition,
        scenario.options,
        board_of(scenario),
        blocks,
        cards,
        bids,
        {
            row.week: Week(row.cards_each, row.card_for_more_castles, row.blocks_each, row.block_for_more_resources)
            for row in scenario.weeks
        },
        placed,
        tuple(
            Draw(row.side, BOX if row.location in RECRUITMENT else row.location, row.count)
            for row in scenario.setup
            if row.item == "random" and row.variant in ("all", scenario.options.setup)
        ),
    )


def blocks_of(scenario: Scenario) -> tuple[dict[str, Block], dict[str, str]]:
    """Every block by its id, and where those begin that have a set-up symbol (5.2.1)."""
    first = scenario.options.setup == "first"
    blocks: dict[str, Block] = {}
    placed: dict[str, str] = {}
    numbers: Counter[str] = Counter()
    for row in scenario.blocks:
        spot = row.setup_first if first and row.setup_first else row.setup
        for _ in range(row.count):
            kind = f"{row.clan}_{row.type}_{row.mon}"
            numbers[kind] += 1
            one = f"{kind}_{numbers[kind]}"
            blocks[one] = Block(one, scenario.block_kinds[row.side, row.clan, row.type, row.mon])
            if spot != POOL:
                placed[one] = spot
    return blocks, placed


def cards_of(scenario: Scenario) -> tuple[dict[str, Card], dict[str, int]]:
    """Every card by its id, and the number with which it bids (6.3)."""
    cards: dict[str, Card] = {}
    bids: dict[str, int] = {}
    numbers: Counter[str] = Counter()
    for row in scenario.cards:
        kind = scenario.card_kinds[row.side, row.clan, row.type]
        called = f"{row.side if row.clan == ANY else row.clan}_{row.type}"
        for _ in range(row.count):
            numbers[called] += 1
            one = f"{called}_{numbers[called]}"
            cards[one] = Card(one, row.side, row.clan, row.type, kind.name)
            bids[one] = row.initiative
    return cards, bids
