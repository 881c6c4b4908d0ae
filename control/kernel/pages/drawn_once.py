"""Parts drawn once for all of a desk and given again, as long as nothing has changed that was read for them."""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable, Hashable
from contextlib import nullcontext
from functools import wraps
from typing import Any

from flask import g, make_response, render_template, request, session
from markupsafe import Markup
from werkzeug.wrappers import Response

from control.kernel.actions.form_keys import bound_key
from control.kernel.actions.world import Umpire
from control.kernel.database.keeping import (
    changes_with,
    for_everybody,
    given_again,
    is_for_everybody,
    not_to_be_kept,
)
from control.kernel.journal.moment import moment_shown, the_moment
from control.kernel.open_room import VIEWS, here
from control.kernel.pages.parts import Standing, asks_for_a_part, heard, htmx, is_opened_alone
from control.kernel.roles import PUBLIC, Seat, parts_of
from control.kernel.steady import STEADY

Drawn = Callable[[], Markup]
"""A part of a page, which the page asks for where it stands."""
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
            desk = "" if audience == PUBLIC or umpire is None or "hidden" in g else umpire.desk

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
                second = int(STEADY.now().timestamp()) if with_time else None
                with nullcontext() if desk else for_everybody(g.session):
                    found = given_again(g.session, key, make, second)
            else:
                found = make()
            return Response(*found).make_conditional(request)

        setattr(given, GIVEN_AGAIN, True)
        return given

    return decorate


def drawn_again(template: str, ask: Callable[[], dict[str, Any]], *about: Hashable) -> Drawn:
    """Such a part, drawn once for all of a desk, and given again as long as no table has changed that was read for it,
    each time with new keys in its forms.

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


def page_or_part_again(
    whole: Callable[[Drawn], Response], template: str, ask: Callable[[], dict[str, Any]], *about: Hashable
) -> Response:
    """Such a part to htmx; to a browser the page that ``whole`` makes around it."""
    answer = part_again(template, ask, *about) if asks_for_a_part() else whole(drawn_again(template, ask, *about))
    answer.vary.add("HX-Request")
    return answer


KEY = re.compile(KEY_HERE)


@changes_with("game", "scenario_file")
def find_moment() -> None:
    """Where the game stands, and its scenario as it is then."""
    if "now" not in g:
        # Held with the game's row: whatever asks for that in this request has it.
        g.now = moment_shown(g.session) if is_for_everybody(g.session) else the_moment(g.session)
        g.room.keep_up(g.session, g.now)


def if_changed(answer: Response) -> Response:
    """The answer, or only "as before" to a screen that has it already: most news does not change the map."""
    answer.add_etag()
    answer.headers["Cache-Control"] = "private, no-cache"
    return answer.make_conditional(request)
