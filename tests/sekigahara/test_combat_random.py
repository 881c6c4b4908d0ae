"""Combats played at random: each play that could be thought of is allowed or not as the rules say when they are read a
second time (`reckoner`), and every sum is what comes of counting it by hand."""

import random
from dataclasses import replace

import pytest

from control.kernel.errors import OrderError
from control.sekigahara.rules.combat.challenge import Answer, Challenge
from control.sekigahara.rules.combat.choices import choices
from control.sekigahara.rules.combat.plays import Deploy, play
from control.sekigahara.rules.combat.state import Combat
from control.sekigahara.rules.pieces import Card
from control.sekigahara.scenario.load import of_edition
from control.sekigahara.scripting.combat import answers, forces_of, read_order
from tests.sekigahara.combats import a_combat, may_act, open_to
from tests.sekigahara.reckoner import SIDES, Reckoner

EDITIONS = ("gmt", "kessen")
COMBATS = 30
"""So many for each edition and kind."""


def pieces(chance, rows, side, some, letter, wanted):
    """Some pieces of a side, drawn as from a bag, with ids."""
    bag = [row for row in rows if row.side == side for _ in range(row.count)]
    drawn = chance.sample(bag, min(some, len(bag)))
    return [
        {"id": f"{letter}{place}", **{name: getattr(row, name) for name in wanted}} for place, row in enumerate(drawn)
    ]


def a_document(chance, edition, kind):
    """A combat with blocks and hands at random, and no play yet; loyalty and double cards come often."""
    scenario = of_edition(edition)
    attacker, defender = chance.sample(SIDES, 2)
    document = {"edition": edition, "kind": kind, "attacker": attacker, "plays": [], "castle": None}
    document["blocks"], document["cards"] = {}, {}
    for side in SIDES:
        inside = kind == "siege" and side == defender
        blocks = chance.randint(0, 2) if inside else chance.randint(1, 10)
        letter = side[0]
        document["blocks"][side] = pieces(chance, scenario.blocks, side, blocks, letter, ("clan", "type", "mon"))
        hand = pieces(chance, scenario.cards, side, chance.randint(0, 9), f"{letter}c", ("clan", "type"))
        rare = [row for row in scenario.cards if row.side == side and row.type in ("loyalty", "double")]
        for place in range(chance.randint(0, 3)):
            row = chance.choice(rare)
            hand.append({"id": f"{letter}r{place}", "clan": row.clan, "type": row.type})
        document["cards"][side] = hand
    if kind == "siege":
        disks = [disk.id for disk in scenario.edition.disks.values() if disk.side == defender]
        disk = chance.choice([*disks, None]) if document["blocks"][defender] or not disks else chance.choice(disks)
        document["castle"] = {"side": defender, "disk": disk}
        if not document["blocks"][defender] and not disk:
            document["blocks"][defender] = pieces(chance, scenario.blocks, defender, 1, "d", ("clan", "type", "mon"))
    return document


def as_written(one):
    """A play of the rules as a document has it."""
    match one:
        case Deploy():
            return {"side": one.side, "block": one.block, **({"card": one.card} if one.card else {})}
        case Challenge():
            return {"side": one.side, "challenge": one.card}
        case Answer():
            return {"side": one.side, "refute": one.card}
    return {"side": one.side, "pass": True}


def compare(combat, reckoner):
    """Every total, who has the initiative, whether it is over."""
    assert {side: combat.total[side] for side in SIDES} == {side: reckoner.total(side) for side in SIDES}
    assert (combat.initiative or None) == reckoner.initiative()
    assert combat.over == reckoner.over()


