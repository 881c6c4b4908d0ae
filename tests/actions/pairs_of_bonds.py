"""The actions on bonds and on those who answer for them, in pairs (see test_pairs.py): stage, action, desk, arguments,
and what comes of it."""

from __future__ import annotations

from typing import Any

from control.kernel.errors import NotThisDesk, OrderError, OrderNotAllowed, OrderNotUnderstood

U, A = OrderNotUnderstood, OrderNotAllowed
HIDDEN = 403726
"""The number of the bond that is hidden at the stage of bonds: drawn from the game's seed and its entry."""
HELD = {"character": "oda-nobunaga"}
SWORN = {"kind": "alliance", "one": "takeda", "other": "hojo", "until": "1551-summer", "against": ["uesugi"]}

HAPPENS: list[tuple[str, str, str, dict[str, Any], str, tuple[str, Any], Any, Any]] = [
    ("start", "treaty.record", "team", {**SWORN, "strength": 2, "temple": "Erin-ji", "terms": "one banner"},
     "Treaty: Takeda allied with Hōjō: one banner. Sworn before a priest, sworn at Erin-ji, against Uesugi, "
     "until summer 1551.", ("treaty", 1), {}, {"kind": "alliance", "strength": 2, "until": "1551-summer"}),
    ("question", "treaty.renew", "team", {"treaty": 1, "until": "1552-spring", "terms": "and they hunt together"},
     "Renewed until spring 1552: Uesugi at peace with Date: and they hunt together.",
     ("treaty", 1), {"until": ""}, {"until": "1552-spring"}),
    ("bonds", "treaty.tell", "team", {"treaty": HIDDEN, "audience": "some", "known_to": ["npd"]},
     "Takeda at peace with Uesugi: Non-Player Daimyo Control may know too.",
     ("treaty", HIDDEN), {"audience": "secret"}, {"audience": "some", "known_to": "npd team"}),
    ("bonds", "treaty.breach", "game", {"treaty": 1, "by": "takeda", "what": "it marched into Musashi",
                                              "force": "a test"},
     "Takeda broke its word (Takeda allied with Hōjō): it marched into Musashi. What becomes of Takeda Yoshinobu is "
     "asked of those who hold him. Forced: a test.", ("treaty", 1), {"ended": False},
     {"ended": True, "broken_by": "takeda"}),
    ("question", "treaty.no_breach", "game", {"treaty": 1, "by": "date", "what": "it sang at night",
                                               "reason": "a song"},
     "No breach by Date (Uesugi at peace with Date): it sang at night. a song.", ("ruling", 1), {}, {"ruling": "R35"}),
    ("breach", "hostage.keep", "team", {"character": "takeda-yoshinobu"},
     "Hōjō keeps Takeda Yoshinobu, though his clan broke its word.",
     ("pledge", (1, "takeda-yoshinobu")), {"asked": True}, {"asked": False}),
    ("vassals", "treaty.pay", "team", {"treaty": 1},
     "Uesugi paid Takeda 20 points that it owes (Takeda overlord of Uesugi).",
     ("transfer", 124), {}, {"kind": "dues", "payer": "uesugi"}),
    ("people", "hostage.escape", "team", {**HELD, "note": "in a laundry basket"},
     "Oda Nobunaga escaped from Imagawa. Note: in a laundry basket.",
     ("character", "oda-nobunaga"), {"held_by": "imagawa"}, {"held_by": None}),
]  # fmt: skip

REFUSED: list[tuple[str, str, str, dict[str, Any], type[OrderError], str, str, str]] = [
    ("start", "treaty.record", "team", {"kind": "peace", "one": "takeda", "other": "uesugi", "due_in": "spring"}, A,
     "due_in", "", "Nothing is owed."),
    ("question", "treaty.renew", "team", {"treaty": 1}, A, "until", "", "how it stands already"),
    ("question", "treaty.renew", "map", {"treaty": 1, "until": "1549-spring"}, A, "until", "", "is past"),
    ("question", "treaty.renew", "bakufu", {"treaty": 1}, NotThisDesk, "", "", "Map Control"),
    ("question", "treaty.tell", "team", {"treaty": 1}, A, "audience", "", "may know of that treaty already"),
    ("bonds", "treaty.tell", "map", {"treaty": HIDDEN}, U, "treaty", "", "no treaty"),
    ("bonds", "treaty.tell", "team", {"treaty": HIDDEN, "audience": "some"}, A, "known_to", "", "does not know"),
    ("people", "hostage.escape", "map", {"character": "obu-toramasa"}, A, "character", "", "nobody's hostage"),
    ("people", "hostage.hand_over", "map", {**HELD, "to": "oda", "treaty": 4}, U, "treaty", "", "no treaty"),
    ("bonds", "hostage.hand_over", "map", {"character": "shonyo", "to": "oda"}, A, "character", "", "is dead"),
    ("bonds", "hostage.hand_over", "map", {"character": "oda-nobunaga", "to": "hojo", "treaty": 1}, A, "character",
     "R36", "of neither Takeda nor Hōjō"),
    ("bonds", "hostage.hand_over", "team", {"character": "obu-toramasa", "to": "hojo", "treaty": 1}, A, "character",
     "R36", "heir, wife, child"),
    ("bonds", "treaty.breach", "map", {"treaty": HIDDEN, "by": "takeda", "what": "it came"}, U, "treaty", "",
     "no treaty"),
    ("bonds", "treaty.breach", "team", {"treaty": 1, "by": "uesugi", "what": "it came"}, A, "by", "R35", "not bound"),
    ("bonds", "treaty.no_breach", "team", {"treaty": 1, "by": "takeda", "what": "it came", "reason": "a song"},
     NotThisDesk, "", "", "Game Control"),
    ("bonds", "hostage.keep", "team", {"character": "takeda-yoshinobu"}, A, "character", "", "Nobody asks"),
    ("vassals", "treaty.record", "team", {"kind": "vassalage", "one": "oda", "other": "uesugi"}, A, "other", "H7",
     "nobody openly serves two"),
    ("vassals", "treaty.pay", "npd", {"treaty": 1}, NotThisDesk, "treaty", "", "another desk"),
    ("vassals", "treaty.pay", "team", {"treaty": 1, "points": 9000}, A, "points", "R27", "R27"),
    ("vassals", "treaty.pay", "team", {"treaty": 2}, U, "points", "", "say how many points"),
    ("bonds", "treaty.pay", "team", {"treaty": 1}, A, "treaty", "", "Nothing is owed"),
]  # fmt: skip
