"""What holds of movement in every world: small maps, few sides, many quarrels (R12 to R17)."""

import random
from dataclasses import dataclass, replace
from itertools import combinations, pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from control.sengoku.rules.march.allowance import allowances_on
from control.sengoku.rules.march.geography import Geography
from control.sengoku.rules.march.movement import REASONS, Army, Enmity, March, run_phase, run_season, set_out
from control.sengoku.rules.tables import CAMPAIGN_SEASONS, PHASES, MovementTable, Options

TABLE = MovementTable(
    phases={4: (1, 2, 3, 4), 3: (2, 3, 4), 2: (2, 3), 1: (3,)},
    roads={"tokaido": ("spring", "summer", "autumn"), "nakasendo": ("spring", "summer")},
)
PROVINCES = ("echigo", "hida", "kai", "mino", "shinano")
SIDES = ("hojo", "oda", "takeda", "uesugi")


@dataclass(frozen=True)
class Orders:
    """A world and a season of orders in it."""

    season: str
    land: list
    sea: list
    roads: dict
    armies: list
    hostile: list
    closed: dict
    options: Options

    def ground(self):
        return Geography.build(self.land, self.sea, self.roads)

    def run(self):
        return run_season(
            self.armies, self.season, self.ground(), Enmity(self.hostile), self.closed, TABLE, self.options
        )


def some(things):
    return st.lists(st.sampled_from(things), unique=True)


@st.composite
def orders(draw):
    """Any season of orders, from two crowded provinces to five; most legs are possible."""
    provinces = PROVINCES[: draw(st.integers(2, 5))]
    edges = list(combinations(provinces, 2))
    enemies = list(combinations(SIDES[: draw(st.integers(2, 4))], 2))
    armies = [
        Army(
            f"A{name}",
            draw(st.sampled_from(SIDES)),
            draw(st.sampled_from(provinces)),
            draw(st.integers(1, 4)),
            tuple(draw(st.lists(st.sampled_from(provinces), max_size=6))),
            draw(st.booleans()),
        )
        for name in draw(st.lists(st.integers(1, 30), unique=True, max_size=9))
    ]
    armies = [replace(army, route=without_stays(army)) if draw(st.booleans()) else army for army in armies]
    land = draw(st.one_of(st.just(edges), some(edges)))
    return Orders(
        season=draw(st.sampled_from(CAMPAIGN_SEASONS)),
        land=land,
        sea=draw(st.one_of(some(edges), st.just([edge for edge in edges if edge not in land]))),
        roads={"tokaido": draw(some(edges)), "nakasendo": draw(some(edges))},
        armies=armies,
        hostile=draw(st.one_of(some(enemies), st.just(enemies))),
        closed={province: set(draw(some(SIDES))) for province in draw(some(provinces))},
        options=Options(
            road_bonus_needs=draw(st.sampled_from(["whole_route", "any_leg"])),
            wound_penalty=draw(st.integers(0, 2)),
        ),
    )


def without_stays(army):
    """The route without the legs that lead nowhere, so that more armies really march."""
    stops = (army.province, *army.route)
    return tuple(to for here, to in pairwise(stops) if to != here)


# The same rules once more, as plainly as they are written and pair by pair


