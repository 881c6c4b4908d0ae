"""What may be done in a game: actions, by name; `perform` (registry.py) alone runs them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from control.kernel.roles import Roles
from control.kernel.typed import Order, text
from control.kernel.values import dataclass


class OpenPart(NamedTuple):
    """A part of an order that is done openly: the action and its order, and the field of the whole order at which a
    refusal is told, if it has another name there."""

    action: str
    order: Mapping[str, Any]
    field: str


class Forcible(Order):
    """An order that the desk which leads may force against a rule, giving a reason that the journal keeps."""

    force: text("the reason for forcing it", label="Reason to force it") = ""


@dataclass(frozen=True)
class Action:
    """Something that may be done: ``run`` is given the world it happens to (world.World) and the order.

    ``order`` is the type of its order, or what makes that for a game, whose desks or views one chooses among.
    ``seen_by`` are the desks that may read its entries in the journal, if they are not those inside, and ``hides``
    the arguments that only the desk which leads reads there. ``also`` is what an undo must know of it: that it
    ``withdraws`` a code, which must not come back behind the back of whoever withdrew it; that a stretch of the game
    ``ends`` with it; that it ``shows`` what was hidden; that it ``takes_back`` others itself. The entries of
    one that is ``apart`` stand apart (rows.ApartEntry), and so do those which a group of desks hides from the others:
    ``among`` says, of a world and an order, which desks alone may see and count that one; None where all may count it.
    What of it everybody sees is done ``openly``: first, by entries of the journal of their own. ``critical`` says, of
    the same, why that one waits for a second umpire before it counts; nothing if it does not. ``needs`` is what a game
    must hand over for it (a field of UmpiredGame), if not every game does; ``stretch`` is its word for one.
    ``formerly`` brings what it says, and what it said before its words were changed, to the same: a journal of then is
    replayed too.
    """

    name: str
    title: str
    order: Any
    desks: frozenset[str]
    run: Callable[[Any, Any], str]
    seen_by: tuple[str, ...] | None = None
    also: frozenset[str] = frozenset()
    hides: frozenset[str] = frozenset()
    apart: bool = False
    critical: Callable[[Any, Any], str] | None = None
    among: Callable[[Any, Any], Iterable[str] | None] | None = None
    openly: Callable[[Any, Any], Iterable[OpenPart]] | None = None
    needs: str = ""
    stretch: str = "stretch"
    formerly: Callable[[str], str] | None = None

    def of(self, game: Roles) -> Action:
        """The action as it is in a game, whose desks are called by their keys."""
        order = self.order if isinstance(self.order, type) else self.order(game)
        seen_by = None if self.seen_by is None else game.desks(*self.seen_by)
        desks = frozenset(game.desks(*self.desks))
        return replace(self, order=order, desks=desks, seen_by=seen_by, stretch=game.stretch_word)

    @property
    def summary(self) -> str:
        """What it does: the first line of its function's docstring, with the game's word for a ``stretch`` of it."""
        return (self.run.__doc__ or "").strip().partition("\n")[0].replace("stretch", self.stretch)


class Actions(dict[str, Action]):
    """The actions of a game, by name."""

    def add(
        self,
        name: str,
        *,
        title: str,
        order: type[Order] | Callable[[Any], type[Order]],
        desks: Iterable[str],
        seen_by: Iterable[str] | None = None,
        also: Iterable[str] = (),
        hides: Iterable[str] = (),
        apart: bool = False,
        critical: Callable[[Any, Any], str] | None = None,
        among: Callable[[Any, Any], Iterable[str] | None] | None = None,
        openly: Callable[[Any, Any], Iterable[OpenPart]] | None = None,
        needs: str = "",
        formerly: Callable[[str], str] | None = None,
    ) -> Callable[..., Any]:
        """Put the decorated function among them under ``name`` (see Action)."""

        def register(run: Callable[[Any, Any], str]) -> Callable[[Any, Any], str]:
            readers = None if seen_by is None else tuple(seen_by)
            marks = frozenset(also), frozenset(hides), apart, critical, among, openly, needs
            self[name] = Action(name, title, order, frozenset(desks), run, readers, *marks, formerly=formerly)
            return run

        return register


KERNEL_ACTIONS = Actions()
"""What may be done in every game."""
