"""Every action of 1600 in pairs: it happened and stands in the journal, or it was refused and nothing was changed; and
what the umpire forced, with his reason. A new action without a line here fails."""

from __future__ import annotations

import itertools
import re

import pytest

from control.kernel.actions.registry import perform
from control.kernel.actions.world import Umpire
from control.kernel.errors import NotThisDesk, OrderError, OrderNotAllowed, OrderNotUnderstood
from control.kernel.rows import JournalEntry
from control.sekigahara.game import ROLES
from control.sekigahara.play.acts_actions import ACTIONS
from control.sekigahara.play.names import FROM_PAPER
from control.sekigahara.play.orders import ActOrder
from control.sekigahara.play.standing_questions import as_columns, phase_of
from control.sekigahara.rows import Course, StateOfPlay
from control.sekigahara.rules.campaign.acts import Declare, Discard, End, Group, Lose, Move, NoChallenge
from control.sekigahara.rules.campaign.campaign import BOX, MORI_BOX
from control.sekigahara.rules.campaign.setup import begin
from control.sekigahara.rules.combat.challenge import Challenge
from control.sekigahara.rules.combat.plays import Deploy, Pass
from control.sekigahara.rules.standing import faults
from tests.sekigahara.games import a_room, keys_in, standing_in
from tests.sekigahara.scenes import Scene, campaign, scene

U, A, N = OrderNotUnderstood, OrderNotAllowed, NotThisDesk
KEYS = map("pair {}".format, itertools.count())
UKITA = "ukita_infantry_2_1 ukita_infantry_3_1 ukita_leader_1_1"
TOKUGAWA = "tokugawa_infantry_2_1 tokugawa_infantry_3_1 tokugawa_cavalry_1_1"
HANDS = {
    "west": "ukita_normal_1 ukita_double_1 mori_normal_1 ukita_normal_2",
    "east": "east_loyalty_1 tokugawa_normal_1 date_normal_1 tokugawa_normal_2",
}
MORI = "mori_infantry_3_1 mori_infantry_3_2 mori_leader_1_1"
HUGE = " ".join(scene(west={"kiso": 17}).at("west", "kiso"))
PAPER = [
    {"what": "When", "east": "week 2, first turn"},
    {"what": "Hand", "east": "Date card", "west": "Ukita card"},
    {"what": "Disks", "west": "Sanada Masayuki, Toyotomi Hideyori"},
    {"what": "Now", "east": "bids a card for the turn order"},
]
SPENT = {"week": 2, "first": "east"}


def march(**about):
    """The west moves, with blocks at Kiso and Suwa, in the recruitment and in the Mōri box."""
    west = {"kiso": UKITA, "suwa": 1, BOX: "mori_infantry_2_1 uesugi_infantry_3_1", MORI_BOX: MORI}
    return scene(west=west, east={"saku": 1}, hands=HANDS, **about)


def met(place="kiso", east=TOKUGAWA):
    """Three blocks meet three, in the combat phase of the west, and another of the west stands at Suwa."""
    return scene(west={place: UKITA, "suwa": 1}, east={place: east}, hands=HANDS)(End("west"))


def fought(game):
    """Combat was declared at Kiso in this phase already."""
    game.state.fought = ["kiso"]
    return game


def battle(*acts):
    """The battle there, so far."""
    return met()(Declare("west", "kiso"), *acts)


