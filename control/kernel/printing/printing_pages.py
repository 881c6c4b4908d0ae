"""Printouts of the present state: the page that has all of them, one at a time, as PDF, with its progress."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from flask import Blueprint, Response, abort, g, make_response, redirect, request, url_for
from flask.typing import ResponseReturnValue

from control.kernel.actions.registry import perform
from control.kernel.actions.world import Umpire
from control.kernel.errors import OrderError, OrderNotAllowed, OrderNotUnderstood
from control.kernel.journal.numbering_questions import numbering
from control.kernel.journal.safety_questions import moment
from control.kernel.network import is_at_home
from control.kernel.open_room import here, scanned_at
from control.kernel.pages.admitted import desks, require
from control.kernel.pages.doing import or_again
from control.kernel.pages.parts import page
from control.kernel.printing.jobs import Job, Jobs
from control.kernel.printing.kinds import STOCK, Kind, Papers, Press
from control.kernel.printing.making import Gathered, Made, Wish, batch_of, gather, make
from control.kernel.printing.manifest_questions import ever_printed, last_printed, latest, manifest, usual_stock
from control.kernel.values import dataclass

bp = Blueprint("printing", __name__, url_prefix="/print")

CHANGED = "changed"  # instead of a kind: whatever would come out otherwise than when it was printed
PATIENCE = 2.5  # seconds a printing is waited for before its progress is shown


def papers() -> Papers:
    """What this game prints."""
    found: Papers = g.room.game.papers()
    return found


def press() -> Press:
    """The press for this request."""
    at = scanned_at()
    return Press(
        g.session,
        g.room.scenario,
        lambda path: at + path,
        here().drawing,
        datetime.now(UTC),
        desk=g.umpire.desk,
        fingerprint=here().fingerprint,
    )


def mine() -> list[Kind]:
    """The kinds that this desk may print."""
    return [kind for kind in papers().kinds.values() if g.umpire.desk in kind.desks]


@bp.app_context_processor
def printable() -> dict[str, object]:
    """Templates may ask whether this desk may print a kind, before they offer it."""

    def may_print(kind: str) -> bool:
        known = papers().kinds
        return g.umpire is not None and kind in known and g.umpire.desk in known[kind].desks

    return {"may_print": may_print}


# ---- One kind, to look at


@bp.get("/<kind>.pdf")
@desks()
def printout(kind: str) -> ResponseReturnValue:
    """One kind of printout, to look at: nothing is noted. ``?only=7`` is the one of that key,
    ``?stock=Letter`` another paper; the word for an owner gives those of one, and the game may know older names of
    ``only``."""
    chosen = papers().wanted(kind)
    require(chosen.desks)
    only = tuple(value for name in ("only", *papers().older) for value in request.args.getlist(name) if value)
    wish = Wish((chosen,), request.args.get(papers().word, ""), only, request.args.get("stock", ""), one_file=True)
    made = make(wish, press(), moment(g.session).number)
    return as_file(f"{kind}.pdf", made.files[kind])


def as_file(name: str, content: bytes) -> Response:
    """A PDF to be shown, or an archive to be saved; kept by nobody on the way."""
    answer = make_response(content)
    pdf = name.endswith(".pdf")
    answer.mimetype = "application/pdf" if pdf else "application/zip"
    answer.headers["Content-Disposition"] = f'{"inline" if pdf else "attachment"}; filename="{name}"'
    answer.headers["Cache-Control"] = "no-store"
    return answer


# ---- The page of all


@dataclass(frozen=True)
class Row:
    """A kind on the page, and when it was last printed."""

    kind: Kind
    last: Any


@bp.get("/")
@desks()
def show(error: OrderError | None = None) -> ResponseReturnValue:
    """All that this desk can print, and what it has printed."""
    last = last_printed(g.session, g.umpire.desk)
    kinds, chapters = mine(), papers().chapters
    rows = {
        words: [Row(kind, last.get(kind.key)) for kind in kinds if kind.chapter == chapter]
        for chapter, words in chapters.items()
    }
    return page(
        "printing/index.html",
        chapters={name: found for name, found in rows.items() if found},
        keys={words: chapter for chapter, words in chapters.items()},
        owner=papers().word,
        owners=papers().choices(g.session),
        usual=usual_stock(g.session),
        stocks=STOCK,
        error=error,
        form=request.values,
        lost=is_at_home(scanned_at()),
        manifest=manifest(g.session, [kind.key for kind in kinds], g.umpire.desk),
        kinds=papers().kinds,
        up_to=numbering(g.session, g.umpire.desk).told_up_to,
    )


@bp.get("/changed")
@desks()
def changed() -> ResponseReturnValue:
    """What was printed and would come out otherwise now; fetched by itself, for it takes a moment."""
    before = ever_printed(g.session, [kind.key for kind in mine()])
    wish = Wish(tuple(kind for kind in mine() if before[kind.key]), changed=True)
    now = press()
    batches = [found for kind in wish.kinds if (found := batch_of(kind, wish, now)).items]
    return page(
        "printing/_changed.html",
        batches=batches,
        count=sum(len(batch.items) for batch in batches),
        printed=bool(last_printed(g.session, g.umpire.desk)),
    )


@bp.get("/<kind>")
@desks()
def one_kind(kind: str) -> ResponseReturnValue:
    """The things there are of a kind, to print some of them, each with whether it was printed and has changed since."""
    chosen = papers().wanted(kind)
    require(chosen.desks)
    batch = batch_of(chosen, Wish((chosen,)), press())
    return page(
        "printing/kind.html",
        kind=chosen,
        batch=batch,
        before=latest(g.session, chosen.key, g.umpire.desk, batch.marks),
        owner=papers().word,
        owners=papers().choices(g.session),
        form=request.values,
    )


# ---- Printing


@bp.post("/")
@desks()
@or_again(show)
def begin() -> ResponseReturnValue:
    """Begin to print what was asked for: ``kind`` (or a chapter, or ``pack``), with its paper as ``kind:stock``."""
    job = started()
    job.finished.wait(PATIENCE)
    if job.refused:
        return show(job.refused)
    if job.state == "done" and not job.gathered.unprintable and not job.gathered.nothing:
        return redirect(url_for(".fetch", number=job.id, name=job.name), 303)
    return redirect(url_for(".watch", number=job.id), 303)


def started() -> Job:
    """The job of what was asked for. Raises OrderError kinds."""
    asked = request.form.getlist("kind")
    if not asked:
        raise OrderNotUnderstood("Say what to print.", field="kind")
    names, stocks = zip(*((name, stock) for name, _, stock in (one.partition(":") for one in asked)), strict=True)
    for name in names:
        if name in papers().kinds:
            require(papers().kinds[name].desks)
    allowed, whose = mine(), request.form.get(papers().word, "").strip()
    again = CHANGED in names
    chosen = allowed if again else [kind for kind in papers().named(names, whose) if kind in allowed]
    if not chosen:
        raise OrderNotAllowed("This desk prints none of that.", field="kind")
    wish = Wish(
        tuple(chosen),
        whose,
        tuple(request.form.getlist("only")),
        next(filter(None, stocks), request.form.get("stock", "")),
        again or request.form.get("changed") == "yes",
        request.form.get("one_file") == "yes",
    )
    room, umpire, now = g.room, g.umpire, press()
    # A page stays open beside its PDF: what has changed since is printed anew by the same form.
    sent = request.form.get("key", "")[:60]

    def found() -> Gathered:
        with room.store.read() as session:
            return gather(wish, replace(now, session=session), moment(session).number)

    def keep(made: Made) -> None:
        if (order := made.manifest())["printed"]:
            key = hashlib.sha256(f"{sent}/{wish}/{order['printed']}".encode()).hexdigest() if sent else ""
            try:
                perform(room, Umpire(umpire.name, umpire.desk), "print.record", order, key=key)
            except OrderNotAllowed as error:  # noted already, by another process: since then the journal went on
                if error.field != "key":
                    raise

    g.session.rollback()  # nothing of the game is held while the printing is waited for
    jobs: Jobs = here().jobs
    return jobs.start(g.umpire.desk, found, wish.one_file, keep, f"{sent}/{wish}" if sent else "")


def job_of(number: str) -> Job:
    """A printing of this desk, or 404."""
    jobs: Jobs = here().jobs
    return jobs.find(number, g.umpire.desk) or abort(404)


@bp.get("/jobs/<number>")
@desks()
def watch(number: str) -> ResponseReturnValue:
    """How far a printing is, what could not be printed, and the file when it is done."""
    return page("printing/job.html", job=job_of(number))


@bp.get("/jobs/<number>/now")
@desks()
def progress(number: str) -> ResponseReturnValue:
    """The same, the part that moves; if it is gone, it says so instead of standing still."""
    jobs: Jobs = here().jobs
    return page("printing/_job.html", job=jobs.find(number, g.umpire.desk))


@bp.get("/jobs/<number>/<name>")
@desks()
def fetch(number: str, name: str) -> ResponseReturnValue:
    """The file of a printing that is done: it changes no more, so a reader may ask for parts of it."""
    job = job_of(number)
    if job.state != "done" or name != job.name:
        abort(404)
    content = job.content()
    answer = as_file(name, content)
    answer.add_etag()  # by which who comes back for the rest knows that it is of the same file
    return answer.make_conditional(request, accept_ranges=True, complete_length=len(content))
