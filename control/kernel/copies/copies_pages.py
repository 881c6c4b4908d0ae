"""Copies of the game: made, listed, downloaded, restored; and the heartbeat that says whether they are made."""

from __future__ import annotations

import hmac
import secrets
import time
from datetime import datetime

from flask import Blueprint, g, redirect, request, send_file, url_for
from flask.typing import ResponseReturnValue

from control.kernel import steady
from control.kernel.actions.looking_actions import looks
from control.kernel.actions.registry import perform
from control.kernel.actions.world import Room
from control.kernel.copies import GONE_ON, POSTGRESQL, Copies, Copy, Pack
from control.kernel.copies.restored_actions import withdrawn
from control.kernel.database.versions import highest_version
from control.kernel.errors import ChangedElsewhere, NotKept, OrderError, OrderNotUnderstood
from control.kernel.journal.journal_questions import journal_at
from control.kernel.journal.safety_questions import (
    apart_after,
    done_apart,
    entered_after,
    entries_after,
    is_known,
    wants_packs,
    who_after,
)
from control.kernel.open_room import here
from control.kernel.pages.admitted import desks
from control.kernel.pages.doing import act, done, form_key, or_again
from control.kernel.pages.parts import page
from control.kernel.printing.kinds import Papers
from control.kernel.printing.manifest_questions import last_printed
from control.kernel.roles import LEAD
from control.kernel.typed import whole_number
from control.kernel.values import dataclass
from control.kernel.wording import at_clock

bp = Blueprint("safety", __name__, url_prefix="/safety")

WHO = (LEAD,)
WHY = {"gate": "end of a {}", "asked": "asked for", "timed": "by itself", "before": "before a restore"}
MOST_SHOWN = 400
"""So many lost entries are listed; of those before only the number is told."""


def copies() -> Copies:
    """The copies of this game."""
    found: Copies = here().copies
    return found


# The heartbeat ------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Pulse:
    """The heartbeat: ``state`` is ``good``, ``half`` (the second folder fails), ``stopped`` or ``none``.

    ``late_in`` are the seconds after which it stops if nothing happens; screens count them by themselves.
    """

    state: str
    words: str
    why: str
    good: Copy | None
    second_good: Copy | None
    has_second: bool
    late_in: int | None = None


def pulse() -> Pulse:
    """The heartbeat as it is now."""
    made, beat, now = copies(), copies().beat(), steady.now().timestamp()
    has_second = made.second is not None

    def told(state: str, words: str, why: str = "", late_in: float | None = None) -> Pulse:
        whole = None if late_in is None else max(1, int(late_in))
        return Pulse(state, words, why, beat.good, beat.second_good, has_second, whole)

    if not made.possible:
        return told("none", "Copies are made elsewhere", POSTGRESQL)
    if not beat.running:
        return told("stopped", "Nobody makes copies", "This server was not started with control-room serve. Make them "
                    "by hand, or start it so.")  # fmt: skip
    if beat.trouble:
        return told("stopped", "Copies have stopped", beat.trouble)
    if now - beat.looked > made.late:
        since = at_clock(beat.looked)
        return told("stopped", "Copies have stopped", f"Nothing was heard of the copying since {since}. Restart the "
                    "server; nothing is lost by that.")  # fmt: skip
    waiting = waited(beat.good, now)
    if waiting > made.late:
        return told("stopped", "Copies have stopped", f"For {minutes(waiting)} entries have been in no copy.")
    late_in = made.late - max(waiting, now - beat.looked)
    if beat.second_trouble:
        behind = waited(beat.second_good, now)
        if behind > made.late:
            return told("stopped", "Copies on the second folder have stopped", beat.second_trouble)
        return told("half", "The second folder fails", beat.second_trouble, late_in)
    return told("good", "Copies are made", "", late_in)


def stopped_copies() -> Pulse | None:
    """The heartbeat, if it has stopped while it should beat: this stands on every page of the desk that leads."""
    if not copies().possible or not copies().beat().running:
        return None
    now = pulse()
    return now if now.state == "stopped" else None


def waited(copy: Copy | None, now: float) -> float:
    """For how many seconds the oldest entry that is not in this copy has waited."""
    first = entered_after(g.session, copy.number if copy else 0)
    return now - datetime.fromisoformat(first).timestamp() if first else 0.0


