"""What chance gives a new game."""

from __future__ import annotations

import secrets
from collections.abc import Collection, Mapping
from dataclasses import field

from control.kernel.codes import desk_letters
from control.kernel.values import dataclass


def desk_codes(desks: Collection[str]) -> dict[str, str]:
    """A fresh code for each of these desks: eight letters and digits, and never the same twice."""
    codes: set[str] = set()
    while len(codes) < len(desks):
        codes.add(desk_letters(secrets.choice))
    return dict(zip(desks, sorted(codes, key=lambda code: secrets.randbits(32)), strict=True))


@dataclass(frozen=True)
class Secrets:
    """What chance gives a new game: the seed of its dice, the key of its cookies; codes of desks that are to have no
    fresh ones."""

    seed: str = field(default_factory=lambda: secrets.token_hex(8))
    cookies: str = field(default_factory=lambda: secrets.token_hex(24))
    codes: Mapping[str, str] = field(default_factory=dict)
