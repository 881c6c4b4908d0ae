"""The pages and the API of a game, for every room alike."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any
from zlib import crc32

from flask import Flask, abort, current_app, g, request
from flask.typing import ResponseReturnValue
from flask_sqlalchemy import SQLAlchemy
from flask_sqlalchemy.session import Session
from htmx_flask import Htmx
from jinja2 import FileSystemLoader
from sqlalchemy import Engine
from sqlalchemy.exc import DBAPIError

from control.kernel import settings
from control.kernel.copies import copies_pages as copies
from control.kernel.database.keeping import FOR_EVERYBODY
from control.kernel.database.reading import Reading
from control.kernel.entrance import front_pages as front
from control.kernel.entrance import hiding_pages as hiding
from control.kernel.entrance.cookies import LastingSessions
from control.kernel.game import UmpiredGame
from control.kernel.hall import demo_pages as demo
from control.kernel.hall import journal_pages as journal
from control.kernel.hall.announcements import announcements_pages as announcements
from control.kernel.hall.confirmations import confirmations_pages as confirmations
from control.kernel.hall.rulings import rulings_pages as rulings
from control.kernel.hall.screens import screens_pages as screens
from control.kernel.open_room import room_of
from control.kernel.pages import about_pages as about
from control.kernel.pages import api_pages as api
from control.kernel.pages import errors_pages as errors
from control.kernel.pages import forms
from control.kernel.pages import sending_pages as sending
from control.kernel.pages.addresses import Address, SmallNumber, addresses
from control.kernel.pages.drawn_once import GIVEN_AGAIN, find_moment
from control.kernel.pages.kept_templates import KeptTemplates
from control.kernel.pages.threshold import is_known, unknown
from control.kernel.rows import Base
from control.kernel.spare import spare_pages as spare
from control.kernel.wording import counted, in_a_row, numbered, signed


class RoomSession(Reading, Session):
    """A session on the game of the room that a request was sent to."""

    def get_bind(self, *_given: Any, **_more: Any) -> Engine:
        """The engine of that game, whatever is asked for."""
        return room_of(request).room.store.engine

    def close(self) -> None:
        """Let go of the connection; one that was cut off meanwhile cannot even be told that nothing is wanted of it."""
        try:
            super().close()
        except DBAPIError:
            self.invalidate()


MISDIRECTED = 421
"""The answer to whoever called the machine by a name that it does not have."""

db = SQLAlchemy(model_class=Base, session_options={"class_": RoomSession})


@cache
def made_of(folder: str, name: str) -> str | None:
    """What a file that browsers keep is made of, in a few letters, which stand in its address: after an update of the
    program they ask for the new one, and the old need not be asked about."""
    file = Path(folder, name)
    return f"{crc32(file.read_bytes()):08x}" if file.is_file() else None


@cache
def application_of(game: UmpiredGame) -> Flask:
    """The application of a game; built once in a process."""
    app = Flask("control")
    app.jinja_loader = FileSystemLoader([*game.templates, settings.folder("templates")])
    app.config.update(
        SQLALCHEMY_DATABASE_URI="sqlite://",  # asked for by Flask-SQLAlchemy and never opened: each room has its own
        SESSION_COOKIE_SAMESITE="Lax",
        MAX_CONTENT_LENGTH=settings.LARGEST_REQUEST,
        SEND_FILE_MAX_AGE_DEFAULT=3600,
        SESSION_REFRESH_EACH_REQUEST=False,  # else a part answered late would put an old cookie over a new one
    )
    app.jinja_options = {"trim_blocks": True, "lstrip_blocks": True, "bytecode_cache": KeptTemplates()}
    app.url_rule_class = Address
    app.url_map.converters["int"] = SmallNumber
    for words in (counted, in_a_row, signed):
        app.add_template_filter(words)
    app.add_template_global(signed, "signed_drawn")
    app.add_template_filter(numbered)
    app.add_template_global(addresses(), "url_for")
    app.json.sort_keys = False  # type: ignore[attr-defined]
    app.session_interface = LastingSessions()
    Htmx(app)
    db.init_app(app)

    app.url_defaults(of_this_version)
    app.before_request(find_room)
    app.before_request(hiding.keep_hidden)

    for part in (
        front,
        about,
        hiding,
        announcements,
        confirmations,
        journal,
        screens,
        rulings,
        copies,
        demo,
        api,
        spare,
        sending,
        *map(import_module, game.pages),
    ):
        app.register_blueprint(part.bp, url_prefix=game.addresses.get(part.bp.name, part.bp.url_prefix))
    errors.register(app)
    front.register(app)
    forms.register(app)
    sending.register(app)
    return app


def of_this_version(endpoint: str, values: dict[str, Any]) -> None:
    """Address a file that browsers keep by what it is made of."""
    if endpoint == "static":
        values.setdefault("v", made_of(str(current_app.static_folder), values["filename"]))


def find_room() -> ResponseReturnValue | None:
    """The room of the game that is asked for, who asks, and which moment it is there."""
    g.open_room, g.umpire = room_of(request), None
    g.room, g.session = g.open_room.room, db.session()
    if not is_known(request.host, g.open_room.names):
        return errors.answer(unknown(request.host, g.open_room.at), MISDIRECTED)
    if "\0" in request.path:  # PostgreSQL takes no text with it, and no key has it
        abort(404)
    if request.endpoint == "static":
        return None
    front.who_is_it(request)
    g.session.info[FOR_EVERYBODY] = g.umpire is None
    asked = current_app.view_functions.get(request.endpoint or "")
    # An order finds its moment where it is carried out, a part that is kept where it is made.
    if request.endpoint != "api.run" and not hasattr(asked, GIVEN_AGAIN):
        find_moment()
    return None