def minutes(seconds: float) -> str:
    """A length of time in words."""
    if seconds < 90:
        return "a minute"
    if seconds < 5400:
        return f"{round(seconds / 60)} minutes"
    return f"{round(seconds / 3600)} hours"


def ago(copy: Copy | Pack) -> str:
    """How old a copy is, in words. One whose moment is still to come was made, or came after one that was made, before
    the clock was put back (`stamp_after`)."""
    age = time.time() - copy.made.timestamp()
    if age < -45:
        return "by a clock that was ahead"
    return "just now" if age < 45 else f"{minutes(age)} ago"


def made_at(copy: Copy | Pack) -> str:
    """When a copy was made, by the hall's clock; with the day if that is not today."""
    today = copy.made.date() == datetime.now().astimezone().date()
    return f"{copy.made:%H:%M}" if today else f"{copy.made.day} {copy.made:%B, %H:%M}"


def weight(size: int) -> str:
    """The size of a file in words."""
    return f"{size / 1e6:.1f} MB" if size >= 1e5 else f"{size / 1e3:.0f} kB"


def stretch() -> str:
    """What a stretch of this game is called."""
    word: str = g.room.game.stretch_word
    return word


@bp.app_context_processor
def shared() -> dict[str, object]:
    """The heartbeat may stand on other pages too."""
    return {
        "pulse": pulse,
        "stopped_copies": stopped_copies,
        "made_at": made_at,
        "stretch": stretch(),
        "why_made": lambda copy: WHY.get(copy.kind, copy.kind).format(stretch()),
        "ago": ago,
        "weight": weight,
    }


@bp.get("/heartbeat")
@desks(*WHO)
def heartbeat() -> ResponseReturnValue:
    """Whether copies are made; a part that screens ask for again and again."""
    return page("copies/_heartbeat.html")


# The list -----------------------------------------------------------------------------------------------------


@bp.get("/")
@desks(*WHO)
def show(error: OrderError | None = None) -> ResponseReturnValue:
    """The copies, and how to make one."""
    told = request.args.get("told", "")
    papers: Papers | None = g.room.game.papers()
    pack, first = papers.fallback if papers else ("", "")
    return page(
        "copies/copies.html",
        copies=copies().all(),
        made=copies(),
        error=error,
        told_of=told if told in ("made", "restored", "file") else "",
        file=request.args.get("file", ""),
        packs=copies().packs(),
        by_itself=wants_packs(g.session),
        pack=pack,
        printed=last_printed(g.session, g.umpire.desk).get(first),
    )


@bp.get("/list")
@desks(*WHO)
def listing() -> ResponseReturnValue:
    """The list alone; a part of the page."""
    return page("copies/_list.html", copies=copies().all(), made=copies())


@bp.post("/copies")
@desks(*WHO)
@or_again(show)
def make() -> ResponseReturnValue:
    """Make a copy now; the second folder gets it right after."""
    copies().make("asked")
    if copies().beat().running:
        copies().hurry()
    else:
        copies().carry()
    return redirect(url_for(".show", told="made"), 303)


@bp.get("/copies/<name>/download")
@desks(*WHO)
def download(name: str) -> ResponseReturnValue:
    """A copy as a file."""
    copy = copies().find(name)
    answer = send_file(copy.path, mimetype="application/vnd.sqlite3", as_attachment=True, download_name=copy.name)
    answer.headers["Cache-Control"] = "no-store"
    return answer


# Fallback packs -----------------------------------------------------------------------------------------------


@bp.get("/packs/<name>")
@desks(*WHO)
def pack(name: str) -> ResponseReturnValue:
    """A fallback pack that was written beside the copies."""
    found = next((one for one in copies().packs() if one.name == name), None)
    if found is None:
        raise OrderNotUnderstood("There is no such fallback pack. Look at the list again.", field="pack")
    answer = send_file(found.path, mimetype="application/pdf", download_name=found.name)
    answer.headers["Cache-Control"] = "no-store"
    return answer


