"""What the acts of the rules are called as actions."""

from __future__ import annotations

from typing import Any

from control.sekigahara.rules.campaign import acts
from control.sekigahara.rules.combat import challenge, plays

NAME_OF: dict[type[Any], str] = {
    acts.Discard: "week.discard",
    acts.Bid: "week.bid",
    acts.Choose: "week.order",
    acts.Pay: "move.pay",
    acts.Move: "move.stack",
    acts.Muster: "move.muster",
    acts.Bring: "move.mori",
    acts.End: "move.end",
    acts.Declare: "combat.declare",
    acts.Inside: "combat.inside",
    plays.Deploy: "combat.deploy",
    acts.NoSecond: "combat.no_second",
    plays.Pass: "combat.pass",
    challenge.Challenge: "combat.challenge",
    acts.NoChallenge: "combat.no_challenge",
    challenge.Answer: "combat.answer",
    acts.Lose: "combat.lose",
    acts.Retreat: "combat.retreat",
}
FROM_PAPER = "table.from_paper"
"""What goes on from a position paper (`control.sekigahara.safety`). Nothing is drawn or shown by it."""
