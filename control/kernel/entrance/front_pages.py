"""The front door: signing in with a desk's code, and cards that open their entry."""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Callable, Collection, Iterable
from functools import partial
from itertools import chain

from flask import Blueprint, Flask, Request, Response, abort, current_app, g, redirect, request, session, url_for
from flask.typing import ResponseReturnValue
from sqlalchemy.orm import Session
from werkzeug.datastructures import ImmutableMultiDict, MultiDict
from werkzeug.exceptions import RequestEntityTooLarge

from control.kernel.actions.world import Umpire
from control.kernel.codes import CHECKS, as_typed, in_groups, read_code
from control.kernel.demo import MARK as DEMO
from control.kernel.entrance.cookies import keep_device, known_device, remember_device
from control.kernel.errors import OrderError, OrderNotAllowed, OrderNotUnderstood
from control.kernel.game import Finds, Place
from control.kernel.hall.announcements.announcements_questions import newest_unread
from control.kernel.hall.confirmations.confirmations_questions import to_confirm
from control.kernel.journal.audience import hears
from control.kernel.journal.journal_questions import counts_since, desk_row, places, ways_in
from control.kernel.open_room import here
from control.kernel.pages import sending_pages as sending
from control.kernel.pages.admitted import desks
from control.kernel.pages.brake import Brake, Braked, Guesses
from control.kernel.pages.doing import own_number, told_before
from control.kernel.pages.drawn_once import fresh_key, the_same_for_all
from control.kernel.pages.live import PARK, beginning, says_only
from control.kernel.pages.marks import mark_of
from control.kernel.pages.parts import htmx, known, page, styles_beside
from control.kernel.pages.ruled_pages import ruled, ruling, ruling_filter
from control.kernel.pages.threshold import LOOKS, host_in, is_from_here, is_ours
from control.kernel.roles import INSIDE, LEAD, STROKE, Seat, desk_at
from control.kernel.values import dataclass
from control.kernel.wording import as_argument, at_clock, capital, name_given, within

bp = Blueprint("front", __name__)


SCREENS = ("displays.show", "displays.view", "displays.now")
"""The pages that everybody in the hall sees; a game has more (Navigation.hall)."""


@dataclass(frozen=True)
class Link:
    """A word in the band: where it leads, whether one is there ("page") or at a page of it ("true"), and on which
    screens only it is shown ("broad", "phone")."""

    page: str
    words: str
    here: str = ""
    size: str = ""


@dataclass(frozen=True)
class Band:
    """The words in the band of a desk, those behind "More" with their headings (the first have none), and the box that
    finds things, if it has one."""

    links: list[Link]
    behind: list[tuple[str, list[Link]]]
    finds: Finds | None

    @property
    def here(self) -> str:
        """Whether one is at a page behind "More": on every screen ("broad"), on phones ("phone"), or not at all."""
        sizes = {link.size for _, links in self.behind for link in links if link.here}
        return "" if not sizes else "phone" if sizes == {"phone"} else "broad"


def band_of(desk: str, endpoint: str) -> Band:
    """The band of a desk on a page; one word in it is marked, on sub-pages too."""
    navigation = here().room.game.navigation

    def open_to_it(places: Iterable[Place], before: Collection[str] = ()) -> dict[str, str]:
        return {
            to: words
            for to, words, only in places
            if to not in before and (not only or desk in only) and is_open_to(desk, to)
        }

    shown = open_to_it(navigation.band)
    more = {title: open_to_it(places, shown) for title, places in navigation.more.items()}
    marked = section([*shown, *chain.from_iterable(more.values())], endpoint)

    def link(to: str, words: str, size: str = "") -> Link:
        return Link(to, words, "" if to != marked else "page" if to == endpoint else "true", size)

    giving_way = navigation.give_way.get(desk, ())
    links = [link(to, words, "broad" if to in giving_way else "") for to, words in shown.items()]
    first = [link(to, words, "phone") for to, words in shown.items() if to in giving_way]
    finds = navigation.finds if navigation.finds and desk in navigation.finds.desks else None
    if finds:  # the box itself has no room there
        (links if desk == finds.desks[0] else first).append(Link(finds.page, "Find", size="phone"))
    behind = [
        ("", first),
        *((title, [link(to, words) for to, words in pages.items()]) for title, pages in more.items()),
    ]
    return Band(links, [(title, found) for title, found in behind if found], finds)


def is_open_to(desk: str, page: str) -> bool:
    """Whether the game has such a page, and it lets this desk in."""
    if page == "demo.show" and not here().has_a_demo:
        return False
    view = current_app.view_functions.get(page)
    named: tuple[str, ...] = getattr(view, "desks", ())
    return view is not None and (not named or desk in named or desk in here().room.game.desks(*named))