FIRST = Deploy("west", "ukita_infantry_2_1", "ukita_normal_1")
DOUBLE = Deploy("west", "ukita_infantry_2_1", "ukita_double_1")
ALL_INSIDE = "date_infantry_2_1 date_infantry_2_2 tokugawa_infantry_2_1"
LOST = (FIRST, NoChallenge("east"), Pass("east"), Pass("west"))
"""The east passes, and has to choose which of its three blocks is lost."""
SCENES = {
    "begun": lambda: Scene(campaign(), begin(campaign(), "a seed")),
    "discard": lambda: scene(step="discard", active="west", hands=HANDS, **SPENT),
    "discarded": lambda: SCENES["discard"]()(Discard("west", ("mori_normal_1", "ukita_normal_2"))),
    "bid": lambda: scene(step="bid", active="west", hands=HANDS),
    "order": lambda: scene(step="order", active="west", hands=HANDS),
    "pay": lambda: scene(step="pay", hands=HANDS, west={"kiso": 3}),
    "move": march,
    "stopped": lambda: march(stacks=0),
    "combat": met,
    "fought": lambda: fought(met()),
    "castle": lambda: met("okazaki", 2)(Declare("west", "okazaki")),
    "sallied": lambda: met("okazaki", f"{ALL_INSIDE} tokugawa_cavalry_1_1")(
        Declare("west", "okazaki"), *LOST, Lose("east", ("tokugawa_cavalry_1_1",))
    ),
    "besieged": lambda: scene(west={"gifu": 1}, east={"gifu": 3}),
    "moved": lambda: march()(Move("west", (Group(tuple(UKITA.split()), ("kiso", "iwamura")),))),
    "lone": lambda: scene(west={"kiso": UKITA.split()[0]}, east={"iwamura": 4}, resources={"gifu": "east"}),
    "huge": lambda: scene(west={"kiso": 17}),
    "deploy": battle,
    "second": lambda: battle(DOUBLE),
    "deployed": lambda: battle(FIRST),
    "challenged": lambda: battle(FIRST, Challenge("east", "east_loyalty_1")),
    "lose": lambda: battle(*LOST),
    "retreat": lambda: battle(*LOST, Lose("east", ("tokugawa_cavalry_1_1",))),
    "beaten at a castle": lambda: met("okazaki", TOKUGAWA)(
        Declare("west", "okazaki"), *LOST, Lose("east", ("tokugawa_cavalry_1_1",))
    ),
}


def group(way, blocks=UKITA, card=None):
    """A group of a move."""
    return {"groups": [{"blocks": blocks.split(), "way": way.split(), "card": card}]}


def at(state, place):
    """Whether the blocks that move stand there."""
    return {state.spot[one] for one in UKITA.split()} == {place}


def cards(names):
    """Cards in an order."""
    return {"cards": names.split()}


