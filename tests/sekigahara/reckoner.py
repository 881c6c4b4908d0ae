"""Combat in 1600 once more, written from the rules by itself: it reads a document and plays it by lists.

It shares nothing with the program, so that the two can be held against one another.
"""

import csv
from collections import Counter
from functools import cache

from control.kernel import settings

SIDES = ("east", "west")
AGAIN = {"gmt": 2, "kessen": 1}


@cache
def printed(edition):
    """What ``blocks.csv`` says of a block, by side, clan, type and mon."""
    with (settings.folder("scenarios") / f"sekigahara_1600_{edition}" / "blocks.csv").open(encoding="utf-8") as file:
        return {(row["side"], row["clan"], row["type"], int(row["mon"])): row for row in csv.DictReader(file)}


class Reckoner:
    """One combat, as somebody with paper and pencil would follow it."""

    def __init__(self, document):
        self.document, self.edition = document, document["edition"]
        self.siege = document["kind"] == "siege"
        self.attacker = document["attacker"]
        self.defender = SIDES[1 - SIDES.index(self.attacker)]
        self.block = {
            one["id"]: {"side": side, **one, **self.print_of(side, one)} for side in SIDES
            for one in document["blocks"][side]
        }  # fmt: skip
        self.card = {
            one["id"]: {"clan": None, **one, "side": side} for side in SIDES for one in document["cards"][side]
        }  # fmt: skip
        self.deployed = []  # dicts: block, by, on, card, base, clan, special
        self.log = []  # the plays that were done
        self.used = []
        self.passed = []
        self.asked = None

    def print_of(self, side, one):
        row = printed(self.edition)[side, one["clan"], one["type"], one["mon"]]
        return {"ability": row["ability"], "lead": row["leader"], "any": row["wild"] == "yes"}

    def total(self, side):
        return sum(one["base"] + one["clan"] + one["special"] for one in self.deployed if one["on"] == side)

    def over(self):
        return self.attacker in self.passed and (self.siege or self.defender in self.passed)

    def initiative(self):
        if self.over():
            return None
        if self.siege:
            return self.attacker
        if self.passed:
            return next(side for side in SIDES if side not in self.passed)
        return self.attacker if self.total(self.attacker) <= self.total(self.defender) else self.defender

    def fits(self, card, block):
        return card["type"] != "loyalty" and (block["any"] or card["clan"] == block["clan"])

    def first_of_double(self):
        """The block that the last play deployed as the first of a double card which another may follow."""
        if not self.log or "block" not in self.log[-1] or not self.log[-1].get("card"):
            return None
        card = self.log[-1]["card"]
        if self.card[card]["type"] != "double" or sum(play.get("card") == card for play in self.log) > 1:
            return None
        if self.edition == "gmt" and self.block[self.log[-1]["block"]]["any"]:
            return None
        return self.log[-1]

    def owes(self):
        """Whether a wild block on a double card waits for one of the clan (Kessen)."""
        first = self.first_of_double()
        return first if first and self.block[first["block"]]["any"] else None

    def clan_left(self, side, clan):
        down = {one["block"] for one in self.deployed}
        return [
            one for one in self.block.values()
            if one["side"] == side and one["clan"] == clan and not one["any"] and one["id"] not in down
        ]  # fmt: skip

    def allowed(self, play):
        """Whether the rules let this be the next play."""
        side = play["side"]
        if self.over():
            return False
        if self.asked:
            return "refute" in play and self.answer_allowed(play)
        if "refute" in play:
            return False
        owed = self.owes()
        if owed and (play.get("card") != owed["card"] or play["side"] != owed["side"]):
            return False
        if "challenge" in play:
            return self.challenge_allowed(play)
        if self.siege and side == self.defender:
            return False
        if "pass" in play:
            return side == self.initiative()
        return self.deploy_allowed(play, owed)

    def deploy_allowed(self, play, owed):
        side, block, card = play["side"], self.block[play["block"]], self.card.get(play.get("card"))
        if block["side"] != side or block["id"] in {one["block"] for one in self.deployed}:
            return False
        if card is None:
            with_card = any(one["card"] and self.card[one["card"]]["side"] == side for one in self.deployed)
            return block["lead"] != "none" and not with_card and side == self.initiative()
        if card["side"] != side or not self.fits(card, block):
            return False
        first = self.first_of_double()
        if first and first["card"] == card["id"]:
            return not block["any"] if owed or self.edition == "gmt" else True
        if card["id"] in self.used or side != self.initiative():
            return False
        if card["type"] == "double" and block["any"] and self.edition == "kessen":
            return bool(self.clan_left(side, card["clan"]))
        return True

    def challenge_allowed(self, play):
        side, card = play["side"], self.card[play["challenge"]]
        if self.siege or card["side"] != side or card["type"] != "loyalty" or card["id"] in self.used:
            return False
        last = self.log[-1] if self.log else {}
        return bool(last.get("block") and last.get("card") and last["side"] != side)

    def answer_allowed(self, play):
        if play["side"] == self.asked["side"]:
            return False
        if play["refute"] is None:
            return True
        card = self.card[play["refute"]]
        if card["side"] != play["side"] or card["id"] in self.used or card["type"] == "loyalty":
            return False
        by = self.card[self.latest()[0]["card"]]
        if by["type"] == "double" and self.edition == "kessen":
            return card["clan"] == by["clan"]
        return all(self.fits(card, self.block[one["block"]]) for one in self.latest())

    def latest(self):
        """What the challenge is meant for: all that the last card deployed."""
        card = next(play for play in reversed(self.log) if "block" in play)["card"]
        return [one for one in self.deployed if one["card"] == card]

    def do(self, play):
        """Do a play that is allowed."""
        side = play["side"]
        self.log.append(play)
        if "pass" in play:
            self.passed.append(side)
        elif "challenge" in play:
            self.asked = play
            self.used.append(play["challenge"])
        elif "refute" in play:
            if play["refute"] is None:
                for one in self.latest():
                    one["on"], one["special"] = self.asked["side"], 0
            self.asked = None
        else:
            self.deploy(play)

    def deploy(self, play):
        side, block, card = play["side"], self.block[play["block"]], self.card.get(play.get("card"))
        mine = [self.block[one["block"]] for one in self.deployed if one["on"] == side]
        clan = 0 if block["any"] else sum(one["clan"] == block["clan"] for one in mine)
        special = 0
        if card and card["type"] == "special" and block["ability"] != "none" and not self.siege:
            special = 2 + AGAIN[self.edition] * sum(one["ability"] == block["ability"] for one in mine)
        if card and card["id"] not in self.used:
            self.used.append(card["id"])
        self.deployed.append(
            {"block": block["id"], "by": side, "on": side, "card": card and card["id"], "base": block["mon"],
             "clan": clan, "special": special}
        )  # fmt: skip

    def winner(self):
        return self.attacker if self.total(self.attacker) > self.total(self.defender) else self.defender

    def due(self, side):
        """How many a side loses for Impact and for its defeat."""
        if self.siege:
            return (self.total(self.attacker) // 7, 0) if side == self.defender else (0, 0)
        other = SIDES[1 - SIDES.index(side)]
        return self.total(other) // 7, int(self.winner() != side)

    def rank(self, name):
        """How soon a unit is lost: 0 first."""
        if name == "disk":
            return 9
        there = next((one for one in self.deployed if one["block"] == name), None)
        return 2 if there is None else int(there["on"] == self.block[name]["side"])

    def units(self, side):
        """All that a side may lose, in the rule's order."""
        disk = self.siege and side == self.defender and self.document["castle"]["disk"]
        return sorted([one["id"] for one in self.document["blocks"][side]], key=self.rank) + ["disk"] * bool(disk)

    def taken(self, side):
        """What is lost if nobody chooses."""
        return self.units(side)[: sum(self.due(side))]

    def draws(self, side, taken):
        played = Counter(self.card[one]["side"] for one in self.used)[side]
        blocks = len([one for one in taken if one != "disk"])
        return played + (blocks if self.siege else blocks // 2)
