"""The fallback pack and the sheets that take it back in, in pairs (see test_pairs.py): stage, action, desk, arguments,
outcome."""

from __future__ import annotations

from typing import Any

from control.kernel.errors import ChangedElsewhere, NotThisDesk, OrderError, OrderNotAllowed, OrderNotUnderstood
from control.sengoku.paper.fallback.state_lines import ArmyLine, BattleLine, LetterLine

U, A, N, E = OrderNotUnderstood, OrderNotAllowed, NotThisDesk, ChangedElsewhere
NOW: dict[str, Any] = {"year": 1551, "season": "summer"}
RIDER = {"general": "takeda-harunobu", "province": "kai", "troops": 7}
FOUGHT = {"battle": 3, "year": 1551, "season": "spring", "province": "kai", "side": "defender"}
BOUND = BattleLine(**FOUGHT, general="takeda-harunobu", held=True).model_dump()
CODED = ArmyLine(**RIDER, code="A7-F", order="shinano, hida").model_dump()
LETTER = {"sender": "oda", "recipient": "uesugi", "year": 1551}
POSTED = LetterLine(**LETTER, fate="late", ready_in=1).model_dump()
TYPED = 310249
"""The number that the second of two such letters gets: drawn, as all of theirs are."""

HAPPENS: list[tuple[str, str, str, dict[str, Any], str, tuple[str, Any], Any, Any]] = [
    ("start", "fallback.at_gates", "game", {"on": True},
     "The fallback pack is written at the end of every season from now on.", ("game", 1), {"fallback": False},
     {"fallback": True}),
    ("start", "game.begin_midway", "game", {**NOW, "armies": [CODED]},
     "The day goes on in summer 1551, from what was typed in: 1 army.", ("army", 7), {}, {"code": "A7-F", "troops": 7}),
    ("start", "game.begin_midway", "game",
     {**NOW, "armies": [ArmyLine(**RIDER).model_dump()], "battles": [BOUND]},
     "The day goes on in summer 1551, from what was typed in: 1 army, 1 force that fought.", ("battle", 3), {},
     {"over": True, "province": "kai"}),
    ("start", "game.begin_midway", "game", {**NOW, "letters": [POSTED] * 2},
     "The day goes on in summer 1551, from what was typed in: 2 letters.", ("letter", TYPED), {}, {"ready": 6}),
    ("start", "game.begin_midway", "game", {**NOW, "phase": 2, "stage": 2, "minutes": 4, "options": []},
     "The day goes on in summer 1551, from what was typed in: 0 rule options.", ("clock", 1), {"stage": 0},
     {"stage": 1, "left": 240}),
]  # fmt: skip

REFUSED: list[tuple[str, str, str, dict[str, Any], type[OrderError], str, str, str]] = [
    ("start", "fallback.at_gates", "game", {"on": False}, E, "on", "", "not written by itself"),
    ("start", "fallback.at_gates", "map", {"on": True}, N, "", "", "Game Control"),
    ("start", "game.begin_midway", "game", {**NOW, "armies": [{**RIDER, "code": "A7-G"}]}, U, "armies.0.code", "",
     "does not add up"),
    ("start", "game.begin_midway", "game", {**NOW, "letters": [{**LETTER, "code": "A7-F"}]}, A, "letters.0.code", "",
     "they begin with L"),
    ("start", "game.begin_midway", "game", {**NOW, "armies": [{**RIDER, "order": "shinano, hita"}]}, U,
     "armies.0.order", "", 'Did you mean "hida"?'),
    ("start", "game.begin_midway", "game", {**NOW, "armies": [{**RIDER, "order": "hida", "walked": 2}]}, A,
     "armies.0.walked", "", "more legs"),
    ("start", "game.begin_midway", "game", {**NOW, "battles": [{**FOUGHT, "general": "takeda-harunobu"}]}, A,
     "battles.0.general", "", "leads no army"),
    ("start", "game.begin_midway", "game", {**NOW, "battles": [FOUGHT]}, A, "battles.0.general", "", "one of them"),
    ("start", "game.begin_midway", "game", {**NOW, "draws": [{"character": "shonyo", "cause": "battle", "battle": 4}]},
     A, "draws.0.battle", "", "Battle 4 is not in the list"),
    ("start", "game.begin_midway", "game", {**NOW, "travellers": [{"character": "shonyo"}]}, A,
     "travellers.0.province", "", "one of them"),
    ("start", "game.begin_midway", "game", {**NOW, "stage": 9}, A, "stage", "", "from 1 to 4"),
    ("start", "game.begin_midway", "game", {"year": 1551, "season": "winter", "phase": 1}, A, "phase", "", "R18"),
    ("start", "game.begin_midway", "game", {**NOW, "options": [{"option": "spend_first", "value": "gold"}]}, A,
     "options.0.value", "", "is rice, cash"),
    ("start", "game.begin_midway", "game",
     {**NOW, "titles": [{"kind": "governor", "character": "oda-nobunaga", "rank": 3}]}, A, "titles.0.province", "",
     "one of a province"),
    ("start", "game.begin_midway", "game", {**NOW, "characters": [{"id": "oda-nobunaga", "heir": True}]}, A,
     "characters.0.heir", "", "lives"),
]  # fmt: skip