# scene, action, desk, order, words of the journal's sentence, the parts of the state that are other than before
HAPPENS = [
    ("discard", "week.discard", "west", cards("mori_normal_1 ukita_normal_2"),
     "The west discards Mōri card and Ukita card (6.2).", {"hands", "discards", "piles", "step", "waiting"}),
    ("bid", "week.bid", "west", {"card": "ukita_double_1"}, "The west puts down a card (6.3).",
     {"hands", "discards", "step"}),
    ("order", "week.order", "west", {"first": "east"}, "The east moves first in week 1 (6.3).",
     {"first", "active", "step", "waiting"}),
    ("pay", "move.pay", "west", {"degree": "minimal"}, "The west takes minimal movement (7.1).",
     {"degree", "stacks", "step"}),
    ("move", "move.stack", "west", group("kiso iwamura"), "3 blocks of the west: Kiso to Iwamura.",
     {"spot", "stacks", "activated", "moved", "used"}),
    ("move", "move.muster", "west", {"blocks": ["uesugi_infantry_3_1"], "place": "aizu"},
     "The west musters a block at Aizu (7.2).", {"spot", "mustered", "moved"}),
    ("move", "move.mori", "west", {"card": "mori_normal_1", "blocks": ["mori_infantry_3_1"]},
     "The west brings Mōri 3 mon to Osaka for Mōri card (9.3).", {"spot", "hands", "discards", "moved"}),
    ("move", "move.end", "west", {}, "The west ends its movement (7.1).", {"active", "step", "degree", "stacks"}),
    ("combat", "combat.declare", "west", {"place": "kiso"}, "The west declares combat at Kiso (8.1).",
     {"fight", "step", "fought"}),
    ("castle", "combat.inside", "east", {"stay": False}, "", {"fight"}),
    ("deploy", "combat.deploy", "west", {"block": "ukita_infantry_2_1", "card": "ukita_normal_1"},
     "deploys with the Ukita card", {"fight", "hands", "table", "known"}),
    ("second", "combat.no_second", "west", {}, "The west lets no second block follow (S42).", {"fight"}),
    ("deploy", "combat.pass", "west", {}, "The west deploys no more (8.5).", {"fight"}),
    ("deployed", "combat.challenge", "east", {"card": "east_loyalty_1"},
     "The east challenges with a loyalty card (8.6.1).", {"fight", "hands", "table"}),
    ("deployed", "combat.no_challenge", "east", {}, "The east does not challenge (8.6.1).", {"fight"}),
    ("challenged", "combat.answer", "west", {"card": "ukita_normal_2"}, "it stays loyal (8.6.1)", {"fight"}),
    ("lose", "combat.lose", "east", {"blocks": ["tokugawa_cavalry_1_1"]},
     "The east loses Tokugawa cavalry: 0 for 2 Impact, 1 for the defeat (8.7.3).",
     {"fight", "spot"}),
    ("retreat", "combat.retreat", "east", {"to": "iwamura"}, "", {"fight", "spot"}),
    ("move", "table.correct", "umpire", {"piece": "ukita_infantry_2_1", "to": "aizu", "reason": "a slip"},
     "The umpire put a piece right: a slip.", {"spot"}),
    ("move", "table.look", "umpire", {"side": "east", "into": "bag"},
     "The umpire looked into the bag of the east.", set()),
    ("begun", "table.from_paper", "umpire", {"lines": PAPER}, "The campaign goes on from paper, in week 2, first turn",
     {"week", "hands", "spot", "piles"}),
]  # fmt: skip

