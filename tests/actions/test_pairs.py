"""Every action in pairs: it happened and stands in the journal, or it was refused and nothing was changed."""

from __future__ import annotations

import pkgutil
import re
from importlib import import_module
from typing import Any

import pytest

import tests.actions
from control.kernel.errors import ChangedElsewhere, NotThisDesk, OrderError, OrderNotAllowed, OrderNotUnderstood
from control.kernel.proof.verify import verify
from control.kernel.undo.undo import actions_that
from control.sengoku.game import SENGOKU
from tests.actions.test_two_umpires import second_is_told, shown_before

FOR_GOOD = {
    "army.new_code": "the code that it withdraws has gone from paper, and does not come back",
    "desk.new_code": "the same",
    "duty.give_code": "the same",
    "game.restored": "the copy that was kept before it is restored in its place",
    "journal.look": "a look was had",
}
"""What is not taken back by an undo, and why."""
CHAPTERS = [
    import_module(f"tests.actions.{found.name}")
    for found in pkgutil.iter_modules(tests.actions.__path__)
    if found.name.startswith("pairs_of_")
]
"""The other chapters' pairs: every tests/actions/pairs_of_….py has HAPPENS and REFUSED, as here."""
U, A, E = OrderNotUnderstood, OrderNotAllowed, ChangedElsewhere
WHY = {"reason": "a gift"}
OUTFLANK = {"attacker_tactic": "outflank", "defender_tactic": "outflank"}

