"""What the first machine says to spares, and of them: entries as they come, the whole game, and a page of who follows.

A spare gets everything, secrets too: only the desk that leads lets one begin, with its code. Whoever has the whole game
shows that by a seal, which needs no code any more (`marked.seal`).
"""

from __future__ import annotations

import hmac
from datetime import datetime
from math import inf
from typing import Any

from flask import Blueprint, g, jsonify, make_response, redirect, request, send_file, session, url_for
from flask.typing import ResponseReturnValue
from itsdangerous import BadSignature, URLSafeSerializer

from control.kernel import steady
from control.kernel.actions.world import Room
from control.kernel.copies import Copy
from control.kernel.copies.copies_pages import copies
from control.kernel.copies.files import checksum, noted_checksum
from control.kernel.entrance.cookies import remember_device
from control.kernel.errors import NotThisDesk, OrderNotAllowed, OrderNotUnderstood
from control.kernel.journal.moment import the_moment
from control.kernel.open_room import here
from control.kernel.pages import sending_pages as sending
from control.kernel.pages.admitted import desks
from control.kernel.pages.parts import page
from control.kernel.pages.threshold import is_ours
from control.kernel.roles import LEAD
from control.kernel.spare.followers import COPIES, ENTRIES, Follower
from control.kernel.spare.following_questions import Position, entries_beyond, position, was_there
from control.kernel.spare.marked import Note, elders, heard_at, is_address, moved_seal, moves, note_of, seal
from control.kernel.typed import Order, number, parse, read, text
from control.kernel.values import dataclass

bp = Blueprint("spare", __name__)

WHO = (LEAD,)

AT_ONCE = 200
"""So many entries are sent at once."""
LONGEST = 20
"""Seconds that a spare may wait for news."""
TOO_FAR = 1000
"""Entries that a copy may be behind for a spare to begin with it."""


class Asked(Order):
    """What a spare says of itself, how far it is, and how many seconds it will wait for news."""

    id: text("a name for the spare", 1, 40)
    name: text("what the spare is called", 1, 60)
    address: text("the spare’s address", 0, 140)
    number: number(0, 10**9, "the number of the last entry")
    turn: number(0, 10**9, "the number of entries that stand apart")
    mark: text("the mark of the last entries", 32, 32)
    wait: number(0, LONGEST, "seconds") = 0


def require_spare() -> None:
    """Stop here unless a spare asks: with the code of the desk that leads, or with its seal. Raises NotThisDesk."""
    sent = request.headers.get("X-Spare", "")
    sealed = hmac.compare_digest(sent.encode("latin-1", "replace"), seal(here().key, "follow").encode())
    if not sealed and (g.umpire is None or g.umpire.desk != g.room.game.leads):
        raise NotThisDesk(
            f"A spare gets everything, so it begins with the code of {g.room.game.the_leader} of this game alone. What "
            "was sent is another’s, or none."
        )


@bp.post("/api/follow/entries")
def entries() -> ResponseReturnValue:
    """What came after the entry that a spare has, as soon as there is anything."""
    require_spare()
    here().followers.allow(request.remote_addr or "", ENTRIES)
    asked: Asked = read(Asked, parse(request.get_data(as_text=True) or "{}", "What was sent"), form=False)
    if asked.address and not is_address(asked.address):
        raise OrderNotUnderstood(f"“{asked.address}” is no address of a machine. One is http://192.168.1.21:8000.",
                                 field="address")  # fmt: skip
    at = Position(asked.number, asked.turn, asked.mark)
    room: Room = g.room
    which, tables = seal(here().key, "which game"), room.game.tables_of
    g.session.rollback()  # whoever waits for news holds up nobody
    with room.store.read() as session:
        ours = was_there(session, at)
    if ours:
        here().followers.hear(Follower(asked.id, asked.name, asked.address, asked.number, asked.turn))

    def look() -> list[dict[str, Any]]:
        with room.store.read() as session:
            return [one.as_dict() for one in entries_beyond(session, at, AT_ONCE)]

    found = here().followers.when(asked.wait, look) if ours else []
    with room.store.read() as session:
        now = position(session)
    return jsonify(
        game=which,
        tables=tables,
        parted=not ours,
        number=now.number,
        turn=now.turn,
        now=steady.now().timestamp(),
        gone=gone_elsewhere(asked.id, asked.address),
        moved=moves(note_here()),
        elders=elders(note_here()),
        entries=found,
    )


