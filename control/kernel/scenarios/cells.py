"""What a cell of a scenario's CSV file may hold: the kinds of `control.kernel.typed` and a few of its own.

A row's field is written ``rice_value: Annotated[int, whole(0, 99, "a rice value")]``; the noun names the
thing in the sentence about a wrong cell.
"""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Collection
from typing import Annotated, Any

from pydantic import AfterValidator, BeforeValidator
from pydantic_core import PydanticCustomError

from control.kernel.errors import did_you_mean
from control.kernel.typed import number, one_of, quoted, text
from control.kernel.values import dataclass
from control.kernel.wording import figure

HOUR = re.compile(r"([01][0-9]|2[0-3]):[0-5][0-9]")
YES_OR_NO = {"yes": True, "no": False, "true": True, "false": False}
COLOUR = re.compile(r"#[0-9a-fA-F]{6}")


def check_of(kind: Any) -> BeforeValidator:
    """The check inside one of the kinds of `control.kernel.typed`."""
    check: BeforeValidator = kind.__metadata__[0]
    return check


def whole(low: int, high: int, noun: str) -> BeforeValidator:
    """A whole number from ``low`` to ``high``."""
    return check_of(number(low, high, noun))


def choice(noun: str, *choices: str) -> BeforeValidator:
    """One word of a short list."""
    return check_of(one_of(noun, *choices))


def words(noun: str, least: int = 0, most: int = 400) -> BeforeValidator:
    """A line of text of ``least`` to ``most`` letters."""
    return check_of(text(noun, least, most))


def known(noun: str, names: Collection[str]) -> BeforeValidator:
    """One of many names, too many to list in a sentence; or nothing."""

    def check(value: Any) -> str:
        if value and value not in names:
            raise PydanticCustomError(
                "choice",
                "no {noun} {shown}.{near}",
                {"noun": noun, "shown": quoted(value), "near": did_you_mean(str(value), names)},
            )
        return str(value)

    return BeforeValidator(check)


def hour(noun: str) -> BeforeValidator:
    """A time of the day as HH:MM."""

    def check(value: Any) -> str:
        if not isinstance(value, str) or not HOUR.fullmatch(value):
            raise PydanticCustomError(
                "text", '{noun} is a time such as "09:30", not {shown}.', {"noun": noun, "shown": quoted(value)}
            )
        return value

    return BeforeValidator(check)


def written_so(pattern: re.Pattern[str], sentence: str) -> BeforeValidator:
    """A text that is written as the pattern has it; the sentence says how, and what was ``shown``."""

    def check(value: Any) -> str:
        if not isinstance(value, str) or not pattern.fullmatch(value):
            raise PydanticCustomError("text", sentence, {"shown": quoted(value)})
        return value

    return BeforeValidator(check)


def degrees(noun: str, low: int, high: int) -> BeforeValidator:
    """A position on the globe in decimal degrees."""

    def check(value: Any) -> float:
        try:
            position = float(value)
        except (TypeError, ValueError):
            position = math.nan
        if not low <= position <= high:  # which "not a number" is not either
            hint = " A point stands before its decimals." if "," in str(value) else ""
            raise PydanticCustomError(
                "number",
                "{noun} is a number of degrees from {low} to {high}, not {shown}.{hint}",
                {"noun": noun, "low": figure(low), "high": high, "shown": quoted(value), "hint": hint},
            )
        return position

    return BeforeValidator(check)


def from_yes_or_no(value: Any) -> bool:
    """``yes`` or ``no`` as a truth value, and what a spreadsheet makes of one."""
    if isinstance(value, bool):
        return value
    if (said := str(value).lower()) not in YES_OR_NO:
        raise PydanticCustomError("choice", "write yes or no, not {shown}.", {"shown": quoted(value)})
    return YES_OR_NO[said]


@dataclass(frozen=True)
class Refers:
    """Marks a column whose cells are ids of rows in ``file``; they are looked up when all files are read."""

    noun: str
    file: str


@dataclass(frozen=True)
class Joint:
    """What joins the words of the ids by which the rows of a game's files name each other, with an ``example``."""

    sign: str
    words: str
    example: str

    def meant(self, typed: str) -> str:
        """The id that somebody meant who typed capitals, macrons, blanks or another joint; empty if nothing of it can
        stand in one."""
        letters = unicodedata.normalize("NFKD", typed.casefold())
        bare = "".join(letter for letter in letters if not unicodedata.combining(letter))
        return re.sub(r"[^a-z0-9]+", self.sign, bare).strip(self.sign)

    def check(self, value: Any) -> str:
        """An id as it is to be written."""
        meant = self.meant(str(value))
        if value != meant or not meant:
            raise PydanticCustomError(
                "text",
                'an id is plain small letters and digits, joined by {words} ("{example}"), not {shown}.{near}',
                {
                    "words": self.words,
                    "example": self.example,
                    "shown": quoted(value),
                    "near": f' Write "{meant}".' if meant else "",
                },
            )
        return meant


HYPHENS = Joint("-", "hyphens", "awa-east")
Id = Annotated[str, BeforeValidator(HYPHENS.check), HYPHENS]
YesNo = Annotated[bool, BeforeValidator(from_yes_or_no)]
Colour = Annotated[
    str,
    written_so(COLOUR, 'a colour is # and six of the digits 0 to 9 and letters a to f ("#d02f14"), not {shown}.'),
    AfterValidator(str.lower),
]
Longitude = Annotated[float, degrees("a longitude", -180, 180)]
Latitude = Annotated[float, degrees("a latitude", -90, 90)]
