"""Movement in the campaign of 1600, case by case, and every way held against all ways there are."""

import random
import re
import tomllib
from itertools import pairwise
from pathlib import Path

import pytest

from control.kernel.errors import OrderError
from control.sekigahara.rules.board.board import segment
from control.sekigahara.rules.board.march import Position, is_besieged, reach
from control.sekigahara.rules.sides import OTHER, SIDES
from control.sekigahara.scripting.march import answer, board_of

CASES = tomllib.loads((Path(__file__).parent / "07-march.toml").read_text(encoding="utf-8"))["march"]


def document(case):
    """A case as `control-room march` reads it."""
    side, blocks, place = case["stack"].split()
    units = {place: {side: int(blocks)}}
    for line in case.get("units", ()):
        at, *words = line.split()
        counts = dict(zip(words[::2], words[1::2], strict=True))
        units[at] = {one: int(counts[one]) for one in SIDES if one in counts}
        if "first" in counts:
            units[at]["castle"] = counts["first"]
    for one in case.get("leaders", ()):
        units.setdefault(one, {side: 1})
    return {
        "edition": case.get("edition", "gmt"),
        "side": side,
        "force_march": case.get("force_march", 0),
        "stack": {"place": place, "blocks": int(blocks)},
        "position": {
            "units": units,
            "leaders": case.get("leaders", []),
            "disks": case.get("disks", []),
            "used": [ends.split() for ends in case.get("used", ())],
            "moved": case.get("moved", {}),
        },
    }


def in_a_line(one):
    """A place that is reached, as the cases write it."""
    over = f" over {' '.join(one['overruns'])}" if one["overruns"] else ""
    return f"{one['to']}: {' '.join(one['way'])} / {one['cards']} of {one['allowance']}{over}"


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_how_far_a_stack_goes(case):
    gives = case["gives"]
    if "refused" in gives:
        field, ruling = gives["refused"].split()
        with pytest.raises(OrderError, match=re.escape(ruling)) as refused:
            answer(document(case))
        assert (refused.value.field, refused.value.ruling) == (field, ruling)
        return
    found = {one["to"]: one for one in answer(document(case))["reach"]}
    assert list(found) == sorted(found)
    for cards, name in enumerate(("free", "forced")):
        if name in gives:
            assert [to for to, one in found.items() if one["cards"] == cards] == gives[name]
    for line in gives.get("ways", ()):
        assert in_a_line(found[line.partition(":")[0]]) == line
    assert set(gives.get("not", ())).isdisjoint(found)
    if "why" in gives:
        named = [line.partition(":")[0] for line in gives.get("ways", ())][:1] or found
        assert any(gives["why"] in why for to in named for why in found[to]["why"])
    for one in found.values():
        assert one["used"] == len(one["way"]) - 1 <= one["allowance"]
        assert all(re.search(r"\((S?\d)", why) for why in one["why"])


# Every way there is


def any_way(board, position, side, start, blocks, force_march):
    """All that can be reached, the plain way: every walk of four roads at most, each looked at by itself.

    Written from the rules and without the module: castles, leadership and overruns are told here once more.
    """
    foe = OTHER[side]
    count = {one: position.units[one] for one in SIDES}

    def holds(who, at):
        spot = board.places[at]
        if spot.disk and spot.disk in position.disks:
            return spot.disk_side == who
        if not spot.castle:
            return False
        mine, theirs = (count[one].get(at, 0) for one in (who, OTHER[who]))
        if mine and theirs:
            return position.first[at] == who
        return bool(mine) or (not theirs and spot.castle == who)

    spot = board.places[start]
    own_disk = bool(spot.disk) and spot.disk in position.disks and spot.disk_side == side
    led = (
        start in position.leaders[side]
        or spot.capital == side
        or own_disk
        or (spot.castle == side and holds(side, start))
    )
    sizes = 0 if blocks < 5 else 1 if blocks < 9 else 2 if blocks < 13 else 3
    ways = []

    def look(way, over):
        """This way, and all that go on from its end."""
        legs = [segment(*pair) for pair in pairwise(way)]
        smooth = all(board.roads[one][other] for one, other in legs)
        if legs:
            allowed = 1 + led + smooth - sizes
            for cards in range(force_march + 1):
                if len(legs) <= allowed + cards:
                    ways.append((cards, len(legs), way, allowed + cards, over))
                    break
            here = way[-1]
            foes, disk = count[foe].get(here, 0), board.places[here].disk in position.disks
            if foes:
                if here not in over:
                    return
            elif disk and board.places[here].disk_side == foe:
                return
        if len(legs) == 4:
            return
        for to in board.roads[way[-1]]:
            leg = segment(way[-1], to)
            if leg in position.used or leg in legs:
                continue
            foes = 0 if to in over else count[foe].get(to, 0)
            strong = foes and count[side].get(to, 0) + blocks >= 4 * foes and not holds(foe, to)
            look((*way, to), (*over, to) if strong else over)

    look((start,), ())
    best = {}
    for one in sorted(ways):
        if one[2][-1] != start:
            best.setdefault(one[2][-1], one)
    return best


def a_position(chance, on):
    """A position by chance: blocks of both sides anywhere, some roads used, some disks fallen."""
    places = [*on.places]
    units = {side: {} for side in SIDES}
    for side in SIDES:
        for place in chance.sample(places, chance.randint(1, 18)):
            units[side][place] = chance.choice([1, 1, 1, 2, 2, 3, 4, 5, 8, 12])
    near = chance.choice(places)  # and a crowd on both sides of one place
    for place in (near, *on.roads[near]):
        units[chance.choice(SIDES)][place] = chance.randint(1, 9)
    both = units["east"].keys() & units["west"].keys()
    roads = sorted({segment(one, other) for one, ways in on.roads.items() for other in ways})
    return Position(
        units,
        {place: chance.choice(SIDES) for place in both if on.places[place].castle},
        {side: {one for one in units[side] if chance.random() < 0.3} for side in SIDES},
        {disk for disk in on.disks if chance.random() < 0.7},
        set(chance.sample(roads, chance.choice([0, 0, 3, 12]))),
    )


@pytest.mark.parametrize("edition", ["gmt", "kessen"])
def test_the_best_way_is_the_best_of_all_ways(edition):
    on, chance, found, overrun = board_of(edition), random.Random(1600), 0, 0
    for _ in range(150):
        position = a_position(chance, on)
        for side in SIDES:
            for place, there in position.units[side].items():
                blocks, force = chance.randint(1, min(there, 16)), chance.random() < 0.5
                if is_besieged(on, position, side, place):
                    with pytest.raises(OrderError, match=on.besieged):
                        reach(on, position, side, place, blocks, force)
                    continue
                ours = reach(on, position, side, place, blocks, force)
                plain = any_way(on, position, side, place, blocks, force)
                assert {
                    one.to: (one.cards, len(one.way) - 1, one.way, one.allowance, one.overruns) for one in ours
                } == plain
                for one in ours:
                    foes, here = position.units[OTHER[side]].get(one.to), on.places[one.to]
                    met = foes or (here.disk in position.disks and here.disk_side != side)
                    assert len(one.why) == 1 + len(one.overruns) + bool(met and one.to not in one.overruns)
                found += len(plain)
                overrun += sum(bool(one[4]) for one in plain.values())
    assert found > 5_000
    assert overrun > 200
