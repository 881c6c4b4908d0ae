"""Game Control prints: the whole pack with its progress, then only what has changed."""

from __future__ import annotations

import io
import re
import threading
import zipfile
from dataclasses import replace

import pytest
from playwright.sync_api import expect

from control.kernel.printing import printing_pages
from control.sengoku.paper import press
from tests.browser.umpire import PHONE, fits, two_armies
from tests.paper.reading import pages_of

pytestmark = pytest.mark.browser

IN_IT = ("army_cards", "order_cards", "battle_sheet")
"""What there is to print here: that the pack is of all kinds is proved in tests/paper."""


def test_the_pack_is_printed_with_its_progress_and_then_only_what_changed(server, open_window, monkeypatch):
    looked_at = threading.Event()

    def held(paper, things):
        assert looked_at.wait(300), "nobody saw how far it was"
        press.KINDS["battle_sheet"].draw(paper, things)

    kinds = {key: press.KINDS[key] for key in IN_IT}
    kinds["battle_sheet"] = replace(kinds["battle_sheet"], draw=held)
    monkeypatch.setattr(press, "PAPERS", replace(press.PAPERS, kinds=kinds))
    monkeypatch.setattr(printing_pages, "PATIENCE", 0)

    two_armies(server)
    page = open_window("Game Control", "Grete", at="/print/")
    page.get_by_role("button", name="The whole pack").click()
    bar = page.get_by_role("progressbar", name="How far it is")
    expect(bar).to_be_visible()
    expect(page.locator(".how-far")).to_have_text("4 of 5")  # the cards of two armies are drawn, the sheet is not
    link = page.get_by_role("link", name="Open printouts.zip")
    expect(link).to_have_count(0)
    looked_at.set()
    expect(link).to_be_visible(timeout=60_000)
    expect(bar).to_have_attribute("value", str(bar.get_attribute("max")))
    packed = zipfile.ZipFile(io.BytesIO(page.request.get(link.get_attribute("href")).body()))
    assert {"order_cards.pdf", "army_cards.pdf", "battle_sheet.pdf"} <= set(packed.namelist())

    page.goto("/print/")
    expect(page.get_by_text("Everything that was printed is still right.")).to_be_visible(timeout=30_000)
    server.correct("army", 2, "troops", 3, "Game Control")
    page.reload()
    changed = page.locator("#changed")
    expect(changed.get_by_role("heading", name=re.compile("out of date"))).to_be_visible(timeout=30_000)
    expect(changed.get_by_text(re.compile("Army cards: A2-"))).to_be_visible()
    monkeypatch.setattr(printing_pages, "PATIENCE", 30)  # it is printed before the page is asked for again
    with page.expect_request(re.compile(r"/print/jobs/.*\.(pdf|zip)$")) as asked:
        changed.get_by_role("button", name="Reprint what changed").click()
    assert asked.value.url
    page.goto("/print/")
    expect(page.get_by_text("Everything that was printed is still right.")).to_be_visible(timeout=30_000)


def test_one_card_is_printed_from_a_phone(server, open_window):
    two_armies(server)
    page = open_window("Map Control", "Mio", at="/print/army_cards", **PHONE)
    fits(page)
    page.get_by_role("checkbox").first.tap()
    printed = re.compile(r"/print/jobs/.*\.pdf$")
    page.route(printed, lambda route: route.fulfill(body="the PDF", content_type="text/plain"))
    with page.expect_request(printed) as asked:
        page.get_by_role("button", name="Print", exact=True).tap()
    (only,) = pages_of(page.request.get(asked.value.url).body())
    assert "Army card" in only
    page.wait_for_url(printed)
    page.goto("/print/army_cards")
    expect(page.get_by_text("printed", exact=True)).to_have_count(1)
    expect(page.get_by_text("not printed")).to_have_count(1)