# stage, action, desk, arguments, the sentence of the journal, one changed row, its columns before and after
HAPPENS: list[tuple[str, str, str, dict[str, Any], str, tuple[str, Any], Any, Any]] = [
    ("start", "garrison.raise", "map", {"province": "kai", "troops": 3, "reason": "a gift"},
     "Takeda raised 3 counters in Kai. Reason: a gift.",
     ("province", "kai"), {"raised": 0}, {"raised": 3}),
    ("orders", "army.form", "map", {"general": "obu-toramasa", "province": "hida", "troops": 1},
     "Obu Toramasa formed army A3-7 of 1 counter in Hida.", ("garrison", 3), {"troops": 2}, {"troops": 1}),
    ("orders", "army.disband", "map", {"army": 2, "as_garrison": True},
     "Takeda Harunobu disbanded army A2-5: its 20 counters stay as the garrison of Kai.",
     ("army", 2), {"standing": True, "troops": 20}, {"standing": False, "troops": 0}),
    ("orders", "army.order_march", "map", {"army": 2, "route": ["shinano", "hida"]},
     "Takeda Harunobu, army A2-5, is to march Shinano – Hida.",
     ("march_order", 2), {"route": ["shinano"]}, {"route": ["shinano", "hida"]}),
    ("orders", "orders.lock", "map", {}, "The orders of spring 1550 are locked.",
     ("game", 1), {"locked_at": None}, {}),
    ("locked", "orders.unlock", "map", {"reason": "the clock was fast"},
     "The orders of spring 1550 are open again: the clock was fast.", ("game", 1), {}, {"locked_at": None}),
    ("orders", "movement.run_phase", "map", {"phase": 1}, "Phase 1: 0 armies moved; no encounter.",
     ("game", 1), {"phase": 0}, {"phase": 1}),
    ("encounter", "encounter.settle", "map", {"encounter": 1, "outcome": "parley"},
     "In Shinano, Takeda and Uesugi parley and stay where they are this season.",
     ("encounter", 1), {"outcome": ""}, {"outcome": "parley"}),
    ("encounter", "claim.take", "map", {"kind": "encounter", "number": 1}, "Map Control claimed encounter 1.",
     ("claim", ("encounter", 1)), {}, {"umpire": "Map Control", "note": ""}),
    ("battle", "claim.release", "map", {"kind": "battle", "number": 1, "note": "he is at the Shogun’s"},
     "Map Control put battle 1 aside: he is at the Shogun’s.",
     ("claim", ("battle", 1)), {"umpire": "Map Control"}, {"umpire": "", "note": "he is at the Shogun’s"}),
    ("guests", "encounter.call", "map",
     {"province": "shinano", "clans": ["takeda", "hojo"], "reason": "a quarrel over wine"},
     "Encounter 1 in Shinano between Takeda and Hōjō: a quarrel over wine.",
     ("encounter", 1), {}, {"kind": "meeting", "outcome": ""}),
    ("question", "locals.answer", "npd", {"encounter": 1, "answer": "passage"},
     "The people of Etchū let Uesugi pass.",
     ("encounter", 1), {"outcome": "", "answer": None}, {"outcome": "pass", "answer": "passage"}),
    ("start", "treaty.record", "team", {"kind": "alliance", "one": "takeda", "other": "hojo"},
     "Treaty: Takeda allied with Hōjō.", ("treaty", 1), {}, {"kind": "alliance", "ended": False}),
    ("question", "treaty.end", "team", {"treaty": 1, "reason": "they quarrelled"},
     "No longer: Uesugi at peace with Date. Reason: they quarrelled.",
     ("treaty", 1), {"ended": False}, {"ended": True}),
    ("battle", "battle.grant_columns", "map", {"battle": 1, "side": "defender", "columns": 1, "reason": "his home"},
     "Battle 1: the umpire granted Takeda Harunobu +1 columns: his home.",
     ("battle_side", (1, "defender")), {"columns": 0, "columns_reason": ""},
     {"columns": 1, "columns_reason": "his home"}),
    ("battle", "battle.fight_round", "map", {"battle": 1, "round": 1, "die": 6, **OUTFLANK},
     "Battle 1, round 1: Uesugi Kenshin attacked Takeda Harunobu at 1-1, die 6: A. Losses 3 and 5.",
     ("battle", 1), {"rounds": 0}, {"rounds": 1}),
    ("round", "battle.end", "map", {"battle": 1, "then": "both_stay"},
     "Battle 1 in Shinano is over: nobody won (both stay).",
     ("battle", 1), {"over": False, "ended_by": None}, {"over": True, "ended_by": "both_stay"}),
    ("orders", "season.advance", "game", {"season": "spring", "year": 1550, "force": "time is up"},
     "Spring 1550 ended; summer 1550 begins. To draw a card for their age: Asakura Norikage, Ashina Morikiyo, Rokkaku "
     "Sadayori and Shōnyo (R19). Passed over: 4 movement phases not run, 15 clans not ticked off. Forced: time is up.",
     ("game", 1), {"season": "spring"}, {"season": "summer"}),
    ("orders", "figure.correct", "map",
     {"kind": "army", "id": 2, "field": "troops", "value": 7, "reason": "miscounted"},
     "Corrected: troops of army A2-5 from 20 to 7. Reason: miscounted.", ("army", 2), {"troops": 20}, {"troops": 7}),
    ("orders", "journal.undo", "map", {"entry": 9},
     "Taken back: entry 9, “Takeda raised 2 counters in Hida. Reason: a test needs them.”",
     ("province", "hida"), {"raised": 2}, {"raised": 0}),
    ("orders", "journal.rewind", "map", {"entry": 9, "goes": []},
     "Rewound to before entry 9, “Takeda raised 2 counters in Hida. Reason: a test needs them.” 1 entry taken back: 9.",
     ("province", "hida"), {"raised": 2}, {"raised": 0}),
]  # fmt: skip
HAPPENS += [case for chapter in CHAPTERS for case in chapter.HAPPENS]


def test_what_is_for_good_is_known_by_name():
    assert {*actions_that(SENGOKU, "withdraws"), "game.restored", "journal.look"} == {*FOR_GOOD}


def test_every_action_of_the_registry_is_tried_both_ways():
    assert {case[1] for case in HAPPENS} == set(SENGOKU.actions)
    assert {case[1] for case in REFUSED} >= set(SENGOKU.actions)


