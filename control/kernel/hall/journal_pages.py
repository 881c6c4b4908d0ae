"""The journal with its filters, and undo: every desk reads what it may, and takes back what it did."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping
from itertools import accumulate, chain, groupby
from typing import Any
from urllib.parse import urlsplit

from flask import Blueprint, g, request, url_for
from flask.typing import ResponseReturnValue

from control.kernel.actions.looking_actions import looks
from control.kernel.errors import ChangedElsewhere, OrderError, OrderNotUnderstood, did_you_mean
from control.kernel.hall.filters import JournalFilter, Pairs, conditions
from control.kernel.journal.audience import hears, may_read
from control.kernel.journal.journal_questions import entry_of, hidden_among, journal, journal_apart, undone_numbers
from control.kernel.journal.moment import the_moment
from control.kernel.journal.numbering_questions import numbering
from control.kernel.pages.admitted import desks
from control.kernel.pages.doing import act_before, acted, done, sent_before, told_before
from control.kernel.pages.lists import part_of
from control.kernel.pages.parts import htmx, page, page_or_part, status_of
from control.kernel.pages.threshold import is_ours
from control.kernel.roles import APART
from control.kernel.undo.rewind import ahead
from control.kernel.undo.rewind import lines as lines_of_rewind
from control.kernel.undo.undo import why_not, why_not_apart

bp = Blueprint("journal", __name__, url_prefix="/journal")

LINES = 30


@bp.get("/")
@desks()
def show(error: OrderError | None = None) -> ResponseReturnValue:
    """The journal, newest first; filtered as the address says."""
    choices = {name: tuple(one.choices(g.session, g.umpire.desk)) for name, one in by().items()}
    only, unknown = asked(choices)
    wrong = error or unknown
    return page_or_part(
        "journal/journal.html",
        "journal/_entries.html",
        status_of(wrong) if wrong else 0,
        by=by(),
        choices=choices,
        error=error,
        only=only,
        wanted=request.form.get("entry", type=any_number),
        **lines(only, unknown, request.args.get("before", type=entry_number)),
    )


@bp.get("/apart")
@desks(APART)
def apart() -> ResponseReturnValue:
    """What stands apart, newest first. If the desk that leads looks at it, it is in there that it did."""
    looks(g.room, g.umpire)
    g.session.rollback()
    return page_or_part(
        "journal/apart.html",
        "journal/_entries.html",
        entries=journal_apart(g.session),
        reasons=why_not_apart(g.session, g.umpire),
        before=None,
        filters={},
        full=False,
        back=on_screen(),
    )


def by() -> Mapping[str, JournalFilter]:
    """The filters of this game, by their names in the address."""
    filters: Mapping[str, JournalFilter] = g.room.game.journal_filters
    return filters


def lines(
    only: Mapping[str, str] | None = None, unknown: OrderNotUnderstood | None = None, before: int | None = None
) -> dict[str, Any]:
    """The entries themselves, each with why it cannot be taken back: what the part of the page needs."""
    desk, undone, numbers = g.umpire.desk, undone_numbers(g.session), numbering(g.session, g.umpire.desk)
    since = None if before is None else numbers.true(before)
    filters = {name: key for name, key in (only or {}).items() if key}
    open_, closed = conditions(by(), {} if unknown else filters)
    entries = [] if unknown else journal(g.session, desk, undone, LINES, since, open_)
    full = len(entries) == LINES
    if not unknown and any(hears(g.room.game, desk, named) for named in the_moment(g.session).apart if named):
        undone |= undone_numbers(g.session, apart=True)
        hidden = hidden_among(g.session, desk, undone, entries[-1].number if full else 0, since, closed)
        entries = sorted([*entries, *hidden], key=lambda one: one.place, reverse=True)
    reasons = why_not(g.session, [one.number for one in entries], g.umpire, undone)
    return {
        "entries": [numbers.view(one) for one in entries],
        "before": before,
        "unknown": unknown,
        "full": full,
        "filters": filters,
        "back": on_screen(),
        "reasons": {numbers.told(number): why for number, why in reasons.items()},
    }


def asked(choices: Mapping[str, Pairs]) -> tuple[dict[str, str], OrderNotUnderstood | None]:
    """The filters of this address. What is typed is a name; one that nobody has is told, with near ones."""
    only = {name: request.args.get(name, "")[:60] for name in choices}
    found: dict[str, str] = {}
    for name, rows in choices.items():
        named = {label: key for key, label in rows} | {key: key for key, _ in rows}
        if only[name] and only[name] not in named:
            near = did_you_mean(only[name], named)
            return only, OrderNotUnderstood(f"The journal knows no {name} “{only[name]}”.{near}", field=name)
        found[name] = named.get(only[name], "")
    return found, None


def on_screen() -> str:
    """The address of the page that shows these lines: htmx tells whose part it fetches, a form where it stood."""
    if request.method == "POST":
        return request.form.get("next", "")
    try:
        shown = urlsplit(htmx().current_url or request.url)
    except ValueError:  # a header that is no address
        return ""
    return shown.path + (f"?{shown.query}" if shown.query else "")


def entry_number(typed: str) -> int:
    """The number of an entry in an address, which no journal exceeds. Raises ValueError for anything else."""
    return max(0, min(int(typed), 10**6))


def any_number(typed: str) -> int:
    """The number of an entry in a form, below zero of one that stands apart. Raises ValueError for anything else."""
    return max(-(10**9), min(int(typed), 10**9))


@bp.post("/undo")
@desks()
def undo() -> ResponseReturnValue:
    """Take an entry back, and go back to where the button was."""
    ahead = request.form.get("next", "")
    form: dict[str, Any] = {name: value for name, value in request.form.items() if name != "next"}
    return acted("journal.undo", form, ahead if ahead and is_ours(ahead) else url_for(".show"), show)


@bp.get("/told/<int(signed=True):number>")
@desks()
def told(number: int) -> ResponseReturnValue:
    """The Undo of what a page told was done, or why there is none any more; nothing if that is what is ``shown``."""
    entry = entry_of(g.session, numbering(g.session, g.umpire.desk).true(number))
    found = told_before(number) if entry and may_read(g.room.game, entry, g.umpire.desk) else None
    what, stays = found or (None, "The journal has no such entry.")
    if stays == request.args.get("shown", ""):
        return "", 204
    return page("journal/_told.html", told=what, told_stays=stays, back=on_screen())


@bp.get("/rewind/<int:number>")
@desks()
def rewind(number: int, error: OrderError | None = None) -> ResponseReturnValue:
    """What goes with an entry if it is taken back, what stays, and what is out of the house already. Where there is
    nothing to take back, the journal says so."""
    try:
        looked = ahead(g.session, entry_number(str(number)), g.umpire)
    except OrderError as nothing:
        return show(error or nothing)
    goes = part_of([*chain.from_iterable(desk.entries for desk in looked.by_desk)])
    shown = lines_of_rewind(g.session, g.umpire, goes.rows)
    ends = [*accumulate(len(desk.entries) for desk in looked.by_desk)]
    by_desk = groupby(enumerate(goes.rows, goes.since), lambda row: bisect_right(ends, row[0]))
    part = "journal/rewind.html" if error else "journal/_goes.html"
    rows = [(looked.by_desk[spot], [number for _, number in those]) for spot, those in by_desk]
    return page_or_part("journal/rewind.html", part, ahead=looked, cut=goes, by_desk=rows, shown=shown, error=error)


@bp.post("/rewind/<int:number>")
@desks()
def rewound(number: int) -> ResponseReturnValue:
    """Take an entry back with all that was shown to rest on it."""
    goes = [one for one in request.form.get("goes", "").split(",") if one]
    form: dict[str, Any] = {**request.form.to_dict(), "goes": goes, "entry": str(number)}
    hidden = form.pop("hidden", "")
    if g.umpire.desk != g.room.game.leads:
        return acted("journal.rewind", form, url_for(".show"), lambda error: rewind(number, error))
    form.pop("key", "")
    first = [{"entry": one, "force": form.get("force", "")} for one in hidden.split(",") if one]
    try:
        hidden_as_shown(number, hidden)
        return done(act_before("journal.rewind", "journal.undo", first, form), url_for(".show"))
    except OrderError as error:
        return rewind(number, error)


def hidden_as_shown(number: int, hidden: str) -> None:
    """Raises ChangedElsewhere if what desks hide and goes before is no longer what this form was drawn with: its page
    then comes with what there is now, and sends that. A form that was done already finds none of it any more."""
    if sent_before() is None and ahead(g.session, entry_number(str(number)), g.umpire).named_hidden != hidden:
        raise ChangedElsewhere(HIDDEN_SINCE, field="goes")


HIDDEN_SINCE = "What desks hide has changed since this was shown. Look at it as it is now, then decide again."
