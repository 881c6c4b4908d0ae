"""How large the map is where it is seen: `python -m tests.benchmarks.map_sizes [FOLDER]` prints, for the map of the
umpires and those of the hall at four widths, the pixels to a unit, the area of the smallest province and the smallest
word at first sight. With a folder it leaves a picture of each there.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from tests.browser.conftest import QUIET, chromium
from tests.browser.serving import Here, Served
from tests.thirty import setting_up

SIZES = {375: 812, 1280: 800, 1920: 1080, 3840: 2160}
PLACES = {"map": "/map/", "public": "/display/", "hall": "/display/hall"}

MEASURE = """() => {
    const svg = document.querySelector(".drawing svg.map, .wall-map svg.map");
    const unit = svg.getScreenCTM().a;
    const shown = new Map();
    for (const shape of svg.querySelectorAll(".province[data-province]")) {
        const path = document.getElementById(`p-${shape.dataset.province}`);
        const zoom = shape.getScreenCTM().a;
        shown.set(shape.dataset.province, Math.max(shown.get(shape.dataset.province) || 0, area(path) * zoom * zoom));
    }
    function area(path) { // of its rings, from the relative lines they are written in
        let twice = 0;
        for (const ring of path.getAttribute("d").split("M").slice(1)) {
            const [start, rest] = ring.replace("z", "").split("l");
            const steps = (rest || "").match(/-?(\\d+\\.?\\d*|\\.\\d+)/g)?.map(Number) || [];
            let [x, y] = start.match(/-?(\\d+\\.?\\d*|\\.\\d+)/g).map(Number);
            const [x0, y0] = [x, y];
            for (let at = 0; at + 1 < steps.length; at += 2) {
                twice += x * (y + steps[at + 1]) - (x + steps[at]) * y;
                x += steps[at];
                y += steps[at + 1];
            }
            twice += x * y0 - x0 * y;
        }
        return Math.abs(twice) / 2;
    }
    const words = [...svg.querySelectorAll("text")]
        .filter((text) => text.checkVisibility({ visibilityProperty: true }) && !text.closest(".flag"))
        .map((text) => [parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a, text.textContent]);
    words.sort((one, other) => one[0] - other[0]);
    const least = [...shown].sort((one, other) => one[1] - other[1])[0];
    return { unit, province: least, word: words[0] || [0, "none", ""], words: words.length };
}"""


def main() -> None:
    """Measure all, and print the table."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else None
    with tempfile.TemporaryDirectory() as work, sync_playwright() as playwright:
        server = Here(Path(work))
        server.start()
        for action, order in setting_up():
            server.do(action, "Game Control", **order)
        server.do("display.point", "Game Control", display="hall", shows=["map"])
        browser = playwright.chromium.launch(executable_path=chromium(), args=list(QUIET))
        print("| Picture | Window | Pixels to a unit | Smallest province, px² | Smallest word, px | Words |")
        print("|---|--:|--:|--:|--:|--:|")
        for name, address in PLACES.items():
            for width, height in SIZES.items():
                page = browser.new_page(viewport={"width": width, "height": height}, reduced_motion="reduce")
                sign_in(page, server)
                page.goto(server.origin + address)
                page.wait_for_selector("svg.map .province")
                page.wait_for_timeout(500)
                found = page.evaluate(MEASURE)
                if folder:
                    page.screenshot(path=folder / f"{name}-{width}.png")
                province, word = found["province"], found["word"]
                print(
                    f"| {name} | {width} × {height} | {found['unit']:.2f} | {province[1]:.0f} ({province[0]}) "
                    f"| {word[0]:.1f} ({word[1]}) | {found['words']} |",
                    flush=True,
                )
                page.close()
        browser.close()
        server.stop()


def sign_in(page: Page, server: Served) -> None:
    """At the map's desk."""
    page.context.request.post(f"{server.origin}/sign-in", form={"code": server.codes["Map Control"], "name": "Aki"})


if __name__ == "__main__":
    main()
