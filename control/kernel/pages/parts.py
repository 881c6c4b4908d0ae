"""What the pages share: answering with a page or a part, performing an action from a form, who may be here."""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable, Container, Hashable, Iterable, Sequence
from functools import cache, lru_cache, wraps
from typing import Any, ParamSpec, TypeVar

from flask import abort, g, has_request_context, make_response, redirect, render_template, request, session, url_for
from flask.typing import ResponseReturnValue
from htmx_flask.requests import HtmxHeaders
from markupsafe import Markup
from werkzeug.routing import IntegerConverter, Map, Rule
from werkzeug.wrappers import Response

from control.kernel import settings
from control.kernel.actions.form_keys import bound_key
from control.kernel.actions.registry import perform, perform_all
from control.kernel.actions.world import Umpire
from control.kernel.database.keeping import changes_with, given_again, not_to_be_kept
from control.kernel.errors import ChangedElsewhere, NotKept, NotThisDesk, OrderError, OrderNotAllowed
from control.kernel.journal.journal_questions import EntryView, entry_of, made_by_form, undone_numbers, view
from control.kernel.journal.moment import the_moment
from control.kernel.journal.numbering_questions import entered, numbering, told_when_made
from control.kernel.open_room import VIEWS, here
from control.kernel.pages.brake import Braked
from control.kernel.roles import EVERY_DESK, PUBLIC, Seat, parts_of
from control.kernel.rows import Entry
from control.kernel.steady import STEADY
from control.kernel.tabular import TYPES, write_table
from control.kernel.undo.undo import at_once, showed
from control.kernel.wording import in_a_row

Given = ParamSpec("Given")
Answer = TypeVar("Answer")
STATUS = {Braked: 429, ChangedElsewhere: 409, NotThisDesk: 403, OrderNotAllowed: 422, NotKept: 503}


class Address(Rule):
    """The rule of an address, which learns to write it when the first is written: all three hundred together would take
    a quarter of a second of every start."""

    def _compile_builder(self, append_unknown: bool = True) -> Callable[..., tuple[str, str]]:
        made = cache(super()._compile_builder)
        return lambda rule, /, **values: made(append_unknown)(rule, **values)


def addresses() -> Callable[..., str]:
    """What writes addresses in the templates of an application: each once. A page has hundreds, most of them those of
    the page before."""

    @lru_cache(maxsize=20_000)
    def written(_root: str, endpoint: str, values: tuple[tuple[str, Any], ...]) -> str:
        return url_for(endpoint, **dict(values))

    def address(endpoint: str, **values: Any) -> str:
        if endpoint.startswith(".") or not has_request_context() or not ELSEWHERE.isdisjoint(values):
            return url_for(endpoint, **values)
        try:
            return written(request.script_root, endpoint, tuple(values.items()))
        except TypeError:  # a list of values, which no table of addresses can hold
            return url_for(endpoint, **values)

    return address


ELSEWHERE = frozenset({"_external", "_scheme"})
"""What makes an address depend on where it was asked for."""


class SmallNumber(IntegerConverter):
    """A number in an address; one that no table could hold is simply no address of ours."""

    def __init__(self, url_map: Map) -> None:
        super().__init__(url_map, max=10**6)


def status_of(error: OrderError) -> int:
    """The HTTP status for a kind of mistake; 400 for what cannot be read."""
    return STATUS.get(type(error), 400)


def file_to_save(content: bytes, name: str, kind: str) -> Response:
    """A table as a file to save; ``kind`` is one of `tabular.TYPES`."""
    answer = make_response(content)
    answer.headers["Content-Type"] = TYPES[kind]
    answer.headers["Content-Disposition"] = f'attachment; filename="{name}.{kind}"'
    answer.headers["Cache-Control"] = "no-store"
    return answer


def known(name: str, among: Container[str]) -> None:
    """There is a page only for what is known by name."""
    if name not in among:
        abort(404)


def table_to_save(columns: Iterable[str], rows: Iterable[Sequence[Any]], name: str, kind: str) -> Response:
    """A table as a file to save; there is no page for a kind that is not written."""
    known(kind, TYPES)
    return file_to_save(write_table(list(columns), rows, kind), name, kind)


def page(template: str, status: int = 0, /, **context: Any) -> Response:
    """A whole page with the standing of the day at its head. Its status is, unless one is given, that of the
    ``error`` it shows."""
    error = context.get("error")
    alone = is_opened_alone(template)
    shown = "part.html" if alone else template
    answer = make_response(render_template(shown, standing=Standing(), heard=heard, part=template, **context))
    answer.status_code = status or (status_of(error) if error else 200)
    if alone:
        answer.vary.add("HX-Request")
    return answer


class Standing:
    """Where the day stands, asked when a template first looks at it: most parts do not."""

    def __getattr__(self, name: str) -> Any:
        found = g.room.game.standing(g.session, g.room.scenario)
        self.__dict__ |= {one: getattr(found, one) for one in dir(found) if not one.startswith("_")}
        return getattr(found, name)