@bp.post("/packs/at-gates")
@desks(*WHO)
@or_again(show)
def packs_at_gates() -> ResponseReturnValue:
    """Have the fallback pack written at every gate, or no more; the first one is written at once."""
    on = request.form.get("on") == "yes"
    entry = act("fallback.at_gates", {"on": on})
    if on and copies().possible:
        copies().write_pack()
        copies().hurry()
    return done(entry, url_for(".show"))


# Restoring ----------------------------------------------------------------------------------------------------


@bp.get("/copies/<name>")
@desks(*WHO)
def look(name: str, error: OrderError | None = None) -> ResponseReturnValue:
    """What would be lost, and what would come back, if the game were set back to a copy."""
    copy = copies().find(name)
    if copy.state == "unread":
        copy = copies().verify(copy)
    lost, who, at, fork, then, apart = [], [], journal_at(g.session), 0, None, []
    if copy.state == "checked":  # as it was when it was last read; a restore reads it through once more
        fork, then = copies().fork(copy), copies().stands(copy)
        lost, who = entries_after(g.session, fork, MOST_SHOWN), who_after(g.session, fork)
        if g.umpire.desk in g.room.game.who_is_apart and (apart := apart_after(g.session, then.apart, fork)):
            looks(g.room, g.umpire)
            g.session.rollback()
    return page(
        "copies/restore.html",
        copy=copy,
        lost=lost,
        apart=apart,
        who=who,
        at=at,
        fork=fork,
        then=then,
        error=error,
        form=request.form,
        many=at - fork,
        seen_apart=seal_of(secrets.token_hex(8), done_apart(g.session)),
    )


def seal_of(nonce: str, many: int) -> str:
    """What a form brings back of how many entries stand apart, in which nobody can read that, nor whether it is the
    same as in another form."""
    return f"{nonce}.{hmac.new(here().key.encode(), f'apart/{nonce}/{many}'.encode(), 'sha256').hexdigest()}"


@bp.post("/copies/<name>/restore")
@desks(*WHO)
def restore(name: str) -> ResponseReturnValue:
    """Set the running game back to a copy; what it replaces is kept in another copy first."""
    copy = copies().find(name)
    key, seen = form_key(), whole_number(request.form.get("journal", ""))
    if is_known(g.session, key):
        return redirect(url_for(".show", told="restored"), 303)
    try:
        if not isinstance(seen, int):
            raise OrderNotUnderstood("Look at the copy first, then restore it from there.", field="journal")
        set_back(copy, seen, key, request.form.get("apart", ""))
    except OrderError as error:
        g.session.rollback()
        return look(name, error)
    return redirect(url_for(".show", told="restored"), 303)


def set_back(copy: Copy, seen: int, key: str, seen_apart: str) -> None:
    """Set the running game back: the note of it is in the copy's journal before the copy takes the game's place."""
    room: Room = g.room
    apart = done_apart(g.session)
    right = seal_of(seen_apart.partition(".")[0], apart)
    if seen_apart and not hmac.compare_digest(seen_apart.encode(), right.encode()):
        raise ChangedElsewhere(GONE_ON, field="journal")
    if room.store.closed:  # the game goes on elsewhere
        raise NotKept(room.store.closed)
    with copies().opened(copy) as (store, file):
        room.game.bring_up(store, room.scenario)
        fork, then = copies().fork(copy), copies().stands(copy)
        with store.read() as was, room.store.read() as now:
            codes = withdrawn(now, was)
            highest = highest_version(now, room.game.tables.values())
        counted = {"lost": max(0, seen - fork), "returned": then.number - fork, "kept": seen, "highest": highest}
        note = {"snapshot": copy.name, **counted}
        perform(Room(store, room.scenario), g.umpire, "game.restored", note | codes, key=key)
        g.session.rollback()
        copies().put_back(file, seen, apart)
    g.session.rollback()  # what was read before is no longer how the game stands
    here().live.anew()


@bp.post("/copies/<name>/new-file")
@desks(*WHO)
@or_again(look)
def new_file(name: str) -> ResponseReturnValue:
    """Write a copy to a new file beside the game, which goes on as it is."""
    copy = copies().find(name)
    to = copies().restore_to(copy, request.form.get("name", "").strip())
    return redirect(url_for(".show", told="file", file=to.name), 303)
