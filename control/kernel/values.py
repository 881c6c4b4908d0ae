"""Values: dataclasses as Python has them, whose start costs a tenth.

Python writes up to six methods for each dataclass as text and compiles that: two thirds of a millisecond, for hundreds
of classes of which a start makes values of one in six. Here classes have in common what need not be quick, and the rest
is written when it is first called for.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from dataclasses import MISSING, FrozenInstanceError
from reprlib import recursive_repr
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from dataclasses import dataclass as dataclass
else:

    def dataclass(kind=None, /, *, frozen=False, eq=True, slots=False):
        """As `dataclasses.dataclass`, with those of its options that the house uses."""

        def made(kind):
            own = dict(vars(kind))
            kind = dataclasses.dataclass(init=False, repr=False, eq=False, slots=slots)(kind)
            for name, method in methods_of(kind, frozen, eq, slots).items():
                if own.get(name) is None:  # Python itself puts a None for the hash of what has its own __eq__
                    setattr(kind, name, method)
            return kind

        return made if kind is None else made(kind)


def methods_of(kind: type[Any], frozen: bool, eq: bool, slots: bool) -> dict[str, Any]:
    """What a class gets, unless it has it of its own."""
    compared = [one.name for one in dataclasses.fields(kind) if one.compare]

    def mine(of: str) -> str:
        return f"({''.join(f'{of}.{name}, ' for name in compared)})"

    def begun(self: Any, *given: Any, **named: Any) -> None:
        kind.__init__ = beginning(kind, frozen)
        kind.__init__(self, *given, **named)

    def equal(self: Any, other: Any) -> Any:
        same = f"{mine('self')} == {mine('other')} if other.__class__ is self.__class__ else NotImplemented"
        kind.__eq__ = written(kind, "__eq__", "self, other", [f"return {same}"])
        return kind.__eq__(self, other)

    def hashed(self: Any) -> Any:
        kind.__hash__ = written(kind, "__hash__", "self", [f"return hash({mine('self')})"])
        return kind.__hash__(self)

    found: dict[str, Any] = {"__init__": begun, "__repr__": shown}
    if eq:
        found |= {"__eq__": equal, "__hash__": hashed if frozen else None}
    if frozen:
        found |= {"__setattr__": never_set, "__delattr__": never_deleted}
    if frozen and slots:
        found |= {"__getstate__": all_values, "__setstate__": set_all}
    return found


def beginning(kind: type[Any], frozen: bool) -> Callable[..., None]:
    """The ``__init__`` of a class: what it is given, what it has by itself, and then its ``__post_init__``."""
    scope: dict[str, Any] = {"_not_given": MISSING, "_put": object.__setattr__}
    taken, lines = ["self"], []
    for one in dataclasses.fields(kind):
        value, own = one.name, f"_own_{one.name}"
        if one.default_factory is not MISSING:
            scope[own], value = one.default_factory, f"{own}() if {one.name} is _not_given else {one.name}"
            taken.append(f"{one.name}=_not_given")
        elif one.default is not MISSING:
            scope[own] = one.default
            taken.append(f"{one.name}={own}")
        elif one.init:
            taken.append(one.name)
        else:
            continue  # its __post_init__ puts it there
        lines.append(f"_put(self, {one.name!r}, {value})" if frozen else f"self.{one.name} = {value}")
    lines += ["self.__post_init__()"] if hasattr(kind, "__post_init__") else []
    return written(kind, "__init__", ", ".join(taken), lines, scope)


def written(
    kind: type[Any], name: str, taken: str, lines: list[str], scope: dict[str, Any] | None = None
) -> Callable[..., Any]:
    """A method of a class, of its text."""
    scope = scope or {}
    exec(f"def {name}({taken}):\n " + "\n ".join(lines or ["pass"]), scope)
    made: Callable[..., Any] = scope[name]
    made.__qualname__ = f"{kind.__qualname__}.{name}"
    return made


@recursive_repr()
def shown(self: Any) -> str:
    """A value as Python shows it."""
    fields = (f"{one.name}={getattr(self, one.name)!r}" for one in dataclasses.fields(self) if one.repr)
    return f"{type(self).__qualname__}({', '.join(fields)})"


def never_set(_self: Any, name: str, _value: Any) -> None:
    """A frozen value stays as it is."""
    raise FrozenInstanceError(f"cannot assign to field {name!r}")


def never_deleted(_self: Any, name: str) -> None:
    """A frozen value keeps what it has."""
    raise FrozenInstanceError(f"cannot delete field {name!r}")


def all_values(self: Any) -> list[Any]:
    """What is kept of a frozen value in slots."""
    return [getattr(self, one.name) for one in dataclasses.fields(self)]


def set_all(self: Any, kept: list[Any]) -> None:
    """A frozen value in slots, as it was kept."""
    for one, value in zip(dataclasses.fields(self), kept, strict=True):
        object.__setattr__(self, one.name, value)