def heard() -> int:
    """The number that tells whoever asks whether anything has changed that he may see. It is the journal's for who may
    read that, and says nothing of it to others (Live.public_number)."""
    if g.umpire is None:
        return int(here().live.public_number())
    return the_moment(g.session).heard(g.room.game, g.umpire.desk)


def is_opened_alone(template: str) -> bool:
    """Whether somebody opened a part of a page at its own address, as a page: from a link that was passed on, or a tab
    that was restored. Scripts that fetch it do not ask for a page."""
    is_part = template.rpartition("/")[2].startswith("_")
    return is_part and request.method == "GET" and not htmx() and "text/html" in request.headers.get("Accept", "")


@cache
def styles_beside(template: str) -> tuple[str, ...]:
    """The styles of the chapter that a template is of, by their names among the static files."""
    chapter = template.partition("/")[0]
    folder = settings.PACKAGE / "static"
    return tuple(sorted(one.relative_to(folder).as_posix() for one in (folder / chapter).glob("*.css")))


def htmx() -> HtmxHeaders:
    """What htmx says of this request, and where it stands; false if the browser asks by itself."""
    return request.htmx  # type: ignore[attr-defined]


def page_or_part(whole: str, part: str, status: int = 0, /, **context: Any) -> Response:
    """A whole page to a browser; only the changed part to htmx."""
    partial = htmx() and not htmx().history_restore_request
    answer = page(part if partial else whole, status, **context)
    answer.vary.add("HX-Request")
    return answer


def done(entry: Entry, to: str) -> ResponseReturnValue:
    """After an action: on to the page that shows what came of it, with the sentence at its top. Who holds the
    cookie can read it, so it has the number that his desk is told."""
    told = told_when_made(g.room.game, g.umpire.desk, entry)
    session["told"] = own_number(entry.number) if told is None else told
    return redirect(to, 303)


def own_number(number: int) -> int:
    """The number of an entry as the desk of whoever asks is told it."""
    return numbering(g.session, g.umpire.desk).told(number) if g.get("umpire") else number


def told_before(number: int) -> tuple[EntryView, str] | None:
    """The entry of that number, as a desk is told it, and why the umpire cannot take it back, as far as the entry alone
    says so (empty if nothing speaks against it). A form whose answer was lost is answered when the network is back: by
    then a colleague may have taken back what it did, which is asked unless nothing has happened since."""
    numbers = numbering(g.session, g.umpire.desk)
    if (found := entry_of(g.session, numbers.true(number))) is None:
        return None
    newest = found.number == the_moment(g.session).journal
    gone = set() if newest else undone_numbers(g.session, apart=found.number < 0)
    why = at_once(here().room.game, found, g.umpire, gone)
    if newest and not why:
        why = showed(g.session, found, g.umpire)
    return numbers.view(view(found, found.number in gone)), why


def form_key() -> str:
    """The key with which this form was sent. Whoever makes one up makes none that stands for what a script sent, or for
    a part of what another form does: those have a stroke."""
    return request.form.get("key", "").replace("/", "")[:60]


def act(name: str, data: Any) -> Entry:
    """Perform an action from this form, once however often it is sent."""
    key = form_key()
    form = {field: value for field, value in data.items() if field not in ("key",)}
    form = entered(g.session, g.room.game, g.umpire.desk, name, form)
    g.session.rollback()  # who waits for a turn to write holds up nobody who reads
    try:
        return perform(g.room, g.umpire, name, form, key=key, form=True)
    finally:
        g.session.rollback()  # what was read before is no longer how the game stands


