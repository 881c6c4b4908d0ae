"""Who knocks, before anything is answered: by which name the machine was called, and whether a form was filled in here.

A page of another site can have a browser in the hall send us a form, or, by a name of its own that it lets point to
this machine, read what we answer. Names are therefore known ones, and a form says where it comes from: browsers say it
by themselves (`Origin`, `Sec-Fetch-Site`); one that says neither shows a key that only our page for this sign-in has.
"""

from __future__ import annotations

import hmac
import ipaddress
import socket
from collections.abc import Collection
from urllib.parse import urlsplit

from flask import Request

from control.kernel.actions.form_keys import sealed

NEARBY = (".local", ".lan", ".home.arpa", ".internal", ".localdomain")
"""Ends of names that no site of the world has."""
FROM_HERE = ("same-origin", "none")
"""What a browser says (`Sec-Fetch-Site`) of a form of ours, and of an address that was typed."""
LOOKS = ("GET", "HEAD", "OPTIONS")


def host_in(address: str) -> str:
    """The host in an address, with its port; empty if it is none."""
    try:
        return urlsplit(address).netloc
    except ValueError:
        return ""


def name_of(host: str) -> str:
    """The name in a host, without its port; small, and without a dot at its end."""
    try:
        return (urlsplit(f"//{host}").hostname or "").rstrip(".")
    except ValueError:
        return ""


def is_ours(address: str) -> bool:
    """Whether an address is one of ours; browsers take a backslash for a slash and overlook tabs and line ends."""
    return address.startswith("/") and not address.startswith("//") and address.isprintable() and "\\" not in address


def is_known(host: str, names: Collection[str]) -> bool:
    """Whether a machine in the hall may be called so: by its address in figures, by a name without a dot or of this
    network, by its own, or by one of these ``names``. No other site can come by any of the first."""
    name = name_of(host)
    if not name:
        return False
    try:
        ipaddress.ip_address(name)
        return True
    except ValueError:
        own = socket.gethostname().lower().rstrip(".")
        return "." not in name or name.endswith(NEARBY) or name in (own, *names)


def unknown(host: str, at: str) -> str:
    """What to say to whoever called us by another name; ``at`` is our address as phones reach it."""
    name = name_of(host)[:80]
    called = f"The control room is not known here as “{name}”" if name else "This request does not say whom it calls"
    return f"{called}. Open {at}, or have it started again with --name {name or 'NAME'}."


def is_from_here(request: Request, key: str, sign_in: str) -> bool:
    """Whether what a signed-in browser sends was meant by whoever sits at it; ``key`` signs for the room."""
    if request.method in LOOKS:
        return True
    if origin := request.headers.get("Origin"):
        return host_in(origin) == request.host
    if site := request.headers.get("Sec-Fetch-Site"):
        return site in FROM_HERE
    if request.is_json:  # no page of another site sends that without having asked us first, and we never allow it
        return True
    nonce, _, seal = request.form.get("key", "").rpartition("-")
    return hmac.compare_digest(seal.encode(), sealed(nonce, key, sign_in).encode())
