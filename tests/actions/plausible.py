"""Orders that somebody might well send, for any action there is: made from the schema of the action's order and from
what there is in the game, so that most can be read and some are allowed. Now and then a value is none at all.
"""

from __future__ import annotations

import random
from typing import Any

from sqlalchemy import select

from control.kernel.actions.world import PLAYER
from control.sengoku.game import SENGOKU
from control.sengoku.rows import Game
from tests.games import Hall

ROWS = {
    "commission": "commission",
    "target": "clan",
    "reaction": "reaction",
    "clan": "clan",
    "to": "clan",
    "sender": "clan",
    "recipient": "clan",
    "one": "clan",
    "other": "clan",
    "into": "clan",
    "attacker": "clan",
    "defender": "clan",
    "province": "province",
    "retreat_to": "province",
    "place": "place",
    "character": "character",
    "hostages": "character",
    "bride": "character",
    "groom": "character",
    "through": "province",
    "against": "clan",
    "general": "character",
    "heir": "character",
    "army": "army",
    "garrison": "garrison",
    "encounter": "encounter",
    "battle": "battle",
    "letter": "letter",
    "player": "player",
    "honour": "honour",
    "proposal": "honour_proposal",
    "confirmation": "confirmation",
    "announcement": "announcement",
    "duty": "duty",
    "draw": "risk_draw",
    "treaty": "treaty",
    "notice": "notice",
    "succession": "succession",
    "news": "news",
    "display": "display",
    "reprint": "reprint",
    "entry": "journal",
    "edict": "edict",
    "call": "call",
    "petition": "petition",
    "service": "service",
    "claim": "false_claim",
    "courtier": "courtier",
    "paid_by": "clan",
}
"""What a field of this name names a row of."""
NUMBERS = {
    "modifier": (-3, 3),
    "attitude": (-2, 2),
    "points": (-3, 12),
    "troops": (1, 8),
    "counters": (1, 6),
    "rice": (0, 9),
    "cash": (0, 9),
    "minutes": (-1, 3),
    "phase": (1, 4),
    "die": (1, 6),
    "stage": (0, 3),
    "round": (1, 3),
}
UNUSUAL = {
    ("attitude.book", "proposal"): "attitude_proposal",
    ("attitude.decline", "proposal"): "attitude_proposal",
    ("notice.tell", "recipient"): "notice_to",
    ("part.swap", "one"): "character",
    ("part.swap", "other"): "character",
    ("army.merge", "into"): "army",
    ("title.confirm", "title"): "title",
    ("petition.decide", "title"): "title",
    ("title.fall_back", "title"): "title",
    ("title.revoke", "title"): "title",
}
FEW = ("takeda", "uesugi", "hojo", "imagawa", "hongan-ji", "yuki", "bakufu")
"""The clans that meet one another in a rehearsal, so that something comes of it."""


class Plausible:
    """Makes orders for a game, by chance."""

    def __init__(self, hall: Hall, chance: random.Random) -> None:
        self.hall = hall
        self.chance = chance

    def desk(self, action: str) -> str:
        """A desk that may do it, mostly Game Control, which may force it."""
        desks = sorted(SENGOKU.actions[action].desks - {PLAYER})
        return "game" if "game" in desks and self.chance.random() < 0.5 else self.chance.choice(desks)

    def order(self, action: str) -> dict[str, Any]:
        """An order for an action."""
        schema = SENGOKU.actions[action].order.model_json_schema()
        needed = schema.get("required", [])
        order = {
            name: self.value(action, name, kind, schema)
            for name, kind in schema.get("properties", {}).items()
            if name in needed or self.chance.random() < 0.4
        }
        if "force" in order and self.chance.random() < 0.5:
            del order["force"]
        return order

    def value(self, action: str, name: str, kind: dict[str, Any], schema: dict[str, Any]) -> Any:
        """A value for one field."""
        if self.chance.random() < 0.01:
            return self.chance.choice([None, "", -1, "no such thing", 10**12, [], {"a": 1}])
        if "anyOf" in kind:
            return self.value(action, name, next(one for one in kind["anyOf"] if one.get("type") != "null"), schema)
        if "$ref" in kind:
            model = schema["$defs"][kind["$ref"].rpartition("/")[2]]
            return {field: self.value(action, field, one, schema) for field, one in model["properties"].items()}
        if "enum" in kind:
            return self.now(name) if name == "season" else self.chance.choice(kind["enum"])
        match kind.get("type"):
            case "array":
                items = kind.get("items", {})
                return [self.value(action, name, items, schema) for _ in range(self.chance.randint(0, 2))]
            case "object":
                return {str(self.row("army") or "takeda"): "0123456789abcdef"}
            case "boolean":
                return self.chance.random() < 0.5
            case "integer":
                return self.number(action, name, kind)
        return self.word(action, name)

    def now(self, name: str) -> Any:
        """The season or the year that it is."""
        return getattr(self.hall.get(Game, 1), name)

    def number(self, action: str, name: str, kind: dict[str, Any]) -> int:
        """A number: of a row, the year, or within what the field allows."""
        if name == "year":
            return int(self.now("year"))
        if table := UNUSUAL.get((action, name)) or ROWS.get(name):
            found = self.row(table)
            return found if isinstance(found, int) else 1
        low, high = NUMBERS.get(name, (1, 5))
        return self.chance.randint(max(low, kind.get("minimum", low)), max(high, kind.get("minimum", high)))

    def word(self, action: str, name: str) -> str:
        """A word: of a row, or some text."""
        table = UNUSUAL.get((action, name)) or ROWS.get(name)
        if table == "clan" or name in ("clans", "clan"):
            return self.chance.choice(FEW)
        if name in ("route", "routes"):
            table = "province"
        if table:
            return str(self.row(table) or "nobody")
        if name in ("begins", "ends", "at"):
            return f"{self.chance.randint(8, 19):02}:{self.chance.choice((0, 15, 30)):02}"
        if name == "season" and action == "call.issue":
            return f"{self.now('year')}-{self.now('season')}"
        if name == "work":
            return f"province:{self.row('province')}"
        if name == "reason" and action == "honour.log":
            return self.chance.choice(list(self.hall.room.scenario.honour))
        return self.chance.choice(("a fair reason", "Ōta saw it", "as agreed at the table"))

    def row(self, table: str) -> Any:
        """The key of a row of a table; mostly one that people would choose."""
        model: Any = SENGOKU.tables[table]
        key = model.number if table == "journal" else model.id
        query = select(key)
        if table in ("province", "place"):
            query = query.where(model.holder.in_(FEW))
        if table == "character":
            query = query.where(model.clan.in_(FEW))
        found = self.hall.every(query.order_by(key))
        return self.chance.choice(found) if found else None