@pytest.mark.parametrize("case", HAPPENS, ids=lambda case: case[1])
def test_it_happened_and_is_in_the_journal(hall_at, case):
    stage, action, desk, arguments, sentence, (table, key), before, after = case
    hall = hall_at(stage)
    count = len(hall.entries())
    shown = shown_before(hall, action, arguments)
    told = hall.do(action, desk, **arguments)
    kept = hall.entries()
    made = 2 if SENGOKU.actions[action].openly and told.number < 0 else 1  # what of it is done openly has its own
    assert len(kept) == count + made
    entry = kept[-1]
    assert entry.as_dict() == told.as_dict()
    apart = [one for one in kept if one.number < 0]
    like = [one for one in apart if one.audience == entry.audience]  # each group of desks counts for itself
    assert -entry.number % 10**6 == len(like) if entry.number < 0 else entry.number == count + 1 - len(apart)
    assert (entry.action, entry.desk, entry.sentence) == (action, desk, sentence)
    assert {name: entry.arguments[name] for name in arguments} == arguments
    second_is_told(hall, action, desk, arguments, shown)
    if not table:  # nothing is changed, but that it is written down
        assert entry.changes == []
        return
    keys = list(key) if isinstance(key, tuple) else [key]
    if table == "transfer":  # its number is drawn: it is named by its place among all
        keys = next(one["key"] for one in entry.changes if one["table"] == table and one["after"]["line"] == key)
    change = next(one for one in entry.changes if (one["table"], one["key"]) == (table, keys))
    assert {name: change["before"][name] for name in before} == before
    if action in FOR_GOOD:  # the others are replayed in test_undo.py, with their undo
        assert verify(hall.room).same
    if after is None:  # the row is gone
        assert change["after"] is None
        assert (table, *keys) not in hall.state()
        return
    assert {name: change["after"][name] for name in after} == after
    now = hall.state()[(table, *keys)]
    assert {name: now[name] for name in after} == after


def test_the_die_is_in_the_journal_with_who_threw_it(hall_at):
    hall = hall_at("battle")
    thrown = hall.fight(4)
    assert thrown.dice == [{"what": "battle round 1", "value": 4, "thrown": True}]
    rolled = hall.fight(None, 2)
    assert rolled.dice == [{"what": "battle round 2", "value": rolled.dice[0]["value"], "thrown": False}]
    assert 1 <= rolled.dice[0]["value"] <= 6


ROUND = {"battle": 1, "round": 1, **OUTFLANK}
FIX = {"kind": "army", "id": 1, "field": "troops", "value": 5, "reason": "miscounted"}
FORM = {"general": "obu-toramasa", "province": "hida", "troops": 1}
BATTLE = {"encounter": 1, "outcome": "battle", "attacker": "uesugi", "settled_by": "umpire"}

