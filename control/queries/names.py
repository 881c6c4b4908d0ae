"""Reading names as people type them: Ōmi, omi, OMI and "Omi (8)" all mean the province."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from typing import Protocol


class Named(Protocol):
    """Anything with an id and a name."""

    @property
    def id(self) -> str: ...
    @property
    def name(self) -> str: ...


def folded(name: str) -> str:
    """A name without capitals, macrons, blanks and punctuation."""
    letters = unicodedata.normalize("NFKD", name.casefold())
    return "".join(letter for letter in letters if letter.isalnum())


def id_of(typed: str, things: Mapping[str, Named]) -> str:
    """The id of what was typed, by its id or name; the typed text itself if nothing has that name."""
    if typed in things:
        return typed
    wanted = folded(typed)
    for thing in things.values():
        if wanted in (folded(thing.id), folded(thing.name)):
            return thing.id
    return typed.strip()


def route_of(typed: str, things: Mapping[str, Named]) -> list[str]:
    """A route typed as names with commas, dashes or arrows between them, as ids."""
    text = typed
    for sign in ("–", "—", "→", ">", ";", "\n", " - "):
        text = text.replace(sign, ",")
    return [id_of(part.strip(), things) for part in text.split(",") if part.strip()]