def plain_season(world):
    """The season by comparing every army with every other; the report as plain tuples."""
    land = {frozenset(pair) for pair in world.land}
    sea = {frozenset(pair) for pair in world.sea} - land
    at = {army.id: army.province for army in world.armies}
    by_id = {army.id: army for army in world.armies}
    skill = {army.id: max(1, army.experience - world.options.wound_penalty * army.wounded) for army in world.armies}
    routes = {army.id: plain_route(army, land | sea) for army in world.armies}
    reach = {army.id: plain_reach(world, army, skill[army.id], routes[army.id], sea) for army in world.armies}
    allowed = {
        army.id: plain_allowance(world, army, skill[army.id], routes[army.id][: reach[army.id]], sea)
        for army in world.armies
    }
    walked = dict.fromkeys(at, 0)
    halted, listed, report = set(), set(), []

    def hostile(one, other):
        sides = (by_id[one].side, by_id[other].side)
        return sides[0] != sides[1] and (sides in world.hostile or sides[::-1] in world.hostile)

    for phase in (1, 2, 3, 4):
        wish = {}
        for army in sorted(at):
            left = walked[army] < reach[army]
            if army not in halted and left and phase in TABLE.phases[allowed[army]]:
                wish[army] = routes[army][walked[army]]
        crossing = [
            (one, other)
            for one, other in combinations(sorted(wish), 2)
            if hostile(one, other) and wish[one] == at[other] and wish[other] == at[one]
        ]
        crossing += [
            (one, other)
            for one, other in combinations(sorted(wish), 2)
            if hostile(one, other)
            and wish[one] == wish[other]
            and at[one] == at[other]
            and frozenset((at[one], wish[one])) in sea
        ]
        stay = set()
        for one, other in crossing:
            by_sea = frozenset((at[one], wish[one])) in sea
            stay |= {one} if by_sea or skill[one] <= skill[other] else set()
            stay |= {other} if by_sea or skill[other] <= skill[one] else set()
        before = dict(at)
        moves = [(army, at[army], wish[army]) for army in sorted(wish) if army not in stay]
        for army, _, to in moves:
            at[army] = to
            walked[army] += 1
        met = []
        for one, other in crossing:
            kind = "opposed_crossing" if frozenset((before[one], wish[one])) in sea else "exchange"
            met.append((at[other] if other in stay and one not in stay else at[one], kind, (one, other)))
        for province in {to for _, _, to in moves}:
            pairs = [
                pair for pair in combinations(sorted(army for army in at if at[army] == province), 2) if hostile(*pair)
            ]
            if [pair for pair in pairs if pair not in crossing]:
                met.append((province, "meeting", tuple(sorted({army for pair in pairs for army in pair}))))
        met += [
            (to, "closed_province", (army,)) for army, _, to in moves if by_id[army].side in world.closed.get(to, ())
        ]
        stopped = []
        for army in sorted(at):
            why = [kind for _, kind, armies in met if army in armies]
            halted |= {army} if why else set()
            moved = any(mover == army for mover, _, _ in moves)
            if moved and walked[army] == reach[army] < len(routes[army]):
                why.append("allowance")
            if why and army not in listed:
                stopped.append((army, min(why, key=REASONS.index)))
                listed.add(army)
        report.append((moves, sorted(met), stopped))
    return report, at, allowed


def plain_route(army, edges):
    """The route up to its first impossible leg."""
    legal, here = [], army.province
    for to in army.route:
        if frozenset((here, to)) not in edges or here == to:
            break
        legal.append(to)
        here = to
    return legal


def plain_reach(world, army, skill, route, sea):
    """How many legs are walked: every number of them is tried (R12)."""
    return max(legs for legs in range(len(route) + 1) if legs <= plain_allowance(world, army, skill, route[:legs], sea))


def plain_allowance(world, army, skill, route, sea):
    """The allowance of just these legs (R12)."""
    legs = [frozenset(leg) for leg in zip([army.province, *route], route, strict=False)]
    value = skill - sum(leg in sea for leg in legs)
    bonuses = 0
    for road, seasons in TABLE.roads.items():
        stages = {frozenset(stage) for stage in world.roads[road]}
        on = [leg in stages for leg in legs]
        follows = any(on) if world.options.road_bonus_needs == "any_leg" else bool(on) and all(on)
        bonuses += world.season in seasons and follows
    return min(4, max(1, value + min(bonuses, 1)))


def plainly(report):
    """A season's report as the same plain tuples."""
    phases = [
        (
            [(move.id, move.province, move.next) for move in phase.moves],
            [(met.province, met.kind, met.armies) for met in phase.encounters],
            [*phase.stopped.items()],
        )
        for phase in report.phases
    ]
    allowances = {army: allowed.value for army, allowed in report.allowances.items()}
    return phases, report.positions, allowances


def no_army_walks_more_legs_than_its_allowance_nor_more_than_four(world, report):
    walked = [move.id for phase in report.phases for move in phase.moves]
    for army in world.armies:
        assert 1 <= report.allowances[army.id].value <= 4
        assert walked.count(army.id) <= report.allowances[army.id].value