def act_all(name: str, orders: Iterable[Any], turn: str = "") -> list[Entry]:
    """Perform an action from this form for each of these orders, all or none, once however often it is sent; the
    ``turn`` tells apart what one form does one after the other."""
    key = form_key()
    g.session.rollback()
    try:
        return perform_all(g.room, g.umpire, name, orders, key=f"{key}{turn}" if key else "", form=True)
    finally:
        g.session.rollback()


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
    address names and what was wrong."""

    def decorate(view: Callable[..., ResponseReturnValue]) -> Callable[..., ResponseReturnValue]:
        @wraps(view)
        def tried(**named: Any) -> ResponseReturnValue:
            try:
                return view(**named)
            except OrderError as error:
                return page(*named.values(), error)

        return tried

    return decorate


KEY_HERE = secrets.token_hex(16)
"""What stands for the key of a form in a part that is kept: whoever is given it gets keys of his own."""


def fresh_key() -> str:
    """A key for a form: whatever is sent with it twice is done once."""
    if "drawn_for_all" in g:
        return KEY_HERE
    not_to_be_kept()
    if "key_bound_to" not in g:  # a page may have a hundred forms
        now = g.get("now") if g.get("umpire") else None
        g.key_bound_to = session.get("sign_in", ""), g.room.game.moment(now.game).stretch if now else ""
    return bound_key(here().key, *g.key_bound_to)


def desks(*allowed: str) -> Callable[[Callable[Given, Answer]], Callable[Given, Answer]]:
    """Only umpires of these desks (none named: of any) get past; others are asked to sign in, or told whose page it
    is."""

    def decorate(view: Callable[Given, Answer]) -> Callable[Given, Answer]:
        @wraps(view)
        def guarded(*args: Given.args, **kwargs: Given.kwargs) -> Answer:
            require(allowed or (EVERY_DESK,))
            return view(*args, **kwargs)

        guarded.desks = allowed  # type: ignore[attr-defined]
        return guarded

    return decorate


def asked_for() -> str:
    """The address of this request, as links have it."""
    return f"{request.script_root}{request.full_path.rstrip('?')}"


def require(allowed: Iterable[str]) -> None:
    """Stop here unless the umpire sits at one of these desks."""
    umpire: Umpire | None = g.umpire
    if umpire is None:
        abort(redirect(url_for("front.sign_in", next=asked_for()), 303))
    game = g.room.game
    if umpire.desk not in game.desks(*allowed):
        raise NotThisDesk(f"This page belongs to {in_a_row(map(game.called, game.desks(*allowed)))}.")


GIVEN_AGAIN = "given_again"
"""What says of a view that it finds its moment itself, if it need be asked at all."""


def the_same_for_all(audience: str = "", with_time: bool = False) -> Callable[..., Any]:
    """A part that is made once for each change of what it shows, and given to all of a desk, or to everybody if its
    ``audience`` is the public. Whoever has it already is told so.

    It is made for the desk (or for nobody, if it is public) and not for the umpire who asks first: it sees no name.
    Nothing is kept that has a form in it; what has the time in it is kept for the second, and for one seat of a desk
    that is shared out, if it is said to be ``with_time``.
    """

    def decorate(view: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(view)
        def given(*args: Any, **more: Any) -> Any:
            umpire = g.umpire
            desk = "" if audience == PUBLIC or umpire is None else umpire.desk

            def make() -> tuple[bytes, int, list[tuple[str, str]]]:
                find_moment()
                g.umpire = Umpire("", desk) if desk else None
                try:
                    answer = make_response(view(*args, **more))
                finally:
                    g.umpire = umpire
                answer.add_etag()
                answer.headers["Cache-Control"] = "private, no-cache"
                if answer.status_code != 200:
                    not_to_be_kept()
                return answer.get_data(), answer.status_code, [*answer.headers]

            part = htmx() or "text/html" not in request.headers.get("Accept", "")
            lies = {**request.args}
            if part and request.method == "GET" and lies in ({}, *({"view": one} for one in VIEWS)):
                key = (
                    view,
                    args,
                    *more.items(),
                    *lies.values(),
                    bool(htmx()),
                    request.script_root,
                    desk,
                    parts_of(desk),
                    with_time and isinstance(desk, Seat) and desk.name,
                )
                found = given_again(g.session, key, make, int(STEADY.now().timestamp()) if with_time else None)
            else:
                found = make()
            return Response(*found).make_conditional(request)

        setattr(given, GIVEN_AGAIN, True)
        return given

    return decorate


def drawn_again(template: str, ask: Callable[[], dict[str, Any]], *about: Hashable) -> Callable[[], Markup]:
    """A part of a page, which the page asks for where it stands: drawn once for all of a desk, and given again as long
    as no table has changed that was read for it, each time with new keys in its forms.

    ``ask`` gives what it shows; ``about`` is all that this depends on beside the tables, the desk and the address's
    path. It sees no name of an umpire, nothing that the page asked before, and no form that was refused.
    """
    umpire = g.umpire

    def draw() -> str:
        find_moment()
        g.umpire, g.drawn_for_all = Umpire("", umpire.desk), True
        try:
            return render_template(template, standing=Standing(), heard=heard, **ask())
        finally:
            g.umpire = umpire
            g.pop("drawn_for_all")

    def drawn() -> Markup:
        asked = request.script_root, request.path, umpire.desk, parts_of(umpire.desk)
        html = given_again(g.session, (template, *asked, *about), draw) if request.method == "GET" else draw()
        return Markup(KEY.sub(lambda _: fresh_key(), html))

    return drawn


def part_again(template: str, ask: Callable[[], dict[str, Any]], *about: Hashable) -> Response:
    """Such a part as an answer by itself, to a screen that follows or on a page of its own."""
    drawn = drawn_again(template, ask, *about)
    if not is_opened_alone(template):
        return make_response(drawn())
    answer = make_response(render_template("part.html", standing=Standing(), heard=heard, part=template, drawn=drawn))
    answer.vary.add("HX-Request")
    return answer


KEY = re.compile(KEY_HERE)


@changes_with("game", "scenario_file")
def find_moment() -> None:
    """Where the game stands, and its scenario as it is then."""
    if "now" not in g:
        g.now = the_moment(g.session)  # held with the game's row: whatever asks for that in this request has it
        g.room.keep_up(g.session, g.now)


def if_changed(answer: Response) -> Response:
    """The answer, or only "as before" to a screen that has it already: most news does not change the map."""
    answer.add_etag()
    answer.headers["Cache-Control"] = "private, no-cache"
    return answer.make_conditional(request)
