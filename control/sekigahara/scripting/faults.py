"""How a script is told what is wrong: one sentence, its field as scripts write it (``[17].plays[3].card``)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from control.kernel.errors import OrderError, OrderNotUnderstood
from control.kernel.typed import Model, read

LONGEST = 60
"""No word of a fault has more letters, whatever was typed."""


@contextmanager
def in_one_sentence() -> Iterator[None]:
    """Whatever is refused inside is told with its first fault alone, on one line whatever was typed."""
    try:
        yield
    except OrderError as error:
        sentence = short(" ".join(error.sentence.split()))
        raise type(error)(sentence, field=short(in_brackets(error.field)), ruling=error.ruling) from None


def short(words: str) -> str:
    """What is told, with what was typed cut where it is too long to be repeated."""
    cut = re.sub(r'"([^"]*)"', lambda found: f'"{first_of(found[1])}"', words)
    return re.sub(r"[^\s\"]+", lambda found: first_of(found[0]), cut)


def first_of(typed: str) -> str:
    """As much of what was typed as is repeated."""
    return typed if len(typed) <= LONGEST else f"{typed[: LONGEST - 1]}…"


def read_as(kind: type[Model], document: Any, what: str, meant: Mapping[str, str]) -> Model:
    """The document, read. Raises OrderNotUnderstood, which says of a missing field what is ``meant`` there."""
    try:
        return read(kind, document, what=what)
    except OrderNotUnderstood as error:
        name = error.field.rpartition(".")[2]
        if name in meant and error.sentence.endswith("is missing."):
            raise OrderNotUnderstood(f"{error.sentence[:-1]}: {meant[name]}.", field=error.field) from None
        raise


def in_brackets(field: str) -> str:
    """The path of a field, with numbers of items in brackets: ``plays.3.card`` is ``plays[3].card``."""
    return re.sub(r"(?:^|\.)([0-9]+)(?=\.|$)", r"[\1]", field)
