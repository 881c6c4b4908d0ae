"""Doing what a form asks, once however often it is sent; then the page that shows what came of it or the form again."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import wraps
from typing import Any

from flask import g, redirect, request, session
from flask.typing import ResponseReturnValue

from control.kernel.actions.registry import perform, perform_all, perform_together
from control.kernel.errors import NotKept, OrderError
from control.kernel.journal.journal_questions import EntryView, entry_of, made_by_form, undone_numbers, view
from control.kernel.journal.moment import the_moment
from control.kernel.journal.numbering_questions import entered, numbering, told_when_made
from control.kernel.open_room import here
from control.kernel.rows import Entry
from control.kernel.undo.undo import at_once, showed, why_not

STANDS = "What you sent was done, and stands. Only what came of it cannot be shown now."
SOME = "Some of what you sent was done, and stands. Look again at what is left."


def done(entry: Entry, to: str) -> ResponseReturnValue:
    """After an action: on to the page that shows what came of it, with the sentence at its top. Who holds the
    cookie can read it, so it has the number that his desk is told."""
    told = told_when_made(g.room.game, g.umpire.desk, entry)
    g.stands, session["told"] = True, 0  # which it is as long as its number is not known
    session["told"] = own_number(entry.number) if told is None else told
    return redirect(to, 303)


def own_number(number: int) -> int:
    """The number of an entry as the desk of whoever asks is told it."""
    return numbering(g.session, g.umpire.desk).told(number) if g.get("umpire") else number


def told_before(number: int) -> tuple[EntryView, str] | None:
    """The entry of that number, as a desk is told it, and why the umpire cannot take it back (empty if nothing speaks
    against it). A form whose answer was lost is answered when the network is back: by then a colleague may have taken
    back what it did, or built on it, which is asked unless nothing has happened since."""
    numbers = numbering(g.session, g.umpire.desk)
    if (found := entry_of(g.session, numbers.true(number))) is None:
        return None
    newest = found.number == the_moment(g.session).journal
    gone = set() if newest else undone_numbers(g.session, apart=found.number < 0)
    if newest:
        why = at_once(here().room.game, found, g.umpire, gone) or showed(g.session, found, g.umpire)
    else:
        why = why_not(g.session, [found.number], g.umpire, gone)[found.number].sentence
    return numbers.view(view(found, found.number in gone)), why


def form_key() -> str:
    """The key with which this form was sent. Whoever makes one up makes none that stands for what a script sent, or for
    a part of what another form does: those have a stroke."""
    return request.form.get("key", "").replace("/", "").replace("\0", "")[:60]


@contextmanager
def doing() -> Iterator[None]:
    """Within, an action is performed. At its end it stands, whatever then becomes of the answer, or of what the same
    form does after it (`what_stands`)."""
    g.in_part = bool(g.get("stands"))
    g.session.rollback()  # who waits for a turn to write holds up nobody who reads
    try:
        yield
        g.stands, g.in_part = True, False
    finally:
        g.session.rollback()  # what was read before is no longer how the game stands


def stands() -> bool:
    """Whether what this request asks for was done, or what the form before it did, whose page this was to be."""
    return bool(g.get("stands")) or (request.method == "GET" and "told" in session)


def what_stands() -> str:
    """What to say of it to whom something failed: all that was asked for was done, or some of it; empty for nothing."""
    return SOME if g.get("in_part") else STANDS if stands() else ""


def reason(error: NotKept) -> str:
    """Why nothing can be kept or read, without what follows for whoever has nothing done yet."""
    return f"{error.sentence.partition('. ')[0].removesuffix('.')}."


def act(name: str, data: Any) -> Entry:
    """Perform an action from this form, once however often it is sent."""
    key = form_key()
    form = {field: value for field, value in data.items() if field not in ("key",)}
    order = entered(g.session, g.room.game, g.umpire.desk, name, form, form=True)
    with doing():
        return perform(g.room, g.umpire, name, order, key=key, form=True)


def act_all(name: str, orders: Iterable[Any], turn: str = "") -> list[Entry]:
    """Perform an action from this form for each of these orders, all or none, once however often it is sent; the
    ``turn`` tells apart what one form does one after the other."""
    key = form_key()
    with doing():
        return perform_all(g.room, g.umpire, name, orders, key=f"{key}{turn}" if key else "", form=True)


def act_before(name: str, before: str, orders: Sequence[Any], data: Any) -> Entry:
    """Perform an action from this form, and another ``before`` it for each of these orders: all or nothing, once
    however often it is sent. What was wrong with the last is seen as without them."""
    key = form_key()
    steps = [(before, one, f"{key}/{spot}" if key else "") for spot, one in enumerate(orders)]
    try:
        with doing():
            return perform_together(g.room, g.umpire, [*steps, (name, data, key)], form=True)[-1]
    except OrderError as error:
        _spot, _, field = error.field.partition(".")
        raise type(error)(error.sentence, field=field, ruling=error.ruling) from None


def sent_before() -> Entry | None:
    """The last entry that this form has made already; None for one that comes for the first time. For a form about what
    is gone once it was done: whoever taps twice, or whose answer was lost, is answered as at first."""
    key = form_key()
    return made_by_form(g.session, key, g.umpire.name, str(g.umpire.desk)) if key else None


def acted(name: str, data: Any, to: str, again: Callable[[OrderError], ResponseReturnValue]) -> ResponseReturnValue:
    """Perform an action from this form and go on; if it is refused, the page ``again``, with what was wrong."""
    try:
        return done(act(name, data), to)
    except OrderError as error:
        return again(error)


def or_again(page: Callable[..., ResponseReturnValue]) -> Callable[..., Any]:
    """What answers a form: if it cannot do what was sent, the ``page`` with the form again, which is given what the
    address names and what was wrong; of a form that does one thing after the other, that some of it was done."""

    def decorate(view: Callable[..., ResponseReturnValue]) -> Callable[..., ResponseReturnValue]:
        @wraps(view)
        def tried(**named: Any) -> ResponseReturnValue:
            try:
                return view(**named)
            except OrderError as error:
                if g.get("stands"):
                    error.sentence = f"{SOME} {reason(error) if isinstance(error, NotKept) else error.sentence}"
                return page(*named.values(), error)

        return tried

    return decorate
