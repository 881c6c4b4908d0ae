"""Parts of a list: what belongs together is not torn apart, and none lacks a row."""

from __future__ import annotations

import pytest
from flask import Flask

from control.kernel.pages.lists import PART, part_of

ROWS = [(clan, spot) for clan in range(9) for spot in range(PART // 4 + 3)]


@pytest.mark.parametrize("start", [0, 1, PART - 1, PART, PART + 30])
def test_rows_that_belong_together_come_together(start):
    with Flask("lists").test_request_context(f"/?from={start}"):
        part = part_of(ROWS, lambda row: row[0])
    clans = {clan for clan, _ in part.rows}
    assert list(part.rows) == [row for row in ROWS if row[0] in clans]
    assert part.until - part.since == len(part.rows) < PART + PART // 2


@pytest.mark.parametrize("address", ["/", f"/?from={PART}", "/?to=7", f"/?from={PART}&to={PART + 7}"])
def test_a_list_in_which_a_form_was_refused_comes_whole_whatever_part_the_address_names(address):
    with Flask("lists").test_request_context(address):
        assert list(part_of(ROWS, uncut=True).rows) == ROWS != list(part_of(ROWS).rows)
