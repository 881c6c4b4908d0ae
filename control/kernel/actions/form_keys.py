"""Keys of forms: what is sent twice is done once, nobody else can make one, and each says when its form was opened."""

from __future__ import annotations

import hmac
import re
import secrets


def bound_key(key: str, sign_in: str, stretch: str = "") -> str:
    """A key for a form: whatever is sent with it twice is done once. It is good for one sign-in (``sign_in``), and says
    in which ``stretch`` of the game the form was opened."""
    nonce = secrets.token_hex(8)
    if stretch:
        nonce = f"{nonce}_{stretch.replace(' ', '_')}"
    return f"{nonce}-{sealed(nonce, key, sign_in)}" if sign_in else nonce


def opened_in(key: str) -> str:
    """The stretch of the game in which the form with this key was opened; empty if the key does not say, as one that is
    none of ours."""
    found = OURS.match(key)
    return found[1].replace("_", " ") if found else ""


OURS = re.compile(r"[0-9a-f]{16}_(.+)-")
"""What `bound_key` makes, up to the seal."""


def sealed(nonce: str, key: str, sign_in: str) -> str:
    """The part of a form's key that nobody else can make."""
    return hmac.digest(key.encode(), f"form/{sign_in}/{nonce}".encode(), "sha256").hex()[:16]
