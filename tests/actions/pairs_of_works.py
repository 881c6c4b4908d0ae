"""Works, provinces that change hands, winter letters: how each action happens, and how it is refused."""

from __future__ import annotations

from typing import Any

from control.kernel.errors import ChangedElsewhere, NotThisDesk, OrderError, OrderNotAllowed, OrderNotUnderstood
from tests.games import LETTERS

U, A, E = OrderNotUnderstood, OrderNotAllowed, ChangedElsewhere
IN_TIME, LATE, LOST, UNPOSTED = LETTERS
OF_YUKI = 317144
"""The number of the first letter that NPD Control writes, drawn as those are."""

HAPPENS: list[tuple[str, str, str, dict[str, Any], str, tuple[str, Any], Any, Any]] = [
    ("works", "work.order", "team",
     {"kind": "building", "clan": "takeda", "province": "kai", "points": 5, "name": "Hall of Erin-ji"},
     "Takeda ordered “Hall of Erin-ji” in Kai for 5 points: ready in winter 1552 (R24).",
     ("work", 3), {}, {"kind": "building", "points": 5, "state": "ordered", "ordered": 1551, "finished": None}),
    ("works", "work.recommission", "team", {"clan": "takeda", "province": "shinano"},
     "Takeda re-commissioned the castle of Shinano for 8 points (R24).",
     ("province", "shinano"), {"castle": "none", "abandoned": "castle"}, {"castle": "castle", "abandoned": None}),
    ("start", "province.take_over", "game",
     {"province": "shinano", "clan": "uesugi", "how": "force", "force": "he had fled"},
     "Uesugi took Shinano from Takeda by force. It pays half this winter (R21). Forced: he had fled.",
     ("province", "shinano"), {"holder": "takeda", "taken": False}, {"holder": "uesugi", "taken": True}),
    ("start", "place.take_over", "game",
     {"place": "kyoto", "clan": "oda", "how": "submits", "vassalage": True, "note": "without a fight"},
     "Miyoshi submitted Kyoto to Oda. It pays in full (R21). Miyoshi is its vassal now (R33): hostages are handed over "
     "at the table. Note: without a fight.",
     ("place", "kyoto"), {"holder": "miyoshi"}, {"holder": "oda"}),
    ("start", "conquest.settle", "map", {"place": "kyoto", "clan": "oda", "how": "vassal"},
     "Miyoshi submitted to Oda, and keeps Kyoto. His income is his, in full (R33).",
     ("treaty", 1), {}, {"kind": "vassalage", "one": "oda", "other": "miyoshi"}),
    ("works", "letter.write", "npd", {"sender": "yuki", "recipient": "uesugi", "text": "Rice?", "post": True, "die": 2},
     "Yūki wrote letter L317144-W to Uesugi: it arrives when spring begins (die 2; R34).",
     ("letter", OF_YUKI), {}, {"fate": "late", "ready": 4, "delivered": "", "code": "L317144-W"}),
    ("people", "letter.write", "team",
     {"sender": "imagawa", "recipient": "oda", "hostage": "oda-nobunaga", "text": "I am well."},
     "Oda Nobunaga, a hostage of Imagawa, wrote letter L207512-K home to Oda (R36).",
     ("letter", IN_TIME), {}, {"fate": "on_time", "text": "Oda Nobunaga writes home:\nI am well."}),
    ("works", "letter.post", "game", {"letter": UNPOSTED, "fate": "lost", "reason": "the pass is closed"},
     "Takeda posted letter L917796-N to Yūki: it is lost on the way (decided by the umpire: the pass is closed; R34).",
     ("letter", UNPOSTED), {"fate": ""}, {"fate": "lost"}),
    ("works", "letter.deliver", "team", {"letter": IN_TIME, "by": "Ann"},
     "Letter L207512-K of Oda was handed over to Takeda by Ann.",
     ("letter", IN_TIME), {"delivered": ""}, {"delivered": "Ann"}),
]  # fmt: skip