# stage, action, desk, arguments, kind of the error, its field, its ruling, words of the sentence
REFUSED: list[tuple[str, str, str, dict[str, Any], type[OrderError], str, str, str]] = [
    ("start", "garrison.raise", "map", {"province": "kay", "troops": 3, **WHY}, U, "province", "",
     'Did you mean "kai"?'),
    ("start", "garrison.raise", "map", {"province": "kai", "troops": -1, **WHY}, U, "troops", "",
     "from 1 to 10,000, not −1"),
    ("start", "garrison.raise", "map", {"province": "kai", "troops": 10**9, **WHY}, U, "troops", "",
     "not 1,000,000,000"),
    ("start", "garrison.raise", "map", {"province": "kai", "troops": "ten", **WHY}, U, "troops", "", 'not "ten"'),
    ("start", "garrison.raise", "map", {"province": "kai", "troops": "3", **WHY}, U, "troops", "", 'not "3"'),
    ("start", "garrison.raise", "map", {"province": "kai", "troops": 2.5, **WHY}, U, "troops", "", "not 2.5"),
    ("start", "garrison.raise", "map", {"province": "kai", "troops": True, **WHY}, U, "troops", "", "not true"),
    ("start", "garrison.raise", "map", {"province": "kai", **WHY}, U, "troops", "", '"troops" is missing'),
    ("start", "garrison.raise", "map", {"province": "kai", "troops": 1, "troop": 2, **WHY}, U, "troop", "",
     'Did you mean "troops"?'),
    ("start", "garrison.raise", "map", {"province": "kai", "troops": 6, **WHY}, A, "troops", "R23", "Raise up to 5"),
    ("start", "garrison.raise", "map", {"province": "kai", "troops": 6, **WHY, "force": "please"}, A, "troops", "R23",
     "Only Game Control may force it"),
    ("start", "garrison.raise", "map", {"province": "iki", "troops": 1, **WHY}, A, "troops", "R23",
     "in another province"),
    ("start", "garrison.raise", "team", {"province": "kai", "troops": 1, **WHY}, NotThisDesk, "", "",
     "Map Control"),
    ("start", "garrison.rise", "map", {}, U, "action", "", 'Did you mean "garrison.raise"?'),
    ("orders", "army.form", "map", {**FORM, "general": "obu-toromasa"}, U, "general", "", '"obu-toramasa"?'),
    ("orders", "army.form", "map", {**FORM, "province": "atlantis"}, U, "province", "", 'no province "atlantis"'),
    ("orders", "army.form", "map", {**FORM, "troops": 3}, A, "troops", "", "has 2 counters in Hida"),
    ("orders", "army.form", "map", {**FORM, "province": "suruga"}, A, "troops", "", "no garrison in Suruga"),
    ("orders", "army.form", "map", {**FORM, "general": "takeda-harunobu"}, A, "general", "", "leads army A2-5 already"),
    ("orders", "army.form", "team", FORM, NotThisDesk, "", "", "Map Control"),
    ("winter", "army.form", "map", FORM, A, "general", "R18", "winter"),
    ("orders", "army.disband", "map", {"army": 99}, U, "army", "", "no army"),
    ("orders", "army.disband", "map", {"army": 0}, U, "army", "", "from 1"),
    ("orders", "army.disband", "map", {"army": 2, "as_garrison": "maybe"}, U, "as_garrison", "", "true or false"),
    ("encounter", "army.disband", "map", {"army": 2}, A, "army", "", "in encounter 1. Settle that first"),
    ("battle", "army.disband", "map", {"army": 2}, A, "army", "", "in battle 1"),
    ("orders", "army.disband", "map", {"army": 2, "version": 99}, E, "army", "", "changed at another desk"),
    ("winter", "army.disband", "map", {"army": 2}, A, "army", "", "no longer on the map"),
    ("orders", "army.order_march", "map", {"army": 2, "route": ["shinono"]}, U, "route.0", "", '"shinano"?'),
    ("orders", "army.order_march", "map", {"army": 2, "route": ["shinano", "aki"]}, A, "route.1", "R12",
     "No border or crossing leads from Shinano to Aki. From Shinano: Echigo"),
    ("orders", "army.order_march", "map", {"army": 2, "route": ["kai"]}, A, "route.0", "R12", "already is"),
    ("orders", "army.order_march", "map", {"army": 2, "route": ["shinano", "kai"] * 3}, A, "route.4", "R12", "than 4"),
    ("orders", "army.order_march", "map", {"army": 2, "route": "shinano"}, U, "route", "", "a list"),
    ("orders", "army.order_march", "map", {"army": 2, "route": [7]}, U, "route.0", "", "text in quotation marks"),
    ("orders", "army.order_march", "map", {"army": 2, "route": [], "version": 7}, E, "route", "", "now Shinano"),
    ("encounter", "army.order_march", "map", {"army": 2, "route": []}, A, "late", "", "phase 2 has been run"),
    ("winter", "army.order_march", "map", {"army": 2, "route": []}, A, "army", "", "disbanded"),
    ("locked", "army.order_march", "map", {"army": 2, "route": []}, A, "late", "", "Orders are locked. Give a reason"),
    ("locked", "orders.lock", "map", {}, E, "", "", "locked"),
    ("encounter", "orders.lock", "map", {}, E, "", "", "phase 2 has been run"),
    ("winter", "orders.lock", "map", {}, A, "season", "R18", "winter"),
    ("orders", "orders.lock", "team", {}, NotThisDesk, "", "", "Map Control"),
    ("orders", "orders.unlock", "map", {"reason": "why not"}, E, "reason", "", "open already"),
    ("encounter", "orders.unlock", "map", {"reason": "why not"}, A, "reason", "", "Take a late order"),
    ("locked", "orders.unlock", "map", {"reason": " "}, U, "reason", "", "needed"),
    ("locked", "orders.unlock", "bakufu", {"reason": "why not"}, NotThisDesk, "", "", "Map Control"),
    ("orders", "movement.run_phase", "map", {"phase": 2}, A, "phase", "R13", "Phase 1 comes first"),
    ("orders", "movement.run_phase", "map", {"phase": 5}, U, "phase", "", "from 1 to 4"),
    ("orders", "movement.run_phase", "team", {"phase": 1}, NotThisDesk, "", "", "Map Control, not here"),
    ("encounter", "movement.run_phase", "map", {"phase": 2}, E, "phase", "", "Phase 2 has been run"),
    ("encounter", "movement.run_phase", "map", {"phase": 3}, A, "phase", "R14", "encounter 1 in Shinano"),
    ("battle", "movement.run_phase", "map", {"phase": 3}, A, "phase", "R14", "battle 1 in Shinano"),
    ("winter", "movement.run_phase", "map", {"phase": 1}, A, "season", "R18", "winter"),
    ("guests", "encounter.call", "map", {"province": "kay", "clans": ["takeda"], "reason": "a quarrel"}, U, "province",
     "", '"kai"?'),
    ("guests", "encounter.call", "map", {"province": "kai", "clans": ["takeda"], "reason": "a quarrel"}, A, "clans", "",
     "none are there"),
    ("guests", "encounter.call", "map", {"province": "shinano", "clans": ["oda"], "reason": "a quarrel"}, U, "clans.0",
     "", "no force in this encounter"),
    ("guests", "encounter.call", "map", {"province": "shinano", "clans": ["hojo"], "reason": "a quarrel"}, A, "clans",
     "R14", "nobody to fall out with"),
    ("guests", "encounter.call", "npd", {"province": "shinano", "clans": ["hojo"], "reason": "a quarrel"}, NotThisDesk,
     "", "", "Map Control"),
    ("encounter", "claim.take", "map", {"kind": "army", "number": 1}, U, "kind", "", "encounter, battle"),
    ("encounter", "claim.take", "map", {"kind": "encounter", "number": 9}, U, "number", "", "no encounter"),
    ("battle", "claim.take", "map", {"kind": "encounter", "number": 1}, A, "number", "", "nothing to claim"),
    ("battle", "claim.take", "map", {"kind": "battle", "number": 1}, A, "claim", "", "You hold battle 1 already"),
    ("encounter", "claim.take", "npd", {"kind": "encounter", "number": 1}, NotThisDesk, "", "", "Map Control"),
    ("encounter", "claim.release", "map", {"kind": "encounter", "number": 1}, A, "claim", "", "Nobody holds"),
    ("question", "locals.answer", "npd", {"encounter": 9, "answer": "passage"}, U, "encounter", "", "no encounter"),
    ("question", "locals.answer", "npd", {"encounter": 1, "answer": "flee"}, U, "answer", "", "joins, passage"),
    ("question", "locals.answer", "npd", {"encounter": 1, "answer": "joins"}, U, "troops", "", "how many counters"),
    ("question", "locals.answer", "map", {"encounter": 1, "answer": "passage", "troops": 3}, A, "troops", "",
     "Only who joins or raises"),
    ("question", "locals.answer", "npd", {"encounter": 1, "answer": "raises", "troops": 99}, A, "troops", "R23",
     "cannot raise 99"),
    ("question", "locals.answer", "team", {"encounter": 1, "answer": "passage"}, NotThisDesk, "", "", "Daimyo"),
    ("encounter", "locals.answer", "npd", {"encounter": 1, "answer": "passage"}, A, "encounter", "R16", "Nobody asks"),
    ("start", "treaty.record", "map", {"kind": "peace", "one": "takeda", "other": "takeda"}, A, "other", "",
     "no treaty with itself"),
    ("start", "treaty.record", "map", {"kind": "peace", "one": "takada", "other": "hojo"}, U, "one", "", '"takeda"?'),
    ("start", "treaty.record", "map", {"kind": "truce", "one": "takeda", "other": "hojo"}, U, "kind", "", "alliance"),
    ("question", "treaty.record", "team", {"kind": "peace", "one": "date", "other": "uesugi"}, A, "kind", "",
     "Uesugi at peace with Date already, since spring 1550"),
    ("start", "treaty.record", "bakufu", {"kind": "peace", "one": "takeda", "other": "hojo"}, NotThisDesk, "", "",
     "Team Control"),
    ("question", "treaty.end", "map", {"treaty": 1, "reason": "x"}, U, "reason", "", "3 letters"),
    ("start", "treaty.end", "map", {"treaty": 1, "reason": "broken"}, U, "treaty", "", "no treaty"),
    ("encounter", "encounter.settle", "map", {"encounter": 2, "outcome": "pass"}, U, "encounter", "", "no encounter"),
    ("encounter", "encounter.settle", "map", {"encounter": 1, "outcome": "flee"}, U, "outcome", "", "parley"),
    ("encounter", "encounter.settle", "map", {"encounter": 1, "outcome": "pass", "retreat_to": "kai"}, A, "retreat_to",
     "", "Only who withdraws goes somewhere."),
    ("encounter", "encounter.settle", "map", {"encounter": 1, "outcome": "parley", "attacker": "takeda"}, A, "attacker",
     "", "Only a battle has sides"),
    ("encounter", "encounter.settle", "map", {**BATTLE, "attacker": "uesugy"}, U, "attacker", "", '"uesugi"?'),
    ("encounter", "encounter.settle", "map", {**BATTLE, "attacker": ""}, U, "attacker", "", "Takeda, Uesugi."),
    ("encounter", "encounter.settle", "map", {**BATTLE, "defender": "uesugi"}, U, "defender", "", "Takeda."),
    ("encounter", "encounter.settle", "map", {**BATTLE, "settled_by": None}, U, "settled_by", "", "R11"),
    ("encounter", "encounter.settle", "map", {**BATTLE, "settled_by": "dice"}, U, "settled_by", "", "banzai"),
    ("encounter", "encounter.settle", "map", {**BATTLE, "place": "kyoto"}, A, "place", "", "does not lie in Shinano"),
    ("encounter", "encounter.settle", "map", {**BATTLE, "place": "kioto"}, U, "place", "", '"kyoto"?'),
    ("encounter", "encounter.settle", "map", {**BATTLE, "version": 9}, E, "encounter", "", "changed at another"),
    ("battle", "encounter.settle", "map", BATTLE, E, "encounter", "", "settled already: battle"),
    ("battle", "battle.grant_columns", "map", {"battle": 1, "side": "defender", "columns": 4, "reason": "why not"}, U,
     "columns", "", "from −3 to 3"),
    ("battle", "battle.grant_columns", "map", {"battle": 1, "side": "takeda", "columns": 1, "reason": "why not"}, U,
     "side", "", "attacker, defender"),
    ("battle", "battle.grant_columns", "map", {"battle": 1, "side": "defender", "columns": 1, "reason": " a "}, U,
     "reason", "", "3 letters"),
    ("peace", "battle.grant_columns", "map", {"battle": 1, "side": "defender", "columns": 1, "reason": "late"}, A,
     "battle", "", "is over"),
    ("battle", "battle.fight_round", "map", {**ROUND, "die": 7}, U, "die", "", "A die is from 1 to 6, not 7."),
    ("battle", "battle.fight_round", "map", {**ROUND, "die": 0}, U, "die", "", "from 1 to 6"),
    ("battle", "battle.fight_round", "map", {**ROUND, "attacker_tactic": "charge"}, U, "attacker_tactic", "",
     "outflank"),
    ("battle", "battle.fight_round", "map", {**ROUND, "round": 2}, A, "round", "R6", "Round 1 comes first"),
    ("battle", "battle.fight_round", "map", {**ROUND, "battle": 2}, U, "battle", "", "no battle"),
    ("round", "battle.fight_round", "map", ROUND, E, "round", "", "fought already"),
    ("decision", "battle.fight_round", "map", {**ROUND, "round": 2}, A, "round", "R6", "end it"),
    ("peace", "battle.fight_round", "map", {**ROUND, "round": 2}, A, "battle", "", "Battle 1 is over"),
    ("battle", "battle.end", "map", {"battle": 1, "then": "attacker_withdraws"}, A, "then", "R6", "first round"),
    ("round", "battle.end", "map", {"battle": 1}, U, "then", "",
     "Say how it ended: the attacker withdraws, the defender withdraws, or both stay."),
    ("round", "battle.end", "map", {"battle": 1, "then": "both_win"}, U, "then", "", "both_stay"),
    ("round", "battle.end", "map", {"battle": 1, "then": "attacker_withdraws", "retreat_to": "echgo"}, U,
     "retreat_to", "", '"echigo"?'),
    ("round", "battle.end", "map", {"battle": 1, "then": "attacker_withdraws", "retreat_to": "aki"}, A,
     "retreat_to", "R6", "Aki is not next to Shinano: "),
    ("peace", "battle.end", "map", {"battle": 1, "then": "both_stay"}, A, "battle", "", "is over"),
    ("encounter", "season.advance", "game", {"season": "spring", "year": 1550}, A, "force", "R14",
     "cannot end while these are open: encounter 1 in Shinano"),
    ("battle", "season.advance", "game", {"season": "spring", "year": 1550}, A, "force", "R14", "battle 1 in Shinano"),
    ("orders", "season.advance", "map", {"season": "spring", "year": 1550}, NotThisDesk, "", "", "Game Control"),
    ("orders", "season.advance", "game", {"season": "summer", "year": 1550}, E, "season", "", "it is spring 1550"),
    ("orders", "season.advance", "game", {"season": "lent", "year": 1550}, U, "season", "", "spring"),
    ("orders", "figure.correct", "map", {**FIX, "kind": "navy"}, U, "kind", "", "army, garrison"),
    ("orders", "figure.correct", "map", {**FIX, "id": 99}, U, "id", "", 'no army "99"'),
    ("orders", "figure.correct", "map", {**FIX, "id": 10**30}, U, "id", "", "numbers"),
    ("orders", "figure.correct", "map", {**FIX, "id": "the first"}, U, "id", "", "such as 7"),
    ("orders", "figure.correct", "map", {**FIX, "value": 18}, A, "value", "", "(troops of army A1-3: 18)"),
    ("orders", "figure.correct", "map", {**FIX, "field": "troup"}, U, "field", "", 'Did you mean "troops"?'),
    ("orders", "figure.correct", "map", {**FIX, "value": -1}, U, "value", "", "not −1"),
    ("orders", "figure.correct", "map", {**FIX, "value": 10**9}, U, "value", "", "10,000"),
    ("orders", "figure.correct", "map", {**FIX, "value": "ten"}, U, "value", "", 'not "ten"'),
    ("orders", "figure.correct", "map", {**FIX, "value": "9" * 5000}, U, "value", "", "whole number"),
    ("orders", "figure.correct", "map", {**FIX, "reason": ""}, U, "reason", "", "needed"),
    ("orders", "figure.correct", "map", {**FIX, "version": 99}, E, "id", "", "changed at another desk"),
    ("orders", "figure.correct", "map", {**FIX, "field": "province", "value": "kaj"}, U, "value", "", '"kai"?'),
    ("orders", "figure.correct", "map", {**FIX, "kind": "province", "id": "shinono", "field": "raised"}, U, "id", "",
     '"shinano"?'),
    ("orders", "figure.correct", "map",
     {**FIX, "kind": "character", "id": "obu-toramasa", "field": "alive", "value": "perhaps"}, U, "value", "",
     "yes or no"),
    ("orders", "figure.correct", "map", {**FIX, "field": "general", "value": "takeda-harunobu"}, A, "value", "",
     "leads army A2-5 already"),
    ("orders", "figure.correct", "bakufu", FIX, NotThisDesk, "", "", "Map Control"),
    ("orders", "journal.undo", "map", {"entry": 99}, U, "entry", "", "no entry 99"),
    ("orders", "journal.undo", "map", {"entry": 1}, NotThisDesk, "entry", "", "made at Game Control"),
    ("orders", "journal.undo", "game", {"entry": 1}, A, "entry", "", "Entry 2, “Uesugi Kenshin formed army"),
    ("orders", "journal.rewind", "game", {"entry": 1, "goes": []}, E, "goes", "", "Look at it as it is now"),
    ("round", "journal.rewind", "map", {"entry": 13, "goes": []}, A, "force", "", "A die or card was drawn (3)"),
    ("round", "journal.undo", "map", {"entry": 13}, A, "force", "", "A die or card was drawn (3)"),
    ("round", "journal.undo", "game", {"entry": 13}, A, "force", "", "with a reason"),
    ("round", "journal.undo", "map", {"entry": 13, "force": "my die"}, A, "force", "", "Only Game Control"),
]  # fmt: skip
REFUSED += [case for chapter in CHAPTERS for case in chapter.REFUSED]