# scene, action, desk, order, the kind of refusal, its field, its rule, words of it
REFUSED = [
    ("discard", "week.discard", "west", cards("ukita_normal_1"), A, "cards", "6.2", "half rounded down, not 1"),
    ("bid", "week.bid", "west", {"card": "mori_double_1"}, A, "card", "3.3", "not in the hand"),
    ("bid", "week.bid", "east", {"card": "date_normal_1"}, A, "side", "6.3", "The west bids a card"),
    ("order", "week.order", "west", {"first": "north"}, U, "first", "", "A side is one of"),
    ("pay", "move.pay", "west", {"degree": "total", **cards("ukita_normal_1")}, A, "cards", "7.1", "takes 2 cards"),
    ("move", "move.stack", "west", group("kiso edo"), A, "groups", "7.3.1", "No road leads"),
    ("move", "move.stack", "east", group("kiso iwamura"), A, "side", "7.1", "The west moves"),
    ("move", "move.stack", "west",
     {"groups": group("kiso iwamura")["groups"] + group("suwa kiso", "ukita_infantry_3_2")["groups"]}, A, "groups",
     "7.3.1", "All groups of a move set out from one place"),
    ("move", "move.muster", "west", {"blocks": ["uesugi_infantry_3_1"], "place": "kiso"}, A, "place", "7.2",
     "Nobody musters"),
    ("move", "move.muster", "west", {"blocks": ["uesugi_infantry_3_1", "mori_infantry_2_1"], "place": "aizu"}, A,
     "blocks", "7.2", "one block of any clan may muster at Aizu"),
    ("move", "move.mori", "west", {"card": "mori_normal_1", "blocks": ["mori_leader_1_1"]}, A, "blocks", "9.3",
     "last to leave"),
    ("combat", "move.end", "west", {}, A, "side", "8.1", "declares the next combat"),
    ("combat", "combat.declare", "west", {"place": "edo"}, A, "place", "8.1", "declared at Edo; left: Kiso"),
    ("castle", "combat.inside", "west", {"stay": True}, A, "side", "8.9.2", "The east says whether it stays"),
    ("deploy", "combat.deploy", "west", {"block": "ukita_infantry_2_1", "card": "mori_normal_1"}, A, "card", "8.2.2",
     "must be of one clan"),
    ("deploy", "combat.deploy", "west", {"block": "no_such_block", "card": "ukita_normal_1"}, U, "block", "8.2.2",
     'The west has no block "no_such_block" here'),
    ("deploy", "combat.no_second", "west", {}, A, "side", "8.5", "deploys a block or passes"),
    ("deploy", "combat.pass", "east", {}, A, "side", "8.5", "The west deploys"),
    ("deployed", "combat.challenge", "east", {"card": "tokugawa_normal_1"}, A, "card", "8.6.1", "only a loyalty card"),
    ("deploy", "combat.no_challenge", "west", {}, A, "side", "8.5", "deploys a block or passes"),
    ("challenged", "combat.answer", "west", {"card": "mori_normal_1"}, A, "card", "8.6.1", "could not deploy"),
    ("lose", "combat.lose", "east", {"blocks": TOKUGAWA.split()}, A, "blocks", "8.7.1", "loses 1"),
    ("retreat", "combat.retreat", "east", {"to": "edo"}, A, "to", "8.8.3", "They retreat to"),
    ("retreat", "combat.retreat", "east", {"to": "iwamura", "inside": ["tokugawa_cavalry_1_1"]}, A, "inside", "8.8.4",
     "Only blocks that are left stay in the castle"),
    ("retreat", "combat.retreat", "east", {"to": "iwamura", "inside": ["tokugawa_infantry_2_1"]}, A, "inside", "8.8.4",
     "No block may stay at Kiso: the east had no castle there"),
    ("beaten at a castle", "combat.retreat", "east", {"to": "chiryu", "inside": TOKUGAWA.split()[:2]}, A, "to", "8.8.4",
     "All stay in the castle, so nobody retreats elsewhere"),
    ("move", "table.correct", "umpire", {"piece": "ukita_infantry_2_1", "to": "moon", "reason": "why"}, A, "to", "4.4",
     "A block is at a place"),
    ("deploy", "table.correct", "umpire", {"piece": "ukita_infantry_2_1", "to": "aizu", "reason": "why"}, A, "piece",
     "8", "A combat is being fought"),
    ("deploy", "table.correct", "umpire", {"piece": "ukita_normal_2", "to": "discards", "reason": "why"}, A, "piece",
     "8", "A card of a combat or a bid that is not over stays there"),
    ("move", "table.correct", "west", {"piece": "ukita_infantry_2_1", "to": "edo", "reason": "why"}, N, "", "",
     "done at the umpire, not here"),
    ("move", "table.look", "umpire", {"side": "east", "into": "box"}, U, "into", "", "is one of bag"),
    ("move", "table.look", "east", {"side": "west", "into": "bag"}, N, "", "",
     "done at the umpire, not here"),
    ("move", "table.from_paper", "umpire", {"lines": PAPER}, A, "force", "", "This game has begun"),
]  # fmt: skip

