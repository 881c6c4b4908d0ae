"""Addresses: how they are read and written, each once."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, lru_cache
from typing import Any

from flask import has_request_context, request, url_for
from werkzeug.routing import IntegerConverter, Map, Rule


class Address(Rule):
    """The rule of an address, which learns to write it when the first is written: all three hundred together would take
    a quarter of a second of every start."""

    def _compile_builder(self, append_unknown: bool = True) -> Callable[..., tuple[str, str]]:
        made = cache(super()._compile_builder)
        return lambda rule, /, **values: made(append_unknown)(rule, **values)


def addresses() -> Callable[..., str]:
    """What writes addresses in the templates of an application: each once. A page has hundreds, most of them those of
    the page before."""

    @lru_cache(maxsize=20_000)
    def written(_root: str, endpoint: str, values: tuple[tuple[str, Any], ...]) -> str:
        return url_for(endpoint, **dict(values))

    def address(endpoint: str, **values: Any) -> str:
        if endpoint.startswith(".") or not has_request_context() or not ELSEWHERE.isdisjoint(values):
            return url_for(endpoint, **values)
        try:
            return written(request.script_root, endpoint, tuple(values.items()))
        except TypeError:  # a list of values, which no table of addresses can hold
            return url_for(endpoint, **values)

    return address


ELSEWHERE = frozenset({"_external", "_scheme"})
"""What makes an address depend on where it was asked for."""


class SmallNumber(IntegerConverter):
    """A number in an address; one that no table could hold is simply no address of ours. ``signed`` where it may be
    below zero, as those of what stands apart."""

    def __init__(self, url_map: Map, signed: bool = False) -> None:
        super().__init__(url_map, min=-(10**9), max=10**6, signed=signed)


def asked_for() -> str:
    """The address of this request, as links have it."""
    return f"{request.script_root}{request.full_path.rstrip('?')}"