@bp.post("/api/follow/copy")
def whole() -> ResponseReturnValue:
    """The whole game in one file: the newest copy that the game still goes on from, or (``fresh``) one made now."""
    require_spare()
    here().followers.allow(request.remote_addr or "", COPIES)
    if here().is_demo or not copies().possible:
        raise OrderNotAllowed(
            "A spare follows a game that is kept in a file, and no demo. A database server has followers of its own "
            "(streaming replication)."
        )
    g.session.rollback()
    copy = None if request.args.get("fresh") else newest()
    copy = copy or copies().make("asked")
    answer = send_file(copy.path, mimetype="application/vnd.sqlite3", as_attachment=True, download_name=copy.name)
    answer.headers["Cache-Control"] = "no-store"
    answer.headers["X-Checksum"] = noted_checksum(copy.path) or checksum(copy.path)
    return answer


def newest() -> Copy | None:
    """The newest copy, if it is sound, this game went on from it, and is not far from it."""
    with g.room.store.read() as session:
        now = position(session).number
    copy = next((one for one in copies().all() if one.state == "checked"), None)
    if copy is None or copy.kind == "before" or not copy.number <= now <= copy.number + TOO_FAR:
        return None
    return copy if copies().fork(copy) == copy.number else None


@bp.post("/api/follow/take-over")
def take_over() -> ResponseReturnValue:
    """The game goes on at a spare: enter nothing more here, and say how far this one is; or, where it goes on at
    another spare already from which it did not move on since, that; or that it goes on here, where it came back since.
    Only who has the whole game can ask for it."""
    sent = parse(request.get_data(as_text=True) or "{}", "What was sent")
    said = sent if isinstance(sent, dict) else {}
    address, sealed, who = (str(said.get(name, "")) for name in ("address", "seal", "id"))
    right = seal(here().key, f"take over {address}")
    if not is_address(address) or not hmac.compare_digest(sealed.encode(), right.encode()):
        raise NotThisDesk("Only a spare of this game can take it over.")
    g.session.rollback()
    moved = said["moved"] if isinstance(said.get("moved"), int) else None
    if (elsewhere := gone_elsewhere(who, address)) and (moved or 0) <= here().gone_moved:
        return jsonify(gone=elsewhere)
    if not comes_later(moved):
        return jsonify(gone=here().at)
    if here().gone_to != address:
        here().goes_on_at(address, who, inf if moved is None else moved)
    with g.room.store.read() as session:
        now = position(session)
    return jsonify(number=now.number, turn=now.turn, gone="")


@bp.post("/api/follow/moved")
def moved() -> ResponseReturnValue:
    """How often the game had moved to another machine when it came to this one, and where it went on since. Anybody may
    ask; that the answer is to what was asked, and of a machine that has the game, says its seal."""
    sent = parse(request.get_data(as_text=True) or "{}", "What was sent")
    asked = str(sent.get("asked", ""))[:64] if isinstance(sent, dict) else ""
    note = note_here()
    said = (moves(note), here().gone_to, note.id if note else "")
    return jsonify(**dict(zip(("moved", "gone", "id"), said, strict=True)), seal=moved_seal(here().key, asked, *said))


def note_here() -> Note | None:
    """The note beside the game, if it was a spare."""
    file = g.room.store.file
    return note_of(file) if file else None


def comes_later(moved: int | None) -> bool:
    """Whether a machine with which the game had ``moved`` so often took it over from this one, and not this one from
    that machine since: whoever took over says so for as long as he runs, and again when he is started again."""
    return moved is None or moved > moves(note_here())


def gone_elsewhere(who: str, address: str) -> str:
    """Where the game goes on, if another spare than this one, at this address, took it over; empty if none did. A spare
    that took over may come to have another address."""
    return here().gone_to if here().gone_by != who and here().gone_to != address else ""


# What people see of it ------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Shown:
    """A spare as the page shows it; ``plain`` if it would serve unencrypted what is encrypted here."""

    name: str
    address: str
    behind: int
    number: int
    at: str
    silent: bool
    plain: bool


