"""The pictures at the head of the README, made from the demo game: `make pictures`.

The demo is played to a battle under way and served; a browser looks at it as three people do. Each picture has few
enough colours to be small.
"""

from __future__ import annotations

import io
import sys
import tempfile
import threading
from pathlib import Path

from PIL import Image
from playwright.sync_api import sync_playwright
from sqlalchemy import select

from control.app import create_app
from control.kernel.demo import AT, play_into
from control.kernel.game import game_of
from control.kernel.journal.journal_questions import desks
from control.kernel.opening import scenario_named
from control.kernel.settings import DEFAULT_SCENARIO
from control.sengoku.rows import Battle
from control.serving import listen
from tests.browser.conftest import QUIET, chromium
from tests.browser.umpire import until

FOLDER = Path(__file__).parent.parent / "docs" / "pictures"
LARGEST = 150_000  # bytes
SEEN = {
    "hall": (None, "/display/", (1280, 720)),
    "map": ("map", "/map/", (1280, 800)),
    "battle": ("map", "/battles/{battle}", (1280, 800)),
}
"""What is looked at: by which desk, where, in a window of which size."""


def main() -> None:
    """Make all of them, in the place of those that are there."""
    FOLDER.mkdir(exist_ok=True)
    scenario = scenario_named(DEFAULT_SCENARIO)
    demo = game_of(scenario).demo
    assert demo is not None
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "demo.db"
        play_into(file, scenario, demo, "battle", lambda words: print(words, file=sys.stderr, flush=True))
        room = create_app(file)
        server = listen(room, "127.0.0.1", 0)
        threading.Thread(target=server.run, daemon=True).start()
        with room.room.store.read() as session:
            codes = {key: code for key, _, code in desks(session)}
            battle = session.scalars(select(Battle.id).where(Battle.over.is_(False))).one()
        look(f"http://127.0.0.1:{server.socket.getsockname()[1]}{AT}", codes, battle)
        room.live.end()
        server.close()
        room.store.close()


def look(at: str, codes: dict[str, str], battle: int) -> None:
    """Open each page and keep what is seen."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=list(QUIET))
        for name, (desk, address, (width, height)) in SEEN.items():
            window = browser.new_context(viewport={"width": width, "height": height}, reduced_motion="reduce")
            window.set_default_timeout(120_000)
            page = window.new_page()
            if desk:
                page.goto(f"{at}/sign-in?code={codes[desk]}")
                page.get_by_role("button", name="Sign in").click()
                page.get_by_role("button", name="No, thanks").click()
            page.goto(at + address.format(battle=battle))
            until(page, "document.fonts.status === 'loaded'")
            page.wait_for_timeout(1500)  # the map has come to rest
            (FOLDER / f"{name}.png").write_bytes(small(page.screenshot()))
            print(f"{name}.png: {(FOLDER / f'{name}.png').stat().st_size:,} bytes")
        browser.close()


def small(picture: bytes) -> bytes:
    """The picture in as many colours as leave it small enough."""
    whole = Image.open(io.BytesIO(picture)).convert("RGB")
    for colours in (256, 128, 64, 32, 16):
        kept = io.BytesIO()
        whole.quantize(colours, dither=Image.Dither.NONE).save(kept, "PNG", optimize=True)
        if len(kept.getvalue()) < LARGEST:
            break
    return kept.getvalue()


if __name__ == "__main__":
    main()
