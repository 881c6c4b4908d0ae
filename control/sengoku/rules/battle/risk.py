"""Risk to persons: handbook 6, "Risk To Players" (rulings R18 to R20).

One card from a freshly shuffled pack for each person and cause decides whether he dies, is wounded (or taken
ill) or comes away unharmed. Seasons are counted in one row through the years, winters included.
"""

from __future__ import annotations

from control.kernel.chance.dice import Dice
from control.kernel.errors import OrderNotUnderstood, did_you_mean
from control.kernel.values import dataclass

CAUSES = {
    "battle": "after a battle",
    "winter_travel": "for travelling in winter",
    "age": "for his age",
}
"""What a person draws for; a battle is one draw however many rounds it had (R19)."""

OLD_AGE = 60
"""The age in years from which a person draws every season."""

WOUNDING = ("king of spades", "queen of spades", "jack of spades")
DEADLY = "ace of spades"

OUTCOMES = {
    "dead": "and is dead",
    "wounded": "and is wounded",
    "unharmed": "and is unharmed",
}


@dataclass(frozen=True)
class Draw:
    """One card and what it did: ``effect`` is ``dead``, ``wounded`` or ``unharmed``."""

    person: str
    cause: str
    card: str
    effect: str
    sentence: str
    ruling: str = "R19"


def draw(dice: Dice, cause: str, person: str) -> Draw:
    """Draw one card for a person and a cause (R19). Raises OrderNotUnderstood for any other cause or card."""
    if cause not in CAUSES:
        raise OrderNotUnderstood(
            f'Nobody draws a card for "{cause}"; the causes are {", ".join(CAUSES)}.{did_you_mean(cause, CAUSES)}',
            field="cause",
            ruling="R19",
        )
    card = dice.card(f"risk: {person}, {cause}")
    effect = effect_of(card)
    sentence = f"{person} drew the {card} {CAUSES[cause]} {OUTCOMES[effect]} (R19)."
    return Draw(person, cause, card, effect, sentence)


def effect_of(card: str) -> str:
    """What a card does to the person who drew it (R19)."""
    if card == DEADLY:
        return "dead"
    return "wounded" if card in WOUNDING else "unharmed"


def needs_draw(age: int) -> bool:
    """Whether a person of this age (in years) draws a card every season (R19)."""
    return age >= OLD_AGE


def hurt_in(cause: str, now: int) -> int:
    """The season a wound counts as taken in, if its card is drawn in season ``now``.

    A card for age is drawn as its season begins, so that season is the next complete one and the wound is felt to its
    end; any other is drawn in the middle of one (R19).
    """
    return now - 1 if cause == "age" else now


def wounded_until(season: int) -> int:
    """The last season that a wound taken in this one is felt in: the next complete season (R19)."""
    return season + 1


def is_wounded(hurt_in: int | None, now: int) -> bool:
    """Whether a wound taken in season ``hurt_in`` (None: no wound) is still felt in season ``now``."""
    return hurt_in is not None and hurt_in <= now <= wounded_until(hurt_in)