def every_move_follows_a_border_or_crossing_and_starts_where_the_last_one_ended(world, report):
    at = {army.id: army.province for army in world.armies}
    edges = {frozenset(edge) for edge in world.land + world.sea}
    for phase in report.phases:
        for move in phase.moves:
            assert frozenset((move.province, move.next)) in edges
            assert at[move.id] == move.province
            at[move.id] = move.next
    assert at == report.positions


def every_army_walks_its_own_route_from_the_beginning(world, report):
    for army in world.armies:
        walked = [move.next for phase in report.phases for move in phase.moves if move.id == army.id]
        assert walked == list(army.route[: len(walked)])


def an_army_in_an_encounter_moves_no_more(_world, report):
    met = set()
    for phase in report.phases:
        assert met.isdisjoint(move.id for move in phase.moves)
        met |= {army for encounter in phase.encounters for army in encounter.armies}


def an_army_is_stopped_once_if_it_met_anybody_or_had_legs_left_and_else_not_at_all(world, report):
    stopped = [army for phase in report.phases for army in phase.stopped]
    assert len(stopped) == len(set(stopped))
    met = {army for phase in report.phases for encounter in phase.encounters for army in encounter.armies}
    cut_short = {error.army for error in report.errors}
    walked = [move.id for phase in report.phases for move in phase.moves]
    for army in world.armies:
        arrived = walked.count(army.id) == len(army.route)
        if army.id in met or not (arrived or army.id in cut_short):
            assert army.id in stopped
        elif arrived:
            assert army.id not in stopped


def the_steps_of_an_allowance_add_up_to_it(_world, report):
    for allowed in report.allowances.values():
        assert sum(step.amount for step in allowed.steps) == allowed.value
        assert allowed.steps[0].reason == "experience"


ALWAYS = [
    no_army_walks_more_legs_than_its_allowance_nor_more_than_four,
    every_move_follows_a_border_or_crossing_and_starts_where_the_last_one_ended,
    every_army_walks_its_own_route_from_the_beginning,
    an_army_in_an_encounter_moves_no_more,
    an_army_is_stopped_once_if_it_met_anybody_or_had_legs_left_and_else_not_at_all,
    the_steps_of_an_allowance_add_up_to_it,
]
"""What holds of every season, whatever is ordered. Hypothesis takes longer to think of a world than all of them take to
look at it, so they look at the same ones."""


@settings(max_examples=500)
@given(orders())
def test_comparing_every_army_with_every_other_gives_the_same_season_and_every_rule_holds_in_it(world):
    report = world.run()
    assert plainly(report) == plain_season(world)
    for holds in ALWAYS:
        holds(world, report)


@settings(max_examples=300)
@given(orders(), st.data())
def test_a_longer_order_never_shortens_the_march(world, data):
    """Each army walks what it walks, and what is written behind that only adds to it (R12)."""
    ground = world.ground()
    for army in world.armies:
        far = set_out(army, world.season, ground, TABLE, world.options)[0]
        cut = data.draw(st.integers(0, len(army.route)))
        shorter = set_out(replace(army, route=army.route[:cut]), world.season, ground, TABLE, world.options)[0]
        assert shorter.reach <= far.reach
        assert far.reach <= far.allowance


@given(orders(), st.randoms(use_true_random=False))
def test_the_order_in_which_anything_is_listed_changes_nothing(world, chance: random.Random):
    def shuffled(pairs):
        turned = [pair if chance.random() < 0.5 else pair[::-1] for pair in pairs]
        return chance.sample(turned, len(turned))

    again = Orders(
        season=world.season,
        land=shuffled(world.land),
        sea=shuffled(world.sea),
        roads={road: shuffled(stages) for road, stages in reversed(world.roads.items())},
        armies=chance.sample(world.armies, len(world.armies)),
        hostile=shuffled(world.hostile),
        closed=dict(chance.sample(list(world.closed.items()), len(world.closed))),
        options=world.options,
    )
    first, second = world.run(), again.run()
    assert plainly(first) == plainly(second)
    assert list(first.positions) == list(second.positions) == sorted(first.positions)
    assert list(first.allowances) == sorted(first.allowances)
    assert first.errors == second.errors