def section(pages: list[str], endpoint: str) -> str:
    """Which of these pages an endpoint is, or belongs to."""
    at = endpoint.rpartition(".")[0]
    blueprint = here().room.game.navigation.part_of.get(at, at)
    if endpoint in pages:
        return endpoint
    for part in (blueprint, blueprint.partition(".")[0]):
        for one in pages:
            if one.rpartition(".")[0] == part:
                return one
    return ""


def who_is_it(incoming: Request) -> None:
    """Put the umpire of this request into ``g.umpire``: from the cookie, or the code a script sends along; where he
    sits into ``g.place``, and that code into ``g.code``."""
    g.umpire = None
    desk, roles = session.get("desk", ""), here().room.game.roles
    place = session.get("place") or desk
    if desk in roles and incoming.endpoint != "static" and signed_in_still(place):
        g.umpire, g.place, g.code = at_place(place, session.get("name") or roles[desk]), place, ""
    elif (sent := incoming.authorization) and sent.type == "bearer" and (found := place_of(sent.token or "", incoming)):
        g.umpire = at_place(found, own_name(found) or name_in(incoming) or "a script")
        g.place, g.code = found, as_typed(sent.token or "")
    if origin := incoming.method not in LOOKS and incoming.headers.get("Origin"):
        if host_in(origin) != incoming.host:
            abort(403, "This form was sent from another site.")
    elif g.umpire and "desk" in session and not is_from_here(incoming, here().key, session.get("sign_in", "")):
        abort(403, "This form does not show that it comes from here. Open its page again, and send it from there.")


def at_place(place: str, name: str) -> Umpire:
    """Whoever sits at a place: at an own one of a desk that is shared out, he sees what he minds of it by the rota."""
    desk = desk_at(place)
    parts = here().room.game.parts_minded(g.session, desk, name) if place != desk else None
    return Umpire(name, desk if parts is None else Seat(desk, name, parts))


def own_name(place: str) -> str:
    """The name of the umpire whose own place it is; empty at a desk, where everybody says his."""
    found = desk_row(g.session, place) if STROKE in place else None
    return found.name if found else ""


def signed_in_still(place: str) -> bool:
    """Whether the sign-in of this browser counts: those of its place may have been ended."""
    since = counts_since(g.session, place)
    return since is not None and int(session.get("issue") or 0) >= since


def sits_there() -> Callable[[Session], bool]:
    """What is asked later on, of a connection that stays open, whether this umpire sits where he does now: his sign-in
    counts still, or the code that a script sent opens that place, and he sees the same of its desk."""
    game, umpire, place, code, issue = here().room.game, g.umpire, g.place, g.code, int(session.get("issue") or 0)

    def sits(now: Session) -> bool:
        if code:
            opens = any(key == place and as_typed(right) == code for key, _name, right in places(now))
        else:
            opens = (since := counts_since(now, place)) is not None and issue >= since
        seat = umpire.desk
        sees = game.parts_minded(now, desk_at(place), umpire.name) if isinstance(seat, Seat) else None
        return opens and (not isinstance(seat, Seat) or seat.parts == frozenset(sees or ()))

    return sits


def name_in(incoming: Request) -> str:
    """The umpire's name that a script sends along; headers come as Latin-1, names as UTF-8."""
    sent = incoming.headers.get("X-Umpire", "").encode("latin-1", "replace").decode("utf-8", "replace")
    return name_given(sent)


def place_of(code: str, incoming: Request) -> str | None:
    """The place that a code opens, a desk or an umpire's own; every code is compared in full, whatever was typed.
    Raises Braked without comparing when too many wrong ones came."""
    if not (typed := as_typed(code)):
        return None
    known = [(key, as_typed(right)) for key, _name, right in places(g.session)]

    def compare() -> str | None:
        found = None
        for key, right in known:
            if hmac.compare_digest(typed, right):
                found = key
        return found

    place = brake("desk").attempt(incoming.remote_addr or "", known_device("desk", incoming), compare)
    if place and all(key != place for key, _name, _code in ways_in(g.session)):
        game = here().room.game
        raise OrderNotAllowed(
            f"At {game.called(place)} everybody has a code of his own now, so that of the desk opens nothing more. Ask "
            f"{game.the_leader} for yours.",
            field="code",
        )
    return place


def brake(kind: str) -> Brake:
    """The brake on guessing codes of a kind: those of desks (``desk``), or what the game has besides."""
    found: Brake = here().brakes[kind]
    return found


