"""The pairs of the books: points were spent, given, received, set right; troops were announced; or it was refused."""

from __future__ import annotations

from typing import Any

from control.kernel.errors import ChangedElsewhere, NotThisDesk, OrderError, OrderNotAllowed, OrderNotUnderstood

U, A, N, E = OrderNotUnderstood, OrderNotAllowed, NotThisDesk, ChangedElsewhere
EVENT = {"clan": "takeda", "kind": "event", "points": 5, "note": "a great hunt"}
GIFT = {"clan": "takeda", "to": "hojo", "kind": "gift", "points": 3, "note": "for the wedding"}
GOT = {"clan": "takeda", "kind": "received", "points": 4, "note": "found in a well"}
RIGHT = {"clan": "takeda", "rice": 7, "cash": 9, "reason": "counted again"}
TROOPS = {"clan": "takeda", "province": "kai", "counters": 3}
LINE = {"line": 2, "clan": "takeda", "kind": "event", "rice": 1, "cash": 2, "to": "", "province": "", "note": "a play"}

HAPPENS: list[tuple[str, str, str, dict[str, Any], str, tuple[str, Any], Any, Any]] = [
    ("start", "account.spend", "team", EVENT, "Takeda spent 5 points on a public event: a great hunt.",
     ("transfer", 124), {}, {"kind": "event", "rice": 5, "cash": 0, "payer": "takeda", "target": "display"}),
    ("start", "account.give", "team", GIFT, "Takeda gave Hōjō 3 in rice as a gift: for the wedding.",
     ("transfer", 124), {}, {"payer": "takeda", "payee": "hojo", "rice": 3, "cash": 0}),
    ("start", "account.receive", "team", GOT, "Takeda received 4 in cash: found in a well.",
     ("transfer", 124), {}, {"source": "outside", "payee": "takeda", "cash": 4}),
    ("start", "account.correct", "game", RIGHT, "The treasury of Takeda was set right, from 16 in rice and 102 in "
     "cash to 7 and 9: counted again.", ("transfer", 124), {},
     {"target": "opening", "kind": "opening", "rice": 9, "cash": 93}),
    ("start", "account.import", "game", {"lines": [LINE]}, "1 line of books was taken over, for 1 clan.",
     ("transfer", 124), {}, {"kind": "event", "rice": 1, "cash": 2, "note": "a play"}),
    ("start", "troops.announce", "team", TROOPS, "Takeda announced 3 counters in Kai for summer 1550.",
     ("muster", 1), {}, {"clan": "takeda", "counters": 3, "number": 1, "outcome": ""}),
]  # fmt: skip

