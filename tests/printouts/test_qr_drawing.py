"""QR codes: what is drawn is segno's matrix, module for module."""

from io import BytesIO

import pytest
import segno
from pypdf import PdfReader
from pypdf.generic import ContentStream

from printouts import codes
from printouts.paper import MM, Paper

URL = "http://192.168.1.20:8000/o/A7-K"


def drawn_modules(pdf, size):
    """The dark modules of a page's only shape of bars, read from its drawing commands."""
    reader = PdfReader(BytesIO(pdf))
    commands = ContentStream(reader.pages[0].get_contents(), reader).operations
    rows = [bytearray(size) for _ in range(size)]
    for operands, operator in commands:
        if operator == b"re" and float(operands[3]) == 1:
            column, row, length = (int(value) for value in operands[:3])
            rows[row][column : column + length] = b"\x01" * length
    return tuple(bytes(row) for row in rows)


def a_code(side=24.0):
    paper = Paper("Code")
    codes.draw_code(paper, 50, 60, side, URL)
    paper.turn_page()
    return paper.finish()


def test_the_drawn_modules_are_segnos():
    matrix = tuple(bytes(row) for row in segno.make_qr(URL, error="m").matrix)
    assert drawn_modules(a_code(), len(matrix)) == matrix


def test_a_code_survives_a_fold():
    assert segno.make_qr(URL, error="m").error in "MQH"
    assert codes.modules(URL) == tuple(bytes(row) for row in segno.make_qr(URL, error="m").matrix)


@pytest.mark.parametrize("data", ["A7-K", URL, URL + "x" * 60])
def test_bars_cover_every_dark_module_once(data):
    rows = codes.modules(data)
    covered = [(row, at) for row, column, length in codes.bars(rows) for at in range(column, column + length)]
    dark = [(y, x) for y, row in enumerate(rows) for x, module in enumerate(row) if module]
    assert covered == dark


def test_the_quiet_zone_is_four_modules_of_white():
    side, size = 24.0, len(codes.modules(URL))
    reader = PdfReader(BytesIO(a_code(side)))
    commands = ContentStream(reader.pages[0].get_contents(), reader).operations
    first = next(operands for operands, operator in commands if operator == b"re")
    assert float(first[2]) == pytest.approx(side * (size + 8) / size * MM, abs=0.01)
