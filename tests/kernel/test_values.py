"""Values are what Python's own dataclasses are, in all that anybody can see of them."""

from __future__ import annotations

import copy
import dataclasses
import pickle
import threading
from collections.abc import Callable
from typing import Any

import pytest

from control.kernel.values import dataclass

OPTIONS: dict[str, dict[str, bool]] = {
    "frozen": {"frozen": True},
    "frozen in slots": {"frozen": True, "slots": True},
    "frozen and like no other": {"frozen": True, "eq": False, "slots": True},
    "open": {},
    "open in slots": {"slots": True},
    "open and like no other": {"eq": False},
}


def a_kind(make: Callable[..., Any], options: dict[str, bool], *, below: bool = False) -> Any:
    """A class with every sort of field that the house has; one ``below`` another, with a field more."""

    @make(**options)
    class Army:
        """An army."""

        name: str
        clan: str = dataclasses.field(repr=False)
        troops: int = 3
        route: list[str] = dataclasses.field(default_factory=list, compare=False)
        digest: str = dataclasses.field(default="", compare=False)
        called: str = dataclasses.field(init=False)

        def __post_init__(self) -> None:
            object.__setattr__(self, "called", f"{self.name} of {self.clan}")

    if not below:
        return Army

    @make(**options)
    class Fleet(Army):
        """An army at sea."""

        ships: int = 12

    return Fleet


def said(trouble: Callable[[], Any]) -> str:
    """What is raised, and in which words."""
    try:
        return f"no trouble: {trouble()}"
    except (TypeError, AttributeError) as error:
        return f"{type(error).__name__}: {error}".replace(f"{__name__}.", "")


@pytest.mark.parametrize("below", [False, True], ids=["a class", "one below another"])
@pytest.mark.parametrize("options", OPTIONS.values(), ids=OPTIONS)
def test_a_value_is_what_a_dataclass_of_python_is(options, below):
    seen = []
    for make in (dataclasses.dataclass, dataclass):
        kind = a_kind(make, options, below=below)
        one, same, other = kind("A1", "takeda"), kind("A1", "takeda", digest="ab"), kind("A1", clan="uesugi", troops=4)
        named = isinstance(getattr(one, "__dict__", None), dict)
        seen.append(
            {
                "shown": (repr(one), repr(other)),
                "equal": (one == one, one == same, one == other, one == "A1", one != same),
                "hashed": kind.__hash__ and (hash(one) == hash(same), len({one, same, other})),
                "its own list": kind("A2", "takeda").route is not one.route,
                "given": (other.clan, other.troops, other.called),
                "put otherwise": repr(dataclasses.replace(one, name="A3", troops=9)),
                "as a dict": dataclasses.asdict(other),
                "fields": [field.name for field in dataclasses.fields(kind)],
                "to match": kind.__match_args__,
                "copied": (repr(copy.copy(other)), copy.copy(other).called, copy.deepcopy(other).route),
                "named": named,
                "set": said(lambda one=one: setattr(one, "troops", 1)),
                "gone": said(lambda one=one: delattr(one, "called")),
                "too few": said(kind),
                "too many": said(lambda kind=kind: kind(*range(99))).partition(" but ")[0],
                "unknown": said(lambda kind=kind: kind("A1", "takeda", horses=1)),
                "about": kind.__doc__,
                "made by": kind.__init__.__qualname__,
            }
        )
    python, ours = seen
    assert ours == python


@dataclass(frozen=True, slots=True)
class Sent:
    """What goes from one process to another."""

    name: str
    parts: tuple[int, ...] = ()


@dataclass(frozen=True)
class Kept:
    """What is kept in a file."""

    sent: Sent


def test_a_value_comes_back_from_where_it_was_kept():
    kept = Kept(Sent("the map", (1, 2)))
    assert pickle.loads(pickle.dumps(kept)) == kept


def test_what_a_class_has_of_its_own_it_keeps():
    @dataclass(frozen=True)
    class Card:
        """A card that is the same as any of its number."""

        number: int
        words: str

        def __eq__(self, other: object) -> bool:
            return isinstance(other, Card) and other.number == self.number

        def __hash__(self) -> int:
            return self.number

        def __repr__(self) -> str:
            return f"card {self.number}"

    assert Card(1, "a") == Card(1, "b")
    assert (hash(Card(7, "a")), repr(Card(1, "a"))) == (7, "card 1")


def test_the_first_values_of_a_class_may_be_made_at_once():
    kinds = [a_kind(dataclass, {"frozen": True}) for _ in range(50)]
    together, made = threading.Barrier(4), []

    def make() -> None:
        together.wait()
        for kind in kinds:
            one, two = kind("A1", "takeda"), kind("A1", "takeda")
            made.append(one == two and hash(one) == hash(two))

    threads = [threading.Thread(target=make) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert made == [True] * 200
