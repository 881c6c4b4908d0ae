"""How a script is told what is wrong: one sentence, its field as scripts write it (``[17].plays[3].card``)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager

from control.kernel.errors import OrderError


@contextmanager
def in_one_sentence() -> Iterator[None]:
    """Whatever is refused inside is told with its first fault alone, on one line whatever was typed."""
    try:
        yield
    except OrderError as error:
        sentence = " ".join(error.sentence.split())
        raise type(error)(sentence, field=in_brackets(error.field), ruling=error.ruling) from None


def in_brackets(field: str) -> str:
    """The path of a field, with numbers of items in brackets: ``plays.3.card`` is ``plays[3].card``."""
    return re.sub(r"(?:^|\.)([0-9]+)(?=\.|$)", r"[\1]", field)