CASTLE = {"kind": "castle", "clan": "takeda", "province": "hida"}
HALL = {"kind": "building", "clan": "takeda", "province": "kai", "points": 5, "name": "A hall"}
TAKEN = {"province": "shinano", "clan": "uesugi", "how": "force"}
TEMPLE = {"place": "kyoto", "clan": "oda", "how": "force"}
WRITTEN = {"sender": "takeda", "recipient": "oda"}
HOME = {"sender": "imagawa", "recipient": "oda", "hostage": "oda-nobunaga", "text": "I am well."}

REFUSED: list[tuple[str, str, str, dict[str, Any], type[OrderError], str, str, str]] = [
    ("start", "work.order", "team", CASTLE, A, "kind", "R24", "Works are ordered in winter only, and it is spring"),
    ("works", "work.order", "team", {**CASTLE, "province": "kai"}, A, "province", "R24", "castle built already"),
    ("works", "work.order", "team", {**CASTLE, "province": "shinano"}, A, "province", "R24", "re-commission it for 8"),
    ("works", "work.order", "team", {**CASTLE, "province": "owari"}, A, "province", "R24", "does not hold Owari"),
    ("works", "work.order", "team", {**CASTLE, "clan": "yuki"}, NotThisDesk, "clan", "", "kept at another desk"),
    ("works", "work.order", "map", CASTLE, NotThisDesk, "", "", "Team Control"),
    ("works", "work.order", "team", {**CASTLE, "points": 9}, U, "points", "", "costs 15"),
    ("works", "work.order", "team", {**CASTLE, "name": "Takayama"}, U, "name", "", "no name of its own"),
    ("works", "work.order", "team", {**CASTLE, "kind": "fortress", "province": "kai"}, A, "province", "R24",
     "castle and fortress are never ordered in one year"),
    ("works", "work.order", "team", {**CASTLE, "kind": "fortress"}, A, "province", "R24", "Order a castle first"),
    ("works", "work.order", "team", {**HALL, "points": 4}, A, "points", "R25", "costs 5 or more, not 4"),
    ("works", "work.order", "team", {**HALL, "points": 900}, A, "points", "R27", "and this costs 900 (R27)"),
    ("works", "work.order", "team", {**HALL, "name": ""}, U, "name", "", "needs a name"),
    ("works", "work.order", "team", {key: value for key, value in HALL.items() if key != "points"}, U, "points", "",
     "5 or more"),
    ("works", "work.order", "team", {**HALL, "points": 4, "force": "he insists"}, A, "points", "R25",
     "Only Game Control may force it"),
    ("works", "work.order", "team", {**HALL, "province": "kay"}, U, "province", "", '"kai"?'),
    ("works", "work.recommission", "team", {"clan": "takeda", "province": "kai"}, A, "province", "R24",
     "Nothing in Kai is abandoned"),
    ("works", "work.recommission", "team", {"clan": "oda", "province": "shinano"}, A, "province", "R24",
     "Oda does not hold Shinano"),
    ("works", "work.recommission", "team", {"clan": "takeda"}, U, "province", "", "which province or which place"),
    ("works", "work.recommission", "bakufu", {"clan": "takeda", "province": "shinano"}, NotThisDesk, "clan", "",
     "another desk"),
    ("start", "province.take_over", "map", {**TAKEN, "clan": "takeda"}, E, "clan", "", "holds Shinano already"),
    ("start", "province.take_over", "map", {**TAKEN, "clan": "uesugy"}, U, "clan", "", '"uesugi"?'),
    ("start", "province.take_over", "map", {**TAKEN, "how": "magic"}, U, "how", "", "force, submits"),
    ("start", "province.take_over", "map", {**TAKEN, "version": 99}, E, "province", "", "changed at another desk"),
    ("start", "province.take_over", "team", TAKEN, NotThisDesk, "", "", "Map Control"),
    ("start", "place.take_over", "map", {**TEMPLE, "clan": "miyoshi"}, E, "clan", "", "holds Kyoto already"),
    ("start", "place.take_over", "map", {**TEMPLE, "place": "nara"}, U, "place", "", "no place"),
    ("start", "place.take_over", "map", {**TEMPLE, "place": "sakai", "vassalage": True}, A, "vassalage", "R33",
     "Nobody held it"),
    ("start", "place.take_over", "npd", TEMPLE, NotThisDesk, "", "", "Map Control"),
    ("start", "province.take_over", "map", {**TAKEN, "force": ""}, A, "how", "R33",
     "has not beaten the levy or garrison of Shinano"),
    ("start", "conquest.settle", "map", {**TAKEN, "how": "exile"}, A, "how", "R33", "has not beaten the levy"),
    ("start", "conquest.settle", "map", {**TAKEN, "how": "tribute"}, U, "points", "", "Say how many points"),
    ("start", "conquest.settle", "map", {**TAKEN, "how": "vassal", "points": 3}, U, "points", "", "Only a tribute"),
    ("start", "conquest.settle", "map", {**TAKEN, "how": "tribute", "points": 999}, A, "points", "R27", "cannot pay"),
    ("start", "conquest.settle", "map", {**TAKEN, "how": "vassal", "hostages": ["oda-nobunaga"]}, A, "hostages", "R36",
     "is not of Takeda"),
    ("start", "conquest.settle", "map", {**TAKEN, "how": "vassal", "clan": "takeda"}, E, "clan", "", "holds Shinano"),
    ("start", "conquest.settle", "map", {"place": "sakai", "clan": "oda", "how": "vassal"}, A, "place", "R33",
     "Nobody holds Sakai"),
    ("start", "conquest.settle", "team", {**TAKEN, "how": "vassal"}, NotThisDesk, "", "", "Map Control"),
    ("start", "letter.write", "team", WRITTEN, A, "recipient", "R34", "it is spring: let somebody go there"),
    ("works", "letter.write", "team", {**WRITTEN, "recipient": "takeda"}, A, "recipient", "", "need not write to"),
    ("works", "letter.write", "team", {**WRITTEN, "sender": "yuki"}, NotThisDesk, "sender", "", "another desk"),
    ("people", "letter.write", "team", HOME | {"hostage": "oda-nobuyuki"}, A, "hostage", "", "no hostage of Imagawa"),
    ("people", "letter.write", "team", HOME | {"recipient": "takeda"}, A, "recipient", "R36", "is not of Takeda"),
    ("people", "letter.write", "team", HOME | {"die": 3}, U, "die", "", "throw no die"),
    ("works", "letter.write", "team", {**WRITTEN, "recipient": "odo"}, U, "recipient", "", '"oda"?'),
    ("works", "letter.write", "team", {**WRITTEN, "die": 3}, U, "post", "", "throw no die yet"),
    ("works", "letter.write", "team", {**WRITTEN, "post": True, "die": 7}, U, "die", "", "from 1 to 6"),
    ("works", "letter.write", "team", {**WRITTEN, "post": True, "fate": "late"}, U, "reason", "", "Say why"),
    ("works", "letter.write", "team", {**WRITTEN, "post": True, "fate": "late", "die": 2}, U, "die", "", "not both"),
    ("works", "letter.write", "map", WRITTEN, NotThisDesk, "", "", "Team Control"),
    ("works", "letter.write", "team", {**WRITTEN, "reason": "snow"}, U, "fate", "", "or give no reason"),
    ("works", "letter.post", "game", {"letter": UNPOSTED, "die": 3, "reason": "snow"}, U, "fate", "", "Decide what"),
    ("works", "letter.post", "team", {"letter": IN_TIME}, E, "letter", "", "posted already: it arrives this winter"),
    ("works", "letter.post", "team", {"letter": 9}, U, "letter", "", "no letter 9 to post"),
    ("works", "letter.post", "npd", {"letter": UNPOSTED}, U, "letter", "", "no letter 917796 to post"),
    ("works", "letter.deliver", "team", {"letter": LATE}, U, "letter", "", "no letter 328730 to hand over"),
    ("works", "letter.deliver", "team", {"letter": LOST}, U, "letter", "", "no letter 840723 to hand over"),
    ("works", "letter.deliver", "team", {"letter": 9}, U, "letter", "", "no letter 9 to hand over"),
    ("works", "letter.deliver", "npd", {"letter": IN_TIME}, U, "letter", "", "no letter 207512 to hand over"),
]  # fmt: skip
