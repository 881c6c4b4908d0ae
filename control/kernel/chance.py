"""What chance gives a new game."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field

from control.kernel.codes import desk_letters
from control.kernel.registry import DESKS


def desk_codes() -> dict[str, str]:
    """A fresh code for each desk: eight letters and digits, and never the same twice."""
    codes: set[str] = set()
    while len(codes) < len(DESKS):
        codes.add(desk_letters(secrets.choice))
    return dict(zip(DESKS, sorted(codes, key=lambda code: secrets.randbits(32)), strict=True))


@dataclass(frozen=True)
class Secrets:
    """What chance gives a new game: the seed of its dice, the key of its cookies, the desks' codes."""

    seed: str = field(default_factory=lambda: secrets.token_hex(8))
    cookies: str = field(default_factory=lambda: secrets.token_hex(24))
    codes: dict[str, str] = field(default_factory=desk_codes)
