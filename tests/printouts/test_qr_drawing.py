"""QR codes: what is drawn is the code's matrix, module for module, and a decoder reads it."""

from io import BytesIO

import pytest
import zxingcpp
from pypdf import PdfReader
from pypdf.generic import ContentStream

from printouts import codes
from printouts.paper import MM, Paper
from tests.paper.reading import picture

URL = "http://192.168.1.20:8000/o/A7-F"


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


def test_the_drawn_modules_are_those_of_the_code():
    matrix = codes.modules(URL)
    assert drawn_modules(a_code(), len(matrix)) == matrix


def test_a_drawn_code_is_read_by_a_decoder_even_with_a_spot_of_ink_on_it():
    seen = picture(a_code(), dots=200)
    left, top = (round(edge / 25.4 * 200) for edge in (50, 60))
    for spot in (None, (left + 95, top + 60, left + 125, top + 90)):
        if spot:
            seen.paste((0, 0, 0), spot)
        (found,) = zxingcpp.read_barcodes(seen)
        assert (found.text, found.ec_level) == (URL, "M")


@pytest.mark.parametrize("data", ["A7-F", URL])
def test_a_code_in_letters_has_every_module_and_a_quiet_zone(data):
    lines = codes.in_letters(data).splitlines()
    light = {"█": (1, 1), "▀": (1, 0), "▄": (0, 1), " ": (0, 0)}
    rows = [[light[letter][half] for letter in line] for line in lines for half in (0, 1)]
    inner = [row[4:-4] for row in rows[4:]][: len(codes.modules(data))]
    assert [[1 - one for one in row] for row in inner] == [list(row) for row in codes.modules(data)]
    assert all(map(all, rows[:4]))
    assert all(all(row[:4]) and all(row[-4:]) for row in rows)


@pytest.mark.parametrize("data", ["A7-F", URL, URL + "x" * 60])
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