@pytest.mark.parametrize(
    "case", REFUSED, ids=lambda case: f"{case[1]} {case[5]} {case[7]}".encode("ascii", "ignore").decode()
)
def test_it_was_refused_and_nothing_was_changed(hall_at, case, monkeypatch):
    monkeypatch.setattr("control.sengoku.honour.honour_actions.SAME_INCIDENT", 24 * 60)  # since the stage was played
    stage, action, desk, arguments, kind, field, ruling, words = case
    hall = hall_at(stage)
    if (action, kind) == ("garrison.rise", U):
        assert words in hall.refuse(kind, action, desk, **arguments).sentence
        return
    error = hall.refuse(kind, action, desk, **arguments)
    assert (error.field, error.ruling) == (field, ruling), error.sentence
    assert words in error.sentence
    assert not keys_in(hall, error.sentence)


def keys_in(hall, sentence):
    """The keys of lands, clans and people in a sentence, but for what was sent, which stands in quotes."""
    scenario = hall.room.scenario
    keys = {*scenario.provinces, *scenario.clans, *scenario.characters} - {
        "bakufu",
        "date",
        "sue",
    }  # a desk, and English words
    return keys & set(re.findall(r"[a-z-]+", re.sub(r"[\"“][^\"”]*[\"”]", "", sentence)))