@given(orders(), st.randoms(use_true_random=False))
def test_a_game_that_keeps_its_armies_between_the_phases_plays_the_same_season(world, chance: random.Random):
    ground, enmity = world.ground(), Enmity(world.hostile)
    kept = {}
    for army in world.armies:
        march, _, _ = set_out(army, world.season, ground, TABLE, world.options)
        kept[army.id] = {
            "side": march.side,
            "province": march.province,
            "experience": march.experience,
            "route": march.route,
            "allowance": march.allowance,
            "reach": march.reach,
            "walked": 0,
            "halted": False,
        }
    played = []
    for phase in PHASES:
        marches = [March(id=army, **kept[army]) for army in chance.sample(list(kept), len(kept))]
        report = run_phase(phase, marches, ground, enmity, world.closed, TABLE)
        for move in report.moves:
            kept[move.id]["province"] = move.next
            kept[move.id]["walked"] += 1
        for encounter in report.encounters:
            for army in encounter.armies:
                kept[army]["halted"] = True
        played.append((report.moves, report.encounters, [*report.stopped.items()]))
        assert {m.id: (m.province, m.walked, m.halted) for m in report.marches} == {
            army: (state["province"], state["walked"], state["halted"]) for army, state in kept.items()
        }
    season = world.run()
    assert played == [(phase.moves, phase.encounters, [*phase.stopped.items()]) for phase in season.phases]


def test_each_step_of_an_allowance_cites_its_ruling():
    ground = Geography.build([("omi", "ise")], [("omi", "iki")], {"tokaido": [("omi", "ise")]})
    autumn, spring = (allowances_on(ground, season, TABLE, Options()) for season in ("autumn", "spring"))
    marched = autumn.how_far(3, ("ise",), "omi", wounded=True)
    sailed = spring.reckon(1, False, spring.ways(("iki", "omi"), "omi"))
    assert [(step.reason, step.amount, step.ruling) for step in marched.steps] == [
        ("experience", 3, "R12"),
        ("wounded", -1, "R19"),
        ("Tōkaidō in autumn", 1, "R12"),
    ]
    assert [(step.reason, step.amount, step.ruling) for step in sailed.steps] == [
        ("experience", 1, "R12"),
        ("2 sea crossings", -2, "R12"),
        ("at least 1", 2, "R12"),
    ]


def test_what_was_reckoned_on_a_ground_is_given_to_no_other_season_table_or_options():
    def made_anew():
        return Geography.build([("omi", "ise"), ("ise", "iga")], [("omi", "iki")], {"nakasendo": [("omi", "ise")]})

    ground = made_anew()
    tables = TABLE, replace(TABLE, road=2, sea_crossing=-2)
    asked = [
        (season, table, options, route)
        for _ in range(2)
        for season in ("spring", "autumn")
        for table in tables
        for options in (Options(), Options(road_bonus_needs="any_leg"), Options(wound_penalty=2))
        for route in (("ise",), ("ise", "iga"), ("iki", "omi"))
    ]

    def reckoned(where):
        return [
            allowances_on(where(), season, table, options).how_far(3, route, "omi", wounded=True)
            for season, table, options, route in asked
        ]

    assert reckoned(lambda: ground) == reckoned(made_anew)
    assert {one.value for one in reckoned(made_anew)} == {1, 2, 3, 4}


@pytest.mark.parametrize("armies", [200, 2000])
def test_a_crowd_of_friends_in_one_province_is_compared_by_side_and_not_by_army(armies):
    """Every army of one side, one enemy: the work is counted by the lookups of sides made."""

    class Counting(Enmity):
        asked = 0

        def foes(self, side, present):
            self.asked += 1
            return super().foes(side, present)

    crowd = [Army(f"A{number}", "takeda", "kai", 4, ("shinano",)) for number in range(armies)]
    enmity = Counting([("takeda", "uesugi")])
    ground = Geography.build([("kai", "shinano")])
    report = run_season(
        [*crowd, Army("B", "uesugi", "shinano", 4, ("kai",))], "spring", ground, enmity, {}, TABLE, Options()
    )
    assert len(report.phases[0].encounters) == armies
    assert enmity.asked < 20
