"""Seals: a choice that lies closed in the journal until others have chosen too.

A seal is AES-SIV under a key that is derived from the game's secret, bound to what it is good for. It draws nothing by
chance and asks no clock, so that a form sent twice makes one seal and a replay opens it again. All have one length.
"""

from __future__ import annotations

import base64
import hashlib
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # imported when the first seal is made or opened
    from cryptography.hazmat.primitives.ciphers.aead import AESSIV


LENGTH = 64  # bytes of every sealed text: its length tells nothing
SALT = 16


class SealBroken(Exception):
    """A seal that was not made here, or not for this."""


def make_seal(secret: str, good_for: str, choice: str, salt: str) -> str:
    """A choice under a seal. ``salt`` makes two seals of one choice differ."""
    short = hashlib.sha256(salt.encode()).hexdigest()[:SALT]
    plain = f"{short}{choice}".encode().ljust(LENGTH)[:LENGTH]
    return base64.urlsafe_b64encode(cipher(secret).encrypt(plain, [good_for.encode()])).decode()


def open_seal(secret: str, good_for: str, sealed: str) -> str:
    """The choice under a seal. Raises SealBroken for one that was not made with this secret for this purpose."""
    from cryptography.exceptions import InvalidTag

    try:
        plain = cipher(secret).decrypt(base64.urlsafe_b64decode(sealed.encode()), [good_for.encode()])
    except (ValueError, InvalidTag):
        raise SealBroken from None
    return plain[SALT:].decode().rstrip()


def close_text(secret: str, good_for: str, plain: str) -> str:
    """A text of any length under a seal, which tells that length: for what the journal keeps and nobody reads."""
    return base64.urlsafe_b64encode(cipher(secret).encrypt(plain.encode(), [good_for.encode()])).decode()


def open_text(secret: str, good_for: str, closed: str) -> str:
    """The text under such a seal. Raises SealBroken for one that was not made with this secret for this purpose."""
    from cryptography.exceptions import InvalidTag

    try:
        return cipher(secret).decrypt(base64.urlsafe_b64decode(closed.encode()), [good_for.encode()]).decode()
    except (ValueError, InvalidTag):
        raise SealBroken from None


def cipher(secret: str) -> AESSIV:
    """What seals in a game."""
    from cryptography.hazmat.primitives.ciphers.aead import AESSIV

    return AESSIV(key_of(secret))


@lru_cache(maxsize=8)
def key_of(secret: str) -> bytes:
    """The key of a game's seals: making it takes longer than a seal."""
    from cryptography.hazmat.primitives.hashes import SHA256
    from cryptography.hazmat.primitives.kdf.hkdf import HKDF

    return HKDF(SHA256(), length=64, salt=None, info=b"sealed choice").derive(secret.encode())
