"""The codes with which generals open their own pages."""

from __future__ import annotations

import hashlib
import hmac

from control.kernel.codes import CHECKS, as_typed

GENERAL_LETTERS = 8
"""How many letters keep a general's own page his own, as many as a desk has."""


def general_code(secret: str, army: int, general: str, issue: int) -> str:
    """What opens a general's own page (``7-XKQ2-MP9R``): the army's number, and letters that nobody can guess who does
    not know the game's ``secret``. It is good for this army under this general, until the next one is issued."""
    digest = hmac.new(secret.encode(), f"general/{army}/{general}/{issue}".encode(), hashlib.sha256).digest()
    letters = "".join(CHECKS[byte % len(CHECKS)] for byte in digest[:GENERAL_LETTERS])
    return f"{army}-{letters[:4]}-{letters[4:]}"


def army_named(typed: str) -> int:
    """The army whose general’s code this might be, by the number in front of its letters; 0 if there is none."""
    number = "".join(typed.split()).replace("-", "")[:-GENERAL_LETTERS]
    return int(number) if number.isascii() and number.isdecimal() and len(number) <= 6 else 0


def is_general_code(typed: str, right: str) -> bool:
    """Whether this is the ``right`` code of a general, compared in full however it was typed."""
    return hmac.compare_digest(as_typed(typed), as_typed(right))
