"""Answering with a page or a part of one, or with a table to save; the table that a form sends."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence
from functools import cache
from typing import Any

from flask import abort, g, make_response, render_template, request
from htmx_flask.requests import HtmxHeaders
from werkzeug.wrappers import Response

from control.kernel import settings
from control.kernel.errors import (
    ChangedElsewhere,
    NotKept,
    NotThisDesk,
    OrderError,
    OrderNotAllowed,
    OrderNotUnderstood,
)
from control.kernel.journal.moment import the_moment
from control.kernel.open_room import here
from control.kernel.pages.brake import Braked
from control.kernel.tabular import TYPES, TableRow, read_table, write_table

STATUS = {Braked: 429, ChangedElsewhere: 409, NotThisDesk: 403, OrderNotAllowed: 422, NotKept: 503}


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


def table_sent(columns: Mapping[str, bool]) -> list[TableRow]:
    """The rows of the table that a form sends as its ``file``; ``columns`` as for `read_table`."""
    sent = request.files.get("file")
    if sent is None or not sent.filename:
        raise OrderNotUnderstood("Choose a file: CSV or XLSX.", field="file")
    return read_table(sent.filename, sent.read(), columns)


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
    read that, and says nothing of it to others (Live.public_number), nor to whoever stands at a hidden screen."""
    if g.umpire is None or "hidden" in g:
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


def asks_for_a_part() -> bool:
    """Whether htmx asks, for what it puts in the place of a part; where it restores a page it asks for the whole."""
    return bool(htmx()) and not htmx().history_restore_request


def page_or_part(whole: str, part: str, status: int = 0, /, **context: Any) -> Response:
    """A whole page to a browser; only the changed part to htmx."""
    answer = page(part if asks_for_a_part() else whole, status, **context)
    answer.vary.add("HX-Request")
    return answer