def played_out(chance, document):
    """A combat played at random to its end, each state held against the reckoner; it, and the reckoner."""
    order = read_order(document)
    combat, reckoner = Combat(forces_of(order, of_edition(order.edition))), Reckoner(document)
    while not combat.over:
        known = [(as_written(one.play), one.after) for side in SIDES for one in choices(combat, side)]
        for written, after in known:
            assert (after is not None) == reckoner.allowed(written), (document, written)
        may = [(written, after) for written, after in known if after]
        assert may, "nobody can do anything, and it is not over"
        deploys = [one for one in may if "pass" not in one[0]]
        written, after = chance.choice(deploys if deploys and chance.random() < 0.9 else may)
        document["plays"].append(written)
        reckoner.do(written)
        combat = after
        compare(combat, reckoner)
    return combat, reckoner


@pytest.mark.parametrize("kind", ["battle", "siege"])
@pytest.mark.parametrize("edition", EDITIONS)
def test_the_rules_read_twice_agree_play_by_play(edition, kind):
    seen = set()
    for seed in range(COMBATS):
        chance = random.Random(f"{edition} {kind} {seed}")
        document = a_document(chance, edition, kind)
        _combat, reckoner = played_out(chance, document)
        answer = answers(document, of_edition)
        assert answer["over"]
        assert len(answer["steps"]) == len([one for one in document["plays"] if "refute" not in one])
        roles = {"attacker": reckoner.attacker, "defender": reckoner.defender}
        for role, side in roles.items():
            losses, taken = answer["losses"][role], reckoner.taken(side)
            assert answer["impact"][role] == reckoner.total(side)
            assert (losses["impact"], losses["beaten"]) == reckoner.due(side)
            assert losses["blocks"] == taken
            assert answer["draws"][role] == reckoner.draws(side, taken)
        assert answer["winner"] == (None if kind == "siege" else reckoner.winner())
        if kind == "battle":
            beaten = next(side for side in SIDES if side != reckoner.winner())
            role = next(role for role, side in roles.items() if side == beaten)
            left = len(document["blocks"][beaten]) - len(answer["losses"][role]["blocks"])
            assert answer["retreats"] == (beaten if left else None)
        seen |= {step["action"] + (" refuted" if step["refuted_by"] else "") for step in answer["steps"]}
    assert seen == {"deploy", "pass", *(["challenge", "challenge refuted"] if kind == "battle" else [])}


@pytest.mark.parametrize("edition", EDITIONS)
def test_impact_is_lost_only_where_a_special_attack_is_struck_out(edition):
    for seed in range(COMBATS):
        chance = random.Random(f"sums {edition} {seed}")
        document = a_document(chance, edition, "battle")
        played_out(chance, document)
        before = 0
        specials = {}
        for step in answers(document, of_edition)["steps"]:
            now = sum(step["total"].values())
            if step["action"] == "deploy":
                assert now - before == step["impact"]
                specials[step["blocks"][0]] = step["special_bonus"]
            elif step["goes_to"]:
                assert before - now == sum(specials[one] for one in step["blocks"])
            else:
                assert now == before
            before = now


@pytest.mark.parametrize("edition", EDITIONS)
def test_any_choice_within_the_classes_is_taken_and_no_other(edition):
    refused = 0
    for seed in range(COMBATS):
        chance = random.Random(f"losses {edition} {seed}")
        document = a_document(chance, edition, chance.choice(["battle", "siege"]))
        _combat, reckoner = played_out(chance, document)
        for side in SIDES:
            units = reckoner.units(side)
            chosen = chance.sample(units, min(sum(reckoner.due(side)), len(units)))
            disk = document["castle"] and document["castle"]["disk"]
            kept = [one for one in units if one not in chosen and one != "disk"]
            blocks = [one for one in chosen if one != "disk"]
            right = all(reckoner.rank(one) <= reckoner.rank(two) for one in blocks for two in kept) and (
                "disk" not in chosen or not kept or disk == "sanada"
            )
            document["losses"] = {side: chosen}
            role = "attacker" if side == reckoner.attacker else "defender"
            if right:
                found = answers(document, of_edition)["losses"][role]["blocks"]
                assert found == [one for one in units if one in chosen]
            else:
                refused += 1
                with pytest.raises(OrderError, match=r"8\.7\.2|D10"):
                    answers(document, of_edition)
    assert refused


