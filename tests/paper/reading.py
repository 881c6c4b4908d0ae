"""Printouts of a game as a person reads them: their words, their pictures, the codes on them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from io import BytesIO
from typing import Any

import pypdfium2
import zxingcpp
from PIL.Image import Image
from pypdf import PdfReader
from sqlalchemy.orm import Session

from control.kernel.drawing.kept import kept_drawing
from control.kernel.drawing.maps.map import MapDrawing
from control.kernel.journal.safety_questions import moment
from control.sengoku.paper.press import PAPERS, Made, Press, Wish, make
from control.sengoku.paper.season.cards_questions import MakeUrl, by_leave, order_cards_of
from control.sengoku.scenario.model import Scenario
from printouts.march.order_cards import OrderCard
from tests.games import Hall

AT = "http://192.0.2.1:8000"
_drawings: dict[int, MapDrawing] = {}


def drawing_of(hall: Hall) -> MapDrawing:
    """The map's drawing, made once for each scenario: it takes a second."""
    scenario = hall.room.scenario
    if id(scenario) not in _drawings:
        _drawings[id(scenario)] = kept_drawing(scenario)
    return _drawings[id(scenario)]


def all_order_cards(
    session: Session, scenario: Scenario, make_url: MakeUrl, now: datetime | None = None
) -> list[OrderCard]:
    """The order cards of all armies that may march, as they are of the moment ``now``, if it is given."""
    return order_cards_of(session, scenario, make_url, by_leave(session, scenario)[0], now)


def print_of(hall: Hall, *kinds: str, clan: str = "", only: tuple[str, ...] = (), desk: str = "", **wish: Any) -> Made:
    """Print kinds of a hall's game, as ``control-room print`` does, without noting it in the manifest."""
    wanted = Wish(PAPERS.named(kinds, clan), clan, only, **wish)
    with hall.room.store.read() as session:
        press = Press(session, hall.room.scenario, lambda path: AT + path, lambda: drawing_of(hall), datetime.now(UTC))
        return make(wanted, replace(press, desk=desk), moment(session).number)


def pdf_of(hall: Hall, kind: str, **wish: Any) -> bytes:
    """One kind of printout as a PDF."""
    return print_of(hall, kind, **wish).files[kind]


@contextmanager
def opened(pdf: bytes) -> Iterator[pypdfium2.PdfDocument]:
    """A PDF to be read: by Chromium's own reader, which takes a hundredth of the time of one written in Python."""
    document = pypdfium2.PdfDocument(pdf)
    try:
        yield document
    finally:
        document.close()


def number_of_pages(pdf: bytes) -> int:
    """How many pages a PDF has; the quicker reader opens none without a page."""
    return len(PdfReader(BytesIO(pdf)).pages)


def pages_of(pdf: bytes) -> list[str]:
    """The words of each page, with single spaces, in the order in which they were put there."""
    with opened(pdf) as document:
        return [" ".join(page.get_textpage().get_text_range().split()) for page in document]


def letters_of(pdf: bytes) -> list[str]:
    """The letters of each page, without the spaces."""
    return [page.replace(" ", "") for page in pages_of(pdf)]


def said(hall: Hall, kind: str, **wish: Any) -> str:
    """All the words of one kind of printout."""
    return " ".join(pages_of(pdf_of(hall, kind, **wish)))


def picture(pdf: bytes, page: int = 0, dots: int = 150) -> Image:
    """A page as a picture, so many dots to the inch."""
    with opened(pdf) as document:
        return document[page].render(scale=dots / 72).to_pil()


def codes_on(pdf: bytes, page: int = 0, dots: int = 200) -> set[str]:
    """What the QR codes of a page say to a real decoder."""
    return {found.text for found in zxingcpp.read_barcodes(picture(pdf, page, dots))}


def sizes_of(pdf: bytes) -> list[tuple[float, float]]:
    """The pages' sizes in millimetres, to a tenth."""
    boxes = (page.mediabox for page in PdfReader(BytesIO(pdf)).pages)
    return [(round(float(box.width) / 72 * 25.4, 1), round(float(box.height) / 72 * 25.4, 1)) for box in boxes]


def fonts_not_embedded(pdf: bytes) -> set[str]:
    """The names of fonts that are only named in a PDF, not in it."""
    found: set[str] = set()

    def look(resources: Any, seen: set[int]) -> None:
        for font in (resources.get("/Font") or {}).values():
            font = font.get_object()
            inner = [one.get_object() for one in font.get("/DescendantFonts", [])] or [font]
            for one in inner:
                described = (one.get("/FontDescriptor") or {}).get_object() if one.get("/FontDescriptor") else {}
                if not any(key in described for key in ("/FontFile", "/FontFile2", "/FontFile3")):
                    found.add(str(font["/BaseFont"]))
        for form in (resources.get("/XObject") or {}).values():
            form = form.get_object()
            if id(form) not in seen and "/Resources" in form:
                seen.add(id(form))
                look(form["/Resources"].get_object(), seen)

    for page in PdfReader(BytesIO(pdf)).pages:
        look(page["/Resources"].get_object(), set())
    return found
