"""What is behind More lies within the window, at every desk and on every screen."""

from __future__ import annotations

import pytest

pytestmark = pytest.mark.browser

WIDTHS = (375, 700, 820, 1024, 1280, 1920)


def test_nothing_that_is_behind_more_is_cut(server, open_window):
    for desk in ("Game Control", "Map Control", "Non-Player Daimyo Control", "Intelligence Control"):
        page = open_window(desk)
        page.goto("/rulings/")
        page.get_by_text("More", exact=True).click()
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 900})
            box = page.locator(".menu > div").bounding_box()
            assert 0 <= box["x"] <= width - box["width"], f"{desk}, {width}: {box}"
            assert page.locator(".menu > div").evaluate("(menu) => menu.scrollWidth <= menu.clientWidth"), (desk, width)