# scene, action, order, the rule that is forced, what of it was true afterwards
FORCED = [
    ("discard", "week.discard", cards("ukita_normal_1"), "6.2", lambda s: len(s.discards["west"]) == 1),
    ("pay", "move.pay", {"degree": "total", **cards("ukita_normal_1")}, "7.1", lambda s: s.degree == "total"),
    ("move", "move.stack", group("kiso suwa saku takasaki"), "7.3.2", lambda s: at(s, "takasaki")),
    ("besieged", "move.stack", group("gifu sawayama", "ukita_infantry_2_1"), "8.9.6",
     lambda s: s.spot["ukita_infantry_2_1"] == "sawayama" and "gifu" not in s.held),
    ("moved", "move.stack", group("iwamura gifu"), "7.3.1", lambda s: at(s, "gifu") and len(s.moved) == 3),
    ("moved", "move.stack", group("suwa kiso iwamura", "ukita_infantry_3_2"), "S9",
     lambda s: s.used.count("iwamura-kiso") == 1),
    ("move", "move.stack", group("kiso iwamura gifu sawayama kyoto"), "7.3.3", lambda s: at(s, "kyoto")),
    ("lone", "move.stack", group("kiso iwamura gifu", UKITA.split()[0]), "7.3.2",
     lambda s: s.spot["ukita_infantry_2_1"] == "lost" and s.resources.get("gifu", "east") == "east"),
    ("huge", "move.stack", group("kiso iwamura", HUGE), "7.3.6", lambda s: len(s.moved) == 17),
    ("stopped", "move.stack", group("kiso iwamura"), "7.1", lambda s: s.stacks == 0),
    ("move", "move.stack", group("kiso iwamura", card="ukita_normal_1"), "7.3.3",
     lambda s: "ukita_normal_1" in s.discards["west"]),
    ("stopped", "move.muster", {"blocks": ["uesugi_infantry_3_1"], "place": "aizu"}, "7.2", lambda s: s.stacks == 0),
    ("move", "move.muster", {"blocks": ["uesugi_infantry_3_1", "mori_infantry_2_1"], "place": "kiso"}, "7.2",
     lambda s: s.spot["mori_infantry_2_1"] == "kiso"),
    ("move", "move.mori", {"card": "mori_normal_1", "blocks": MORI.split()[:2]}, "9.3",
     lambda s: s.spot["mori_infantry_3_2"] == "osaka"),
    ("move", "move.mori", {"card": "mori_normal_1", "blocks": ["mori_leader_1_1"]}, "9.3",
     lambda s: s.spot["mori_leader_1_1"] == "osaka"),
    ("deploy", "combat.deploy", {"block": "ukita_infantry_2_1", "card": "mori_normal_1"}, "8.2.2",
     lambda s: s.fight.plays[-1]["forced"] and s.fight.stage == "challenge"),
    ("fought", "combat.declare", {"place": "kiso"}, "8.1", lambda s: s.fight.stage == "deploy"),
    ("deploy", "combat.deploy", {"block": "ukita_infantry_2_1"}, "8.2.4", lambda s: s.fight.plays[-1]["forced"]),
    ("challenged", "combat.answer", {"card": "mori_normal_1"}, "8.6.1", lambda s: s.fight.plays[-1]["forced"]),
    ("lose", "combat.lose", {"blocks": TOKUGAWA.split()[:2]}, "8.7.1",
     lambda s: [s.spot[one] for one in TOKUGAWA.split()].count("lost") == 2),
    ("retreat", "combat.retreat", {"to": "suwa"}, "8.8.3", lambda s: s.spot["tokugawa_infantry_2_1"] == "suwa"),
    ("sallied", "combat.retreat", {"inside": ALL_INSIDE.split()}, "8.8.4",
     lambda s: [*s.spot.values()].count("okazaki") == 6 and s.held["okazaki"] == "east"),
]  # fmt: skip
NEVER = [
    ("bid", "week.bid", {"card": "mori_double_1"}, "3.3"),
    ("move", "move.stack", group("kiso edo"), "7.3.1"),
    ("move", "move.stack", group("kiso iwamura", blocks="mori_infantry_2_2"), "7.3.1"),
    ("move", "move.muster", {"blocks": ["mori_infantry_2_2"], "place": "himeji"}, "7.2"),
    ("move", "move.muster", {"blocks": ["mori_infantry_2_1"], "place": "moon"}, "7.2"),
    ("move", "move.mori", {"card": "mori_normal_1", "blocks": ["mori_infantry_2_1"]}, "9.3"),
    ("combat", "combat.declare", {"place": "edo"}, "8.1"),
    ("deploy", "combat.deploy", {"block": "tokugawa_infantry_2_1", "card": "ukita_normal_1"}, "8.2.2"),
    ("retreat", "combat.retreat", {"to": "edo"}, "8.8.3"),
    ("move", "combat.pass", {}, "7.1"),
    ("retreat", "combat.retreat", {"to": "iwamura", "inside": ["tokugawa_infantry_2_1"]}, "8.8.4"),
]
"""What would name a piece or a road that is not there, or come out of turn: no reason makes it so."""


