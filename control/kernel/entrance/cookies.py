"""What a browser keeps of us: who is signed in, and on which device somebody was signed in before."""

from __future__ import annotations

import hashlib
import secrets
from functools import cache, lru_cache
from typing import Any

from flask import Flask, Request, Response, g, request
from flask.sessions import SecureCookieSessionInterface, SessionMixin
from itsdangerous import BadSignature, URLSafeSerializer, URLSafeTimedSerializer

from control.kernel.open_room import here, room_of
from control.kernel.pages.brake import Device

KEPT = 400 * 24 * 3600
"""Seconds a browser keeps them: as long as browsers keep anything."""


class LastingSessions(SecureCookieSessionInterface):
    """Sessions that do not look at the clock: the laptop's may be wrong, and be set right in the middle of the day.

    Flask's own take a cookie for too old when the clock was put forward, and for one from the future when it was put
    back. A session ends by signing out, or when the desk that leads withdraws it with the code of its desk.
    """

    def get_signing_serializer(self, _app: Flask) -> URLSafeTimedSerializer:
        """What signs the cookies of the room that a request was sent to."""
        return self.signer(room_of(request).key)

    @lru_cache(maxsize=100)  # noqa: B019 (there is one of these, as long as the program runs)
    def signer(self, key: str) -> URLSafeTimedSerializer:
        """What signs cookies with this key: every request asks for it."""
        return URLSafeTimedSerializer(
            key,
            salt=self.salt,
            serializer=self.serializer,
            signer_kwargs={"key_derivation": self.key_derivation, "digest_method": self.digest_method},
        )

    def get_cookie_secure(self, app: Flask) -> bool:
        """Whether a browser may send the cookie on an encrypted way only: if it came on one."""
        return request.is_secure

    def get_cookie_name(self, app: Flask) -> str:
        """The name of the cookie: another one for each game."""
        return of_this_game(super().get_cookie_name(app))

    def get_cookie_path(self, app: Flask) -> str:
        """Where the cookie is sent: to the game whose it is."""
        return f"{request.script_root}/" if request.script_root else super().get_cookie_path(app)

    def open_session(self, app: Flask, request: Request) -> Any:
        """The session in the cookie, however old."""
        serializer = self.get_signing_serializer(app)
        sent = request.cookies.get(self.get_cookie_name(app))
        if not sent:
            return self.session_class()
        try:
            return self.session_class(serializer.loads(sent))
        except BadSignature:
            return self.session_class()

    def save_session(self, app: Flask, session: SessionMixin, response: Response) -> None:
        """The cookie, kept for so long from now on instead of until a moment of our clock."""
        super().save_session(app, session, Forward(response))  # type: ignore[arg-type]


def of_this_game(name: str) -> str:
    """The name of a cookie of this game: a browser sends those of a machine to every port of it, and those of ``/`` to
    all games below it."""
    return f"{name}_{mark_of(room_of(request).key)}"


@cache
def mark_of(key: str) -> str:
    """What tells the cookies of a game from those of others; of its key nothing can be read in it."""
    return hashlib.sha256(key.encode()).hexdigest()[:8]


class Forward:
    """An answer on which cookies are set to be kept for a while, not until a moment."""

    def __init__(self, response: Response) -> None:
        self._response = response

    def __getattr__(self, name: str) -> Any:
        return getattr(self._response, name)

    def set_cookie(self, key: str, value: str, expires: Any = None, **more: Any) -> None:
        """Set a cookie; one that would expire some day is kept for KEPT seconds."""
        self._response.set_cookie(key, value, max_age=KEPT if expires else None, **more)


# ---- Devices


def known_device(kind: str, request: Request) -> Device | None:
    """The device of somebody who was let in before with this ``kind`` of code (``desk``, ``general``); None for one
    that was not. Its cookie is signed, so nobody makes one up."""
    try:
        key, by = signer(kind).loads(request.cookies.get(of_this_game(f"known_{kind}"), ""))
        return Device(key, by)
    except (BadSignature, ValueError):  # none, made up, or of a program that did not say by which code
        return None


def remember_device(kind: str, by: str, request: Request) -> None:
    """Let this device keep that it was let in, and ``by`` which code."""
    if not known_device(kind, request):
        g.device = (f"known_{kind}", signer(kind).dumps([secrets.token_hex(8), by]))


def keep_device(answer: Response) -> Response:
    """Put the cookie of a device that was let in onto the answer."""
    if found := g.pop("device", None):
        name, value = found
        path = f"{request.script_root}/"
        answer.set_cookie(
            of_this_game(name), value, max_age=KEPT, path=path, httponly=True, samesite="Lax", secure=request.is_secure
        )
    return answer


def signer(kind: str) -> URLSafeSerializer:
    """Signs the cookies of devices; those of one kind are none of another."""
    return URLSafeSerializer(here().key, salt=f"known {kind}")