def test_a_dead_general_forms_no_army(hall_at):
    hall = hall_at("orders")
    hall.correct("character", "obu-toramasa", "alive", False)
    error = hall.refuse(A, "army.form", **FORM)
    assert (error.field, error.sentence) == ("general", "Obu Toramasa is dead. Choose a living general.")


def test_nobody_raises_troops_where_nobody_rules(hall):
    hall.correct("province", "kai", "holder", None)
    error = hall.refuse(A, "garrison.raise", province="kai", troops=1)
    assert (error.field, error.sentence) == ("province", "Nobody holds Kai, so nobody can raise troops there.")


def test_a_garrison_stays_only_in_its_own_clans_province(hall):
    army = hall.an_army("takeda", "suruga")
    assert hall.refuse(A, "army.disband", army=army, as_garrison=True).field == "as_garrison"


def test_a_garrison_that_fights_gives_up_no_army(hall):
    hall.do("garrison.raise", province="hida", troops=2)
    hall.comes("uesugi", "echizen", "hida")
    form = {"general": "obu-toramasa", "province": "hida", "troops": 1}
    assert "is in encounter 1" in hall.refuse(A, "army.form", **form).sentence
    hall.settle()
    assert "is in battle 1" in hall.refuse(A, "army.form", **form).sentence
    assert hall.do("army.form", "game", **form, force="the gate was open").sentence.endswith(
        "Forced: the gate was open."
    )