REFUSED: list[tuple[str, str, str, dict[str, Any], type[OrderError], str, str, str]] = [
    ("start", "account.spend", "team", {**EVENT, "clan": "takada"}, U, "clan", "", 'Did you mean "takeda"?'),
    ("start", "account.spend", "team", {**EVENT, "clan": "Takada"}, U, "clan", "", 'Did you mean "Takeda"?'),
    ("start", "account.spend", "team", {**EVENT, "clan": "Takeda"}, U, "clan", "", 'Did you mean "takeda"?'),
    ("start", "account.spend", "team", {**EVENT, "clan": "yuki"}, N, "clan", "", "kept at another desk"),
    ("start", "account.spend", "npd", EVENT, N, "clan", "", "kept at another desk"),
    ("start", "account.spend", "map", EVENT, N, "", "", "not here"),
    ("start", "account.spend", "intelligence", EVENT, N, "", "", "not here"),
    ("start", "account.spend", "team", {**EVENT, "kind": "castle"}, U, "kind", "", "is one of event, uniforms"),
    ("start", "account.spend", "team", {**EVENT, "points": 0}, U, "points", "", "from 1 to 999"),
    ("start", "account.spend", "team", {**EVENT, "points": None}, U, "points", "", "Say how many points"),
    ("start", "account.spend", "team", {**EVENT, "points": 119}, A, "points", "R27", "Spend 118 or less"),
    ("start", "account.spend", "team", {**EVENT, "points": 119, "force": "a debt"}, A, "points", "R27",
     "Only Game Control may force it"),
    ("start", "account.spend", "team", {**EVENT, "counters": 4}, U, "counters", "", "Only uniforms go by counters"),
    ("start", "account.spend", "team", {**EVENT, "kind": "uniforms", "counters": 4}, U, "counters", "", "not both"),
    ("start", "account.spend", "team", {"clan": "takeda", "kind": "uniforms", "counters": 400}, A, "counters", "R27",
     "this costs 200"),
    ("start", "account.spend", "team", {**EVENT, "province": "kay"}, U, "province", "", 'Did you mean "kai"?'),
    ("start", "account.give", "team", {**GIFT, "to": "hojjo"}, U, "to", "", 'Did you mean "hojo"?'),
    ("start", "account.give", "team", {**GIFT, "to": "takeda"}, A, "to", "", "cannot give to itself"),
    ("start", "account.give", "npd", GIFT, N, "clan", "", "another desk"),
    ("start", "account.give", "team", {**GIFT, "rice": 2}, U, "points", "", "how much rice and cash"),
    ("start", "account.give", "team", {**GIFT, "points": None}, U, "points", "", "Say how many points"),
    ("start", "account.give", "team", {**GIFT, "points": None, "rice": 17}, A, "rice", "R27", "has 16 in rice"),
    ("start", "account.give", "team", {**GIFT, "points": 119}, A, "points", "R27", "Spend 118 or less"),
    ("start", "account.receive", "team", {**GOT, "note": ""}, U, "note", "", "points never come from nowhere"),
    ("start", "account.receive", "team", {**GOT, "kind": "loan_repaid"}, A, "points", "", "owe Takeda 0 points"),
    ("start", "account.receive", "team", {**GOT, "clan": "yuki"}, N, "clan", "", "another desk"),
    ("start", "account.receive", "team", {**GOT, "paid_in": "silk"}, U, "paid_in", "", "cash, rice"),
    ("start", "account.correct", "team", RIGHT, N, "", "", "Game Control"),
    ("start", "account.correct", "game", {**RIGHT, "reason": ""}, U, "reason", "", "needed"),
    ("start", "account.correct", "game", {**RIGHT, "rice": -1}, U, "rice", "", "from 0"),
    ("start", "account.correct", "game", {**RIGHT, "rice": 16, "cash": 102}, A, "rice", "", "exactly that already"),
    ("start", "account.correct", "game", {**RIGHT, "shown_rice": 1, "shown_cash": 2}, E, "rice", "", "Look again"),
    ("start", "account.import", "team", {"lines": [LINE]}, N, "", "", "Game Control"),
    ("start", "account.import", "game", {"lines": []}, U, "lines", "", "no lines"),
    ("start", "account.import", "game", {"lines": [LINE, {**LINE, "clan": "oba"}]}, U, "lines.1.clan", "", '"oda"?'),
    ("start", "account.import", "game", {"lines": [{**LINE, "rice": 17}]}, A, "lines.0.rice", "R27", "16 in rice"),
    ("start", "account.import", "game", {"lines": [{**LINE, "kind": "balance", "province": "kai"}]}, U,
     "lines.0.province", "", "of no province"),
    ("start", "account.import", "game", {"lines": [{**LINE, "kind": "gift"}]}, U, "lines.0.to", "", "name it"),
    ("start", "account.import", "game", {"lines": [{**LINE, "to": "hojo"}]}, U, "lines.0.to", "", "leave this empty"),
    ("start", "account.import", "game", {"lines": [{**LINE, "rice": 0, "cash": 0}]}, U, "lines.0.rice", "", "both 0"),
    ("start", "account.import", "game", {"lines": [{**LINE, "kind": "theft"}]}, U, "lines.0.kind", "", "balance"),
    ("start", "troops.announce", "team", {**TROOPS, "province": "kay"}, U, "province", "", 'Did you mean "kai"?'),
    ("start", "troops.announce", "team", {**TROOPS, "province": "owari"}, A, "province", "R23", "does not hold Owari"),
    ("start", "troops.announce", "team", {**TROOPS, "counters": 6}, A, "counters", "R23", "Raise up to 5"),
    ("start", "troops.announce", "team", {**TROOPS, "counters": 6, "force": "please"}, A, "counters", "R23",
     "Only Game Control"),
    ("start", "troops.announce", "npd", TROOPS, N, "clan", "", "another desk"),
    ("start", "troops.announce", "map", TROOPS, N, "", "", "not here"),
    ("start", "garrison.raise", "npd", {"province": "kai", "troops": 1, "reason": "a gift"}, N, "province", "",
     "announces its troops with Team Control"),
]  # fmt: skip
