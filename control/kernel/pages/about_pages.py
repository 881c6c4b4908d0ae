"""About the program: what it is, and whose work is in it under which licence."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version

from flask import Blueprint
from flask.typing import ResponseReturnValue

from control.kernel.pages.parts import page
from control.kernel.values import dataclass

bp = Blueprint("about", __name__)


@dataclass(frozen=True)
class Other:
    """Something of others that goes with the program: its name, its licence, the ``text`` of that among our static
    files, and how the names of its ``files`` begin."""

    name: str
    licence: str
    text: str
    files: tuple[str, ...]


OTHERS = (
    Other("htmx and its server-sent events", "Zero-Clause BSD; as django-htmx brings them, MIT", "LICENSE-htmx.txt",
          ("htmx",)),
    Other("Source Sans Pro", "SIL Open Font Licence 1.1", "LICENSE-font_source_sans_pro.txt", ("SourceSansPro",)),
    Other("Source Serif Pro", "SIL Open Font Licence 1.1", "LICENSE-font_source_serif_pro.txt", ("SourceSerifPro",)),
    Other("IPAexGothic, cut down for pages as Control Room Kanji", "IPA Font Licence 1.0", "LICENSE-ipaexg.txt",
          ("ipaexg", "ControlRoomKanji")),
)  # fmt: skip


@bp.get("/about")
def show() -> ResponseReturnValue:
    """What this is, for everybody."""
    return page("about.html", others=OTHERS, version=own_version())


def own_version() -> str:
    """The version of the program; empty where it was not installed."""
    try:
        return version("sengoku-control-room")
    except PackageNotFoundError:
        return ""