@bp.get("/")
def home() -> ResponseReturnValue:
    """To one's desk, or to the door."""
    if g.umpire is None:
        return redirect(url_for("front.sign_in"), 303)
    return redirect(url_for(here().room.game.navigation.home[g.umpire.desk]), 303)


@bp.get("/sign-in")
def sign_in() -> ResponseReturnValue:
    """The door: a desk's code and a name."""
    ended = g.umpire is None and session.get("desk") in here().room.game.roles
    return page(
        "sign_in.html",
        next=request.args.get("next", ""),
        code=request.args.get("code", ""),
        error=None,
        ended=ended,
        withdrawn=ended and "place" in session,
    )


@bp.post("/sign-in")
def signed_in() -> ResponseReturnValue:
    """Let in whoever knows a code."""
    code, name = request.form.get("code", ""), name_given(request.form.get("name", ""))
    ahead = request.form.get("next", "")
    try:
        place = place_of(code, request)
        if place is None:
            game = here().room.game
            raise OrderNotUnderstood(
                f"No desk has this code. Ask {game.the_leader} for the code of your desk: eight letters and digits.",
                field="code",
            )
    except OrderError as error:
        status = 0 if isinstance(error, Braked) else 422
        return page("sign_in.html", status, next=ahead, code=code, name=name, error=error)
    remember_device("desk", place, request)
    sending.forget()  # whoever sat here before, and did not sign out
    session.clear()
    desk = desk_at(place)
    session["desk"], session["name"] = desk, own_name(place) or name or nameless(desk)
    if place != desk:
        session["place"] = place
    session["sign_in"] = secrets.token_hex(8)
    stay_signed_in()
    session.permanent = True
    return redirect(ahead if is_ours(ahead) else url_for("front.home"), 303)


def stay_signed_in() -> None:
    """Let this sign-in count as one with the newest code of its desk."""
    found = desk_row(g.session, session.get("place") or session["desk"])
    session["issue"] = found.issue if found else 0


def nameless(desk: str) -> str:
    """A name for an umpire who gave none. Claims and the journal know umpires by their names, so no two share it."""
    return f"{here().room.game.roles[desk]} {secrets.choice(CHECKS)}{secrets.choice(CHECKS)}"


@bp.post("/sign-out")
def sign_out() -> ResponseReturnValue:
    """Leave the desk; what was typed there and not sent goes along."""
    sending.forget()
    session.clear()
    return redirect(url_for("front.sign_in"), 303)


@bp.get("/c/")
@bp.get("/c/<code>")
def card(code: str = "") -> ResponseReturnValue:
    """Open the entry that a card stands for, typed or scanned."""
    read = read_code(code or request.args.get("code", ""))
    return redirect(here().room.game.opened_by_card(read), 303)


@bp.get("/standing")
@the_same_for_all(with_time=True)
def now() -> ResponseReturnValue:
    """Where the day stands; the part at the head of every page."""
    return page("frame/_standing.html")


@bp.get("/news/<kind>/<int:number>/<shown>")
@desks(INSIDE)
def news(kind: str, number: int, shown: str) -> ResponseReturnValue:
    """A banner if what a page shows has changed since, nothing otherwise: a form in use is never touched."""
    marks = here().room.game.marks
    known(kind, marks)
    if mark_of(marks[kind](g.session, number)) == shown:
        return "", 204
    return page("_news.html")


@bp.get("/guessing")
@desks(LEAD)
def guessed() -> ResponseReturnValue:
    """Who is guessing codes, and what may be missing; a part of every page of the desk that leads."""
    return page("_guessing.html")


@bp.post("/guessing")
@desks(LEAD)
def guessing_seen() -> ResponseReturnValue:
    """It is known: only what is tried from now on is told again. Nothing of this is in the journal."""
    here().store.doubt = ""
    for one in here().brakes.values():
        one.seen()
    if htmx():
        return page("_guessing.html")
    return redirect(url_for(here().room.game.navigation.home[g.umpire.desk]), 303)


def guessing() -> list[tuple[str, list[Guesses]]]:
    """Who is guessing, for each kind of code (in words) that somebody is guessing at."""
    found = [(one.what, one.guessing()) for one in here().brakes.values()]
    return [(what, guesses) for what, guesses in found if guesses]