@pytest.fixture(scope="module")
def room(tmp_path_factory):
    made = a_room(tmp_path_factory.mktemp("pairs") / "campaign.db")
    yield made
    made.store.close()


def set_up(room, name):
    """Have the position of a scene in a room."""
    now = SCENES[name]().state
    with room.store.write() as session:
        game, row = session.get_one(Course, 1), session.get_one(StateOfPlay, 1)
        for part, value in as_columns(now, game.secret).items():
            setattr(row, part, value)
        game.week, game.turn, game.doing = now.week, now.turn, phase_of(now)


def columns_of(room):
    """The state of play as its table has it, and the number of entries of the journal."""
    with room.store.read() as session:
        return session.get_one(StateOfPlay, 1).as_dict(), session.query(JournalEntry).count()


def do(room, name, desk, order, **more):
    """Do something at a desk."""
    return perform(room, Umpire(ROLES[desk], desk), name, {**order, **more}, key=next(KEYS))


def test_every_action_is_tried_both_ways():
    assert {name for _, name, *_ in HAPPENS} == set(ACTIONS) == {name for _, name, *_ in REFUSED}


@pytest.mark.parametrize("case", HAPPENS, ids=lambda case: case[1])
def test_it_happened_and_is_in_the_journal(room, case):
    name, action, desk, order, sentence, parts = case
    set_up(room, name)
    before, entries = columns_of(room)
    entry = do(room, action, desk, order)
    after, number = columns_of(room)
    assert number == entries + 1
    assert (entry.action, entry.desk) == (action, desk)
    assert sentence in entry.sentence
    assert parts <= {part for part in after if after[part] != before[part]}
    assert bool(parts) == (after != before)
    assert faults(*standing_in(room)) == []


@pytest.mark.parametrize("case", REFUSED, ids=lambda case: f"{case[1]} {case[5]}")
def test_it_was_refused_and_nothing_was_changed(room, case):
    name, action, desk, order, kind, field, rule, words = case
    set_up(room, name)
    before = columns_of(room)
    with pytest.raises(OrderError) as told:
        do(room, action, desk, order)
    assert (type(told.value), told.value.field, told.value.ruling.split(",")[0]) == (kind, field, rule)
    assert words in told.value.sentence
    assert not keys_in(told.value.sentence)
    assert columns_of(room) == before


@pytest.mark.parametrize("case", FORCED, ids=lambda case: f"{case[1]} {case[3]}")
def test_the_umpire_forces_it_with_a_reason_that_the_journal_keeps(room, case):
    name, action, order, rule, holds = case
    set_up(room, name)
    side = "east" if name in ("lose", "retreat", "sallied") else "west"
    before = columns_of(room)
    with pytest.raises(OrderNotAllowed) as told:
        do(room, action, "umpire", order)
    assert rule in told.value.ruling
    assert f"({told.value.ruling}" in told.value.sentence
    assert not keys_in(told.value.sentence)
    with pytest.raises(OrderNotAllowed, match=r"Only the umpire may force it\."):
        do(room, action, side, order, force="I want it")
    assert columns_of(room) == before
    entry = do(room, action, "umpire", order, force="both agreed to it")
    assert entry.sentence.endswith(" Forced: both agreed to it.")
    campaign, now = standing_in(room)
    assert faults(campaign, now) == []
    assert holds(now), now
    assert [len(campaign.blocks_of(one)) for one in ("east", "west")] == [48, 48]