def spares() -> list[Shown]:
    """The spares, the one that was heard last first. Nothing is asked of the game for it but where it stands."""
    now, turn = the_moment(g.session).journal, sum(the_moment(g.session).apart.values())
    return [
        Shown(
            one.name,
            one.address,
            one.behind(now, turn),
            one.number,
            f"{datetime.fromtimestamp(one.at):%H:%M:%S}",
            one.silent,
            request.is_secure and one.address.startswith("http:"),
        )
        for one in ([] if here().gone_to else here().followers.all())
    ]


@bp.get("/spare/")
@desks(*WHO)
def show() -> ResponseReturnValue:
    """Who follows, how to have a second laptop follow, and what to do when this one dies."""
    file, note = g.room.store.file, note_here()
    return page(
        "spare/spare.html",
        possible=file is not None and not here().is_demo,
        address=here().at,
        fingerprint=here().fingerprint,
        took=took(note, str(file)) if note and note.taken else None,
    )


@dataclass(frozen=True)
class Took:
    """How this machine took the game over: when, from which address, after which entry, when that one was last heard
    and how many entries it had then that are not here; ``file`` is that of the game."""

    at: str
    first: str
    after: int
    heard: str
    lacks: int
    file: str


def took(note: Note, file: str) -> Took:
    """How it did, by the note beside the game."""
    lacks = max(0, note.number - note.had) + max(0, note.turn - note.had_turn)
    return Took(note.taken[11:16], note.first, note.had, heard_at(note.heard) if note.heard else "", lacks, file)


@bp.get("/spare/now")
@desks(*WHO)
def now() -> ResponseReturnValue:
    """A few words on the spare; the part in the head."""
    return page("spare/_now.html")


@bp.get("/spare/list")
@desks(*WHO)
def listing() -> ResponseReturnValue:
    """Who follows; a part of the page."""
    return page("spare/_list.html")


# The way over ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Way:
    """Where open screens go if this machine does not answer any more: the ``address`` of the spare (empty: there is
    none), what they ask there whether it is ``ready``, and the page with which they come ``over``, with a ``ticket``
    that signs them in there as they are here. ``gone`` if the game is there already."""

    address: str
    ready: str
    over: str
    ticket: str
    gone: bool


def way_on() -> Way:
    """The way to the spare, for whoever asks."""
    address = here().gone_to or ("" if here().is_demo else here().followers.address)
    ticket = tickets().dumps({name: session[name] for name in session if name != "told"}) if address and session else ""
    return Way(address, url_for("spare.ready"), url_for("spare.over"), str(ticket), bool(here().gone_to))


def tickets() -> URLSafeSerializer:
    """What signs them: the first machine and its spare share the key. One is as good as the cookie it was made of, and
    ends with it: when the code of its desk is withdrawn."""
    return URLSafeSerializer(here().key, salt="come over")


@bp.app_context_processor
def shared() -> dict[str, object]:
    """What every page may use."""
    return {"spares": spares, "way_on": way_on}


@bp.get("/over/way")
def way() -> ResponseReturnValue:
    """The way to the spare, for a page that was opened before there was one."""
    found = way_on()
    return jsonify(spare=found.address, ticket=found.ticket)


@bp.get("/over/ready")
def ready() -> ResponseReturnValue:
    """Whether the game is played here: asked by pages of the first machine, so of another site."""
    answer = make_response("", 503 if g.room.store.closed else 204)
    answer.headers["Access-Control-Allow-Origin"] = "*"
    answer.headers["Cache-Control"] = "no-store"
    return answer


@bp.get("/over")
def over() -> ResponseReturnValue:
    """Where a screen arrives that comes over."""
    return page("spare/over.html")


@bp.post("/over")
def come_over() -> ResponseReturnValue:
    """Sign in whoever brings a ticket, as he was at the first machine; anybody else goes to the door."""
    ahead = request.form.get("next", "")
    ahead = ahead if is_ours(ahead) else url_for("front.home")
    try:
        brought = tickets().loads(request.form.get("ticket", ""))
    except BadSignature:
        return redirect(url_for("front.sign_in", next=ahead), 303)
    if session.get("sign_in") != brought.get("sign_in"):
        sending.forget()  # whoever comes over once more goes on with what he typed here
    session.clear()
    session.update(brought)
    session.permanent = True
    remember_device("desk", brought.get("place") or brought["desk"], request)
    return redirect(ahead, 303)