@bp.get("/live")
def live() -> Response:
    """The journal's number, whenever it grows; to whoever sits at no desk only when what is public has changed. A page
    of a desk asks as such; once nobody is signed in any more it is told that, for what it shows is not followed. A
    hidden screen hears what everybody does, as long as somebody is signed in there."""
    if g.umpire is None and "desk" in request.args:
        return Response(says_only("door"), mimetype="text/event-stream", headers={"Cache-Control": "no-store"})
    heard = partial(hears, here().room.game, g.umpire.desk) if g.umpire and "hidden" not in g else None
    sits = sits_there() if g.umpire else None
    g.session.rollback()  # who is asked once more whether he sits there holds no second connection meanwhile
    park = None if request.method == "HEAD" else request.environ.get(PARK)  # whose answer has a head, and an end
    told = park(here().live, heard, sits) if park else None
    if park and told is None:  # too many are open already: whoever comes now asks again in a moment
        told = beginning(here().live.number_for(heard))
    answer = Response(here().live.stream(heard, sits) if told is None else iter([told]), mimetype="text/event-stream")
    answer.headers["Cache-Control"] = "no-store"
    answer.headers["X-Accel-Buffering"] = "no"
    return answer


def register(app: Flask) -> None:
    """What every template may use, and every answer says."""
    app.add_template_filter(in_groups)
    app.add_template_filter(capital)
    app.add_template_filter(within)
    app.add_template_filter(as_argument)
    app.add_template_filter(ruled)
    app.add_template_filter(ruling_filter, "ruling")
    app.add_template_global(ruling, "ruling_drawn")
    app.add_template_filter(own_number)

    app.context_processor(known_to_every_page)
    app.after_request(keep_device)
    app.after_request(guarded)


def known_to_every_page() -> dict[str, object]:
    """What every page knows: who asks, the game and its room, what waits for him, what was told him last. On a screen
    that is hidden nobody asks: his name would open it, and what waits at his desk is for nobody who stands there."""
    umpire = None if "hidden" in g else g.get("umpire")
    # A part that is fetched meanwhile, or a page that failed, must not take the notice away from the page, and no
    # display may show it.
    public = request.endpoint in {*SCREENS, *here().room.game.navigation.hall}
    number = None if public or htmx() or "hidden" in g or "failed" in g else session.pop("told", None)
    told, stays = (told_before(number) if number and umpire else None) or (None, "")
    return {
        "umpire": umpire,
        "public": public,
        "desk_names": here().room.game.roles,
        "leads": here().room.game.leads,
        "inside": here().room.game.inside,
        "apart": [here().room.game.roles[desk] for desk in here().room.game.who_is_apart],
        "game_name": here().room.game.name,
        "pages": current_app.view_functions,
        "form": what_was_sent(),
        "here_at": request.script_root + request.path,
        "demo": DEMO if here().is_demo else "",
        "has_a_demo": here().has_a_demo,
        "called": here().called,
        "other_games": f"{request.script_root.removesuffix('/g/' + here().called)}/",
        "real_game": here().beside is not None,
        "fresh_key": fresh_key,
        "styles_beside": styles_beside,
        "band": band_of(umpire.desk, request.endpoint or "") if umpire else None,
        "unread": lambda: newest_unread(g.session, g.umpire.name, g.umpire.desk),
        "to_confirm": lambda: to_confirm(g.session, g.umpire.name, g.umpire.desk),
        "sign_in": session.get("sign_in", ""),
        "secret_page": sending.is_secret(),
        "mark": lambda kind, number: mark_of(here().room.game.marks[kind](g.session, number)),
        "guessing": guessing,
        "doubt": here().store.doubt,
        "at_clock": at_clock,
        "told": told,
        "told_stays": stays,
        **{name: partial(ask, g.session) for name, ask in here().room.game.shared.items()},
    }


def guarded(answer: Response) -> Response:
    """What a browser is told of an answer: to load nothing from elsewhere, and to keep no page."""
    answer.headers.setdefault("Content-Security-Policy", policy())
    answer.headers.setdefault("X-Content-Type-Options", "nosniff")
    answer.headers.setdefault("Referrer-Policy", "same-origin")
    if answer.mimetype in ("text/html", "application/json"):
        answer.headers.setdefault("Cache-Control", "no-store")
    return answer


def what_was_sent() -> MultiDict[str, str]:
    """The form that was sent, for the page that shows it again; nothing of one that is too long to be read: the page
    that says so is a page too."""
    try:
        return request.form
    except RequestEntityTooLarge:
        return ImmutableMultiDict()


def policy() -> str:
    """What a page may do. One that is told of a spare may ask there, and nowhere else, whether it has taken over."""
    spare = here().gone_to or here().followers.address
    return f"{POLICY}; connect-src 'self' {spare}" if spare else POLICY


POLICY = "; ".join(
    (
        "default-src 'self'",
        "style-src 'self' 'unsafe-inline'",
        "img-src 'self' data:",
        "frame-ancestors 'self'",
        "form-action 'self'",
    )
)
