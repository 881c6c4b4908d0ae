"""Short codes on paper: a letter for the kind of paper, a number, and a check character (``A7-F``).

Any one wrong character and any two swapped ones are noticed: each position has its own weight, and 31 is prime.
The check character is never one that people confuse (no I, L, O, 0 or 1). Capitals, blanks and hyphens do not
matter to whoever types it.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Callable

from control.kernel.errors import OrderNotUnderstood
from control.kernel.values import dataclass

CHECKS = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
KINDS = "AMLECPB"
"""The letters for kinds of paper; what each is for the game knows. More go to the end: what is printed stays good."""
BODY = "0123456789" + KINDS
DESK_LETTERS = CHECKS.lower()
DESK_CODE = 8
"""How long the code of a desk is: 31 to the eighth are 850 thousand million. Older games have six, which stay good."""


@dataclass(frozen=True)
class Code:
    """What a code stands for: ``kind`` is one of KINDS, ``number`` the number of the thing."""

    kind: str
    number: int

    def __str__(self) -> str:
        body = f"{self.kind}{self.number}"
        return f"{body}-{check_character(body)}"


def check_character(body: str) -> str:
    """The character that guards ``body``."""
    total = sum(weight * BODY.index(letter) for weight, letter in enumerate(reversed(body), start=2))
    return CHECKS[total % len(CHECKS)]


def read_code(typed: str) -> Code:
    """The code somebody typed or scanned. Raises OrderNotUnderstood if it cannot be right."""
    letters = "".join(typed.split()).replace("-", "").upper()
    body, check = letters[:-1], letters[-1:]
    if body[:1] not in KINDS or not body[1:].isdecimal() or not body.isascii() or len(body) > 8:
        raise OrderNotUnderstood(
            f'"{typed}" is no code of a card. A code looks like {Code("A", 7)}: a letter, a number, a check character.',
            field="code",
        )
    if check != check_character(body):
        raise OrderNotUnderstood(
            f'"{typed}" does not add up: a character is wrong or two are swapped. Look at the card again.', field="code"
        )
    return Code(body[0], int(body[1:]))


def desk_letters(draw: Callable[[str], str]) -> str:
    """A code for a desk, its letters drawn one by one by ``draw``; none are confused when read aloud."""
    return "".join(draw(DESK_LETTERS) for _ in range(DESK_CODE))


def in_groups(code: str) -> str:
    """A code as people read it, its letters by fours: ``abcd-efgh``. The six of older games stand as they are."""
    return "-".join(code[at : at + 4] for at in range(0, len(code), 4)) if len(code) >= DESK_CODE else code


def as_typed(code: str) -> bytes:
    """A code however it was typed: capitals, blanks and hyphens do not matter."""
    return "".join(code.split()).replace("-", "").lower().encode()


def new_desk_code(seed: str, desk: str, issue: int) -> str:
    """The code a desk gets when its last one is withdrawn for the ``issue``-th time. It follows from the game's
    ``seed``, which nobody is told, so that a replay of the journal gives the same."""
    digest = hmac.new(seed.encode(), f"desk code/{desk}/{issue}".encode(), hashlib.sha256).digest()
    drawn = iter(digest)
    return desk_letters(lambda letters: letters[next(drawn) % len(letters)])