def test_somebody_is_always_expected_to_do_something_that_he_may():
    for seed in range(COMBATS):
        chance = random.Random(f"turn {seed}")
        order = read_order(a_document(chance, chance.choice(EDITIONS), "battle"))
        combat = Combat(forces_of(order, of_edition(order.edition)))
        while not combat.over:
            (side,) = may_act(combat)
            combat = chance.choice(open_to(combat, side)).after
        assert may_act(combat) == ()


def told(combat, side):
    """All that a side is told of what it may do, and of what would come of it."""
    return [
        (one.play, one.why_not, one.number, one.after and (one.after.total, one.after.initiative, one.after.steps[-1:]))
        for one in choices(combat, side)
    ]


def with_others_hidden(chance, combat, side):
    """The same combat with other undeployed blocks and other cards in the hand of the other side, as many as before."""
    other = next(one for one in SIDES if one != side)
    scenario = of_edition(combat.forces.edition.id)
    kinds = [one for one in scenario.block_kinds.values() if one.side == other]
    cards = [one for one in scenario.card_kinds.values() if one.side == other]
    down = {one.block.id for one in combat.deployed}
    blocks = [
        one if one.id in down else replace(one, id=f"x{place}", kind=chance.choice(kinds))
        for place, one in enumerate(combat.forces.blocks[other])
    ]
    hand = []
    for place, one in enumerate(combat.forces.cards[other]):
        kind = chance.choice(cards)
        new = Card(f"y{place}", other, kind.clan, kind.type, kind.name)
        hand.append(one if one.id in combat.played[other] else new)
    forces = replace(
        combat.forces,
        blocks={**combat.forces.blocks, other: tuple(blocks)},
        cards={**combat.forces.cards, other: tuple(hand)},
    )
    return replace(combat, forces=forces)


@pytest.mark.parametrize("edition", EDITIONS)
def test_what_a_side_is_told_depends_on_nothing_that_the_other_hides(edition):
    for seed in range(COMBATS // 2):
        chance = random.Random(f"hidden {edition} {seed}")
        order = read_order(a_document(chance, edition, "battle"))
        combat = Combat(forces_of(order, of_edition(edition)))
        while not combat.over:
            side = chance.choice(SIDES)
            assert told(combat, side) == told(with_others_hidden(chance, combat, side), side)
            may = [one for mine in SIDES for one in open_to(combat, mine)]
            combat = chance.choice(may).after


def test_a_side_that_names_what_the_other_hides_does_not_learn_that_it_is_there():
    order = read_order(a_combat(west_cards=["mori"], east_cards=["loyalty", "tokugawa"]))
    combat = Combat(forces_of(order, of_edition("gmt")))
    for one in (Deploy("west", "w1", "{}"), Challenge("west", "{}"), Deploy("west", "{}")):
        there, not_there = ("k1", "k7") if isinstance(one, Challenge) or one.card else ("e1", "e7")
        said = []
        for name in (there, not_there):
            with pytest.raises(OrderError) as caught:
                play(
                    combat, replace(one, **{word: name for word in ("block", "card") if getattr(one, word, "") == "{}"})
                )
            said.append(caught.value.sentence.replace(name, "…"))
        assert said[0] == said[1]


def test_choices_say_why_not_and_change_nothing():
    chance = random.Random("why not")
    order = read_order(a_document(chance, "gmt", "battle"))
    combat = Combat(forces_of(order, of_edition("gmt")))
    for side in SIDES:
        for one in choices(combat, side):
            assert bool(one.why_not) == bool(one.number) == (one.after is None)
            if one.after:
                assert play(combat, one.play) == one.after
    assert combat == Combat(forces_of(order, of_edition("gmt")))
