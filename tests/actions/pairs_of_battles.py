"""The actions of a battle beside its rounds, in pairs (see test_pairs.py): stage, action, desk, arguments, and what
comes of it."""

from __future__ import annotations

from typing import Any

from control.kernel.errors import ChangedElsewhere, NotThisDesk, OrderError, OrderNotAllowed, OrderNotUnderstood
from control.sengoku.battle.tactics.tactics_actions import seal

U, A, E = OrderNotUnderstood, OrderNotAllowed, ChangedElsewhere
CHOICE = {
    "battle": 1, "round": 1, "role": "attacker",
    "sealed": seal("a key for the cookies of tests", 1, 1, "attacker", "outflank", "a form"),
}  # fmt: skip
SHARES = {"battle": 1, "side": "attacker", "shares": {"A1": 0, "A2": 1, "A3": 3}}
COMMAND = {"battle": 1, "side": "attacker", "general": "imagawa-yoshimoto"}

HAPPENS: list[tuple[str, str, str, dict[str, Any], str, tuple[str, Any], Any, Any]] = [
    ("sides", "battle.set_commander", "map", COMMAND, "Battle 1: Imagawa Yoshimoto commands the attacker.",
     ("battle_side", (1, "attacker")), {"general": "uesugi-kenshin", "clan": "uesugi", "experience": 3},
     {"general": "imagawa-yoshimoto", "clan": "imagawa", "experience": 2}),
    ("undefended", "encounter.pass_all", "map", {}, "The armies in undefended land pass: Shinano.",
     ("encounter", 1), {"outcome": ""}, {"outcome": "pass"}),
    ("undefended", "encounter.settle", "map", {"encounter": 1, "outcome": "yield"},
     "The people of Shinano yield to Uesugi: their levy stands aside this season.",
     ("beaten_levy", 1), {}, {"province": "shinano", "clan": "uesugi", "battle": None}),
    ("undefended", "encounter.call", "map", {"place": "sakai", "clans": ["hongan-ji"], "reason": "they want its guns"},
     "Encounter 2: Hongan-ji attacks Sakai in Settsu, held by nobody: they want its guns.",
     ("encounter", 2), {}, {"kind": "siege", "place": "sakai", "outcome": ""}),
    ("battle", "battle.ask_tactics", "map", {"battle": 1, "round": 1},
     "Battle 1: both generals were asked for their tactics in secret, for round 1.",
     ("battle", 1), {"asked": 0}, {"asked": 1}),
    ("secret", "battle.ask_openly", "map", {"battle": 1, "round": 1},
     "Battle 1: the generals choose openly for round 1.", ("battle", 1), {"asked": 1}, {"asked": 0}),
    ("secret", "battle.choose_tactic", "map", CHOICE, "Battle 1, round 1: Uesugi Kenshin has sealed a tactic.",
     ("sealed_tactic", (1, 1, "attacker")), {}, {"tactic": "", "sealed": CHOICE["sealed"]}),
    ("shares", "battle.share_losses", "map", SHARES,
     "Battle 1: the losses of Uesugi Kenshin's side were shared out: army A1-3 0, army A2-5 1, army A3-7 3.",
     ("army", 1), {"troops": 16}, {"troops": 18}),
]  # fmt: skip

REFUSED: list[tuple[str, str, str, dict[str, Any], type[OrderError], str, str, str]] = [
    ("sides", "battle.set_commander", "map", {**COMMAND, "side": "defender"}, U, "general", "",
     "Imagawa Yoshimoto leads no army on this side"),
    ("start", "encounter.pass_all", "map", {}, A, "", "R4", "No army waits"),
    ("undefended", "encounter.pass_all", "team", {}, NotThisDesk, "", "", "Map Control"),
    ("undefended", "encounter.call", "map",
     {"place": "sakai", "clans": ["hongan-ji"], "levy": True, "reason": "a siege"}, A, "levy", "R41", "Leave it out"),
    ("undefended", "encounter.call", "map", {"place": "sakai", "clans": ["oda"], "reason": "a siege"}, U, "clans.0", "",
     "no force"),
    ("start", "encounter.call", "map", {"place": "sakai", "clans": ["oda"], "reason": "a siege"}, A, "clans", "R41",
     "Nobody attacks Sakai"),
    ("start", "encounter.call", "map", {"place": "kioto", "clans": ["oda"], "reason": "a siege"}, U, "place", "",
     '"kyoto"?'),
    ("sides", "battle.set_commander", "map", {**COMMAND, "others_in_person": ["oda-nobunaga"]}, U,
     "others_in_person.0", "", "Oda Nobunaga leads no army"),
    ("sides", "battle.set_commander", "team", COMMAND, NotThisDesk, "", "", "Map Control"),
    ("shares", "battle.set_commander", "map", COMMAND, A, "general", "H6", "before the first round"),
    ("peace", "battle.set_commander", "map", COMMAND, A, "battle", "", "is over"),
    ("round", "battle.ask_tactics", "map", {"battle": 1, "round": 1}, E, "round", "", "fought already"),
    ("round", "battle.ask_tactics", "map", {"battle": 1, "round": 3}, A, "round", "R6", "Round 2 comes first"),
    ("decision", "battle.ask_tactics", "map", {"battle": 1, "round": 2}, A, "round", "R6", "end it"),
    ("battle", "battle.ask_tactics", "map", {"battle": 2, "round": 1}, U, "battle", "", "no battle"),
    ("battle", "battle.ask_openly", "map", {"battle": 1, "round": 1}, A, "round", "", "Nobody is asked"),
    ("peace", "battle.ask_openly", "map", {"battle": 1, "round": 2}, A, "battle", "", "is over"),
    ("battle", "battle.choose_tactic", "map", CHOICE, E, "round", "", "No tactic is asked"),
    ("secret", "battle.choose_tactic", "map", {**CHOICE, "role": "defender"}, U, "tactic", "", "not made for this"),
    ("secret", "battle.choose_tactic", "map", {**CHOICE, "sealed": "outflank"}, U, "tactic", "", "not made for this"),
    ("secret", "battle.choose_tactic", "team", CHOICE, NotThisDesk, "", "", "Map Control"),
    ("shares", "battle.share_losses", "map", {**SHARES, "shares": {"A1": 1}}, A, "shares", "R5", "add up to 1"),
    ("shares", "battle.share_losses", "map", {**SHARES, "shares": {"A9": 4}}, U, "shares", "", "does not fight"),
    ("shares", "battle.share_losses", "map", {**SHARES, "shares": {"A1": "4"}}, U, "shares.A1", "", "whole number"),
    ("peace", "battle.share_losses", "map", SHARES, A, "battle", "", "is over"),
]  # fmt: skip