def test_what_game_control_forces_says_so_in_the_journal(hall):
    entry = hall.do("garrison.raise", "game", province="kai", troops=6, force="the monks pay")
    assert entry.sentence == "Takeda raised 6 counters in Kai. Reason: a test needs them. Forced: the monks pay."
    assert entry.arguments["force"] == "the monks pay"


def test_a_reason_that_forced_nothing_is_no_forcing(hall):
    assert hall.do("garrison.raise", "game", province="kai", troops=5, force="x").sentence == (
        "Takeda raised 5 counters in Kai. Reason: a test needs them."
    )


@pytest.mark.parametrize("data", [None, [], "garrison", 7, [{"province": "kai", "troops": 1}]])
def test_an_order_that_is_no_object_is_not_understood(hall, data):
    from control.kernel.actions.registry import perform
    from control.kernel.actions.world import Umpire

    before = hall.everything()
    with pytest.raises(U, match="object in braces"):
        perform(hall.room, Umpire("Ōta", "map"), "garrison.raise", data)
    assert hall.everything() == before


def test_everything_wrong_with_an_order_is_told_at_once(hall):
    error = hall.refuse(U, "garrison.raise", troops=0, wrong=1)
    assert {error.field, *(other.field for other in error.more)} == {"troops", "wrong"}


def test_a_late_order_needs_a_reason_and_changes_only_what_is_ahead(hall):
    army = hall.an_army("takeda", "kai", experience=4)
    hall.do("treaty.record", kind="passage", one="takeda", other="hojo")
    hall.march(army, "shinano", "hida")
    hall.phases(1)
    entry = hall.march(army, "kozuke", "musashi", late="the courier fell ill")
    assert entry.sentence.endswith(
        "is to march Kōzuke – Musashi. Late by less than a minute, after phase 1: the courier fell ill."
    )
    hall.phases(2, 3)
    assert hall.army(army).province == "musashi"


def test_an_army_set_elsewhere_by_hand_starts_there_without_an_order(hall):
    army = hall.an_army("takeda", "kai")
    hall.march(army, "shinano")
    hall.correct("army", army, "province", "aki")
    assert ("march_order", army) not in hall.state()
    assert (hall.army(army).started, hall.army(army).walked) == ("aki", 0)