@pytest.mark.parametrize("case", NEVER, ids=lambda case: f"{case[1]} {case[3]}")
def test_no_reason_makes_a_piece_or_a_road_that_is_not_there(room, case):
    name, action, order, rule = case
    set_up(room, name)
    before = columns_of(room)
    with pytest.raises(OrderError) as told:
        do(room, action, "umpire", order, force="both agreed to it")
    assert told.value.ruling.startswith(rule)
    assert not keys_in(told.value.sentence)
    assert columns_of(room) == before


def test_a_reason_that_forced_nothing_is_no_forcing(room):
    set_up(room, "bid")
    entry = do(room, "week.bid", "umpire", {"card": "mori_normal_1"}, force="just in case")
    assert "Forced" not in entry.sentence


def test_every_order_for_a_side_may_be_forced_and_beside_them_a_correction_and_going_on_from_paper():
    of_sides = {name for name, one in ACTIONS.items() if issubclass(one.order, ActOrder)}
    forced = {name for name, one in ACTIONS.items() if "force" in one.order.model_fields}
    assert forced == {*of_sides, "table.correct", FROM_PAPER}
    assert len(ACTIONS) > 18


@pytest.mark.parametrize(
    ("name", "page", "to", "sent"),
    [
        ("move", "/table/", "/table/move.muster", {"blocks": "uesugi_infantry_3_1", "place": "kiso"}),
        ("move", "/table/", "/table/move.stack",
         {"blocks": UKITA.split(), "way": "kiso,iwamura,gifu,sawayama,kyoto", "card": ""}),
        ("deploy", "/battle/", "/battle/combat.deploy", {"pair": "ukita_infantry_2_1,mori_normal_1"}),
        ("challenged", "/battle/", "/battle/combat.answer", {"card": "mori_normal_1"}),
        ("retreat", "/battle/", "/battle/combat.retreat", {"to": "suwa"}),
        ("moved", "/at-the-table/", "/at-the-table/act/move.stack", {"number": "3", "way": "iwamura,gifu"}),
        ("fought", "/at-the-table/", "/at-the-table/act/combat.declare", {"place": "kiso"}),
    ],
)  # fmt: skip
def test_the_umpires_pages_have_forms_in_which_everything_can_be_named(room, browsers, name, page, to, sent):
    set_up(room, name)
    browser = browsers["umpire"]
    sent = {"side": "east" if name == "retreat" else "west", "which": "any", **sent}
    form = re.search(rf'<form[^>]*action="{to}".*?</form>', browser.get(f"{page}?forcing=1").text, re.DOTALL).group()
    whole = browser.get(f"{page}?forcing=1").text
    assert "Reason to force it" in form
    for field, value in sent.items():
        for one in value if isinstance(value, list) else [value]:
            assert field in ("side", "which", "card") or re.search(rf'value="{one}"', whole), (field, one)
    before = columns_of(room)
    refused = browser.post(to, data={**sent, "forcing": "1", "key": next(KEYS)}, answers=422)
    assert re.search(r"\((S?\d+[.\d]*(, S?[\d.]+)*)\)\.", refused.text), "with the number of its rule"
    assert "Back to what is legal" in refused.text
    assert columns_of(room) == before
    key = next(KEYS)
    assert browser.post(to, data={**sent, "force": "both agreed", "key": key}).status_code == 303
    assert columns_of(room)[1] == before[1] + 1
    assert "Forced: both agreed." in browser.get(page, follow_redirects=True).text


def test_a_side_has_no_forms_to_force_with(room, browsers):
    set_up(room, "move")
    for address in ("/table/", "/table/?forcing=1"):
        page = browsers["west"].get(address).text
        assert "to force" not in page
        assert "?forcing" not in page
        assert "aizu" in page
