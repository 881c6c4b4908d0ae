"""Who has how many castles and resource locations, and who wins at the end (2.2, 4.2, 4.3)."""

from __future__ import annotations

from collections.abc import Mapping

from control.kernel.wording import counted
from control.sekigahara.rules.board.march import owner
from control.sekigahara.rules.campaign.campaign import LOST, Campaign, State
from control.sekigahara.rules.sides import CALLED, OTHER, SIDES

PROTAGONIST = "protagonist"


def castles(campaign: Campaign, state: State) -> dict[str, str]:
    """Whose each castle is: who is inside counts, whoever is around it (S5). A disk that is its own castle is none
    (D13)."""
    position = state.position(campaign)
    return {
        place.id: owner(campaign.board, position, place.id) for place in campaign.board.places.values() if place.castle
    }


def number_each(owned: Mapping[str, str]) -> dict[str, int]:
    """How many of these each side has."""
    return {side: sum(whose == side for whose in owned.values()) for side in SIDES}


def decided(campaign: Campaign, state: State) -> list[tuple[str, str]]:
    """Whom each protagonist who fell and each disk whose loss decides has let win at once, and why (2.1, S27)."""
    fell = [
        (OTHER[block.kind.side], f"{block.kind.name} is dead")
        for one, block in campaign.blocks.items()
        if block.kind.leader == PROTAGONIST and state.spot[one] == LOST
    ]
    disks = campaign.edition.disks.values()
    return fell + [(one.wins, f"{one.name} is taken") for one in disks if one.wins and one.id not in state.disks]


def of_both(winner: str) -> str:
    """Whose it is where both win at once (2.1), as the end of a sentence."""
    return f"; where both win at once, {CALLED[winner]} does"


def worth_of(campaign: Campaign, state: State) -> dict[str, tuple[int, dict[str, int]]]:
    """What counts at the end: what each of it is worth, and how many of it each side has (2.2)."""
    worth = campaign.edition.points
    return {
        "castle": (worth.castle, number_each(castles(campaign, state))),
        "resource location": (worth.resource, number_each(state.resources)),
        "disk": (worth.disk, number_each({one: campaign.board.disks[one].disk_side for one in state.disks})),
    }


def points(campaign: Campaign, state: State) -> tuple[dict[str, int], list[str]]:
    """The victory points of each side, and how they come about (2.2, D5)."""
    has, said = worth_of(campaign, state), []
    found = dict.fromkeys(SIDES, 0)
    for side in SIDES:
        found[side] = sum(each * number[side] for each, number in has.values())
        sums = ", ".join(f"{counted(n[side], what)} at {each}" for what, (each, n) in has.items() if each)
        said.append(f"{CALLED[side].capitalize()}: {sums}: {counted(found[side], 'victory point')} (2.2).")
    return found, said
