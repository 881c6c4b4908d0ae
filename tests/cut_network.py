"""The network is cut at every form a desk has: none is lost, none is done twice.

`python -m tests.cut_network` tries all of them and prints how many; the tests of the browser try a few.
"""

from __future__ import annotations

import contextlib
import re
import sqlite3
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright
from playwright.sync_api import Error as PlaywrightError

from control.actions import DESKS
from control.rules.errors import OrderError
from control.scenario.load import load
from tests.browser.serving import Served
from tests.browser.umpire import battle_of_kawanakajima
from tests.hall import CODES, STAGES, Hall, close, copy_of, make_game

BATTLE = "battle of Kawanakajima"
STAGES_TRIED = (BATTLE, "casting", "works", "screens", "honour")
PAGES = 70  # pages of a desk that are looked at for forms
BACK = 25.0  # seconds for a form to go when the network is there again

CRAWL = """async (most) => {
  const seen = new Set(["/"]), todo = ["/"], forms = new Map();
  const shape = (path) => path.replace(/[?#].*/, "").replace(/\\d+/g, "N");
  const shapes = new Map();
  while (todo.length && seen.size < most * 4 && shapes.size < most) {
    const at = todo.shift();
    const answer = await fetch(at);
    if (!answer.ok || !(answer.headers.get("content-type") || "").startsWith("text/html")) continue;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    page.querySelectorAll("form[method=post]").forEach((form, spot) => {
      const about = [...form.querySelectorAll("input[type=hidden]")].map((one) => one.name).sort().join();
      const name = `${shape(form.getAttribute("action") || at)} ${about}`;
      if (!forms.has(name)) forms.set(name, [at, spot, name]);
    });
    for (const link of page.querySelectorAll("a[href]")) {
      const to = link.getAttribute("href");
      if (!to.startsWith("/") || /^\\/(static|display\\/|live|clock\\/full)/.test(to)) continue;
      if (/\\.(csv|xlsx|pdf|json|db)/.test(to)) continue;
      const kind = shape(to);
      shapes.set(kind, (shapes.get(kind) || 0) + 1);
      if (seen.has(to) || shapes.get(kind) > 2) continue;
      seen.add(to);
      todo.push(to);
    }
  }
  return [...forms.values()];
}"""
"""Looks through the pages of a desk, two of each kind, for forms: where each is, as how manieth, and its name."""

FILL = """([spot]) => {
  const form = document.querySelectorAll("form[method=post]")[spot];
  if (!form) return null;
  const radios = new Set();
  for (const field of form.elements) {
    if (field.disabled || !field.name || field.type === "hidden" || field.type === "file") continue;
    if (field.type === "radio") {
      if (!radios.has(field.name) && !form.querySelector(`input[name="${field.name}"]:checked`)) field.checked = true;
      radios.add(field.name);
    } else if (field.matches("select")) {
      if (!field.value && field.options.length > 1) field.selectedIndex = 1;
    } else if (field.type !== "checkbox" && !field.value) {
      field.value = field.inputMode === "numeric" || field.type === "number" ? "1" : "words of a test";
    }
  }
  form.noValidate = true;
  return form.getAttribute("action") || location.pathname;
}"""
SEND = """([spot]) => {
  const form = document.querySelectorAll("form[method=post]")[spot];
  form.requestSubmit(form.querySelector("button:not([type=button])"));
}"""


@dataclass
class Tally:
    """What became of the forms."""

    tried: int = 0
    acted: int = 0
    refused: int = 0
    answered: int = 0
    asked: int = 0
    lost: list[str] = field(default_factory=list)
    doubled: list[str] = field(default_factory=list)
    silent: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        return (
            f"forms tried {self.tried}: acted {self.acted}, refused {self.refused}, answered {self.answered}, "
            f"for a tap {self.asked}; said nothing while cut off {len(self.silent)}, lost {len(self.lost)}, "
            f"doubled {len(self.doubled)}"
        )


def journal(game: Path) -> list[tuple[Any, ...]]:
    """What every entry did."""
    with closing(sqlite3.connect(game)) as opened:
        return opened.execute("select action, arguments, key from journal order by number").fetchall()


def forms_of(page: Page, most: int = PAGES) -> list[tuple[str, int, str]]:
    """The forms of the desk that is signed in."""
    page.goto("/clock/full")
    return [tuple(one) for one in page.evaluate(CRAWL, most)]


def cut_at(page: Page, game: Path, where: str, spot: int, name: str, tally: Tally) -> None:
    """Fill in a form, cut the network, send it, mend the network, and see what became of it."""
    page.goto(where)
    filled = page.evaluate(FILL, [spot])
    if filled is None:
        return  # what was done before has taken it from the page
    action = filled
    tally.tried += 1
    before = len(journal(game))
    answers: list[int] = []

    def heard(response: Any) -> None:
        if response.request.method == "POST" and response.url.split("?")[0].endswith(action.split("?")[0]):
            answers.append(response.status)

    page.context.set_offline(True)
    page.evaluate(SEND, [spot])
    unsent = page.locator(".unsent")
    if "sign-out" not in action:
        try:
            unsent.get_by_text("ot sent yet").first.wait_for(timeout=6000)
        except PlaywrightError:
            tally.silent.append(name)
    page.context.on("response", heard)
    page.context.set_offline(False)
    until = time.monotonic() + BACK
    said = ""
    while time.monotonic() < until:
        page.wait_for_timeout(150)
        try:
            said = unsent.inner_text(timeout=500) if unsent.is_visible() else ""
        except PlaywrightError:
            continue  # between two pages
        if "tap to send" in said or "Not done" in said or (answers and "ot sent yet" not in said):
            break
    page.wait_for_timeout(300)
    page.context.remove_listener("response", heard)
    new = journal(game)[before:]
    if new:
        tally.acted += 1
    elif "tap to send" in said:
        tally.asked += 1
    elif any(400 <= status < 500 for status in answers):
        tally.refused += 1
    elif answers:
        tally.answered += 1
    else:
        tally.lost.append(name)
    if len({entry[:2] for entry in new}) < len(new):
        tally.doubled.append(name)


def try_desk(
    browser: Browser, server: Served, desk: str, tally: Tally, seen: set[str], most: int = 999, code: str = "",
    pages: int = PAGES,
) -> None:
    """Every form of a desk that was not tried before; signing out is the last."""
    context = browser.new_context(base_url=server.origin)
    context.set_default_timeout(15_000)
    context.request.post("/sign-in", form={"code": code or CODES[desk], "name": f"Anna of {desk}"})
    page = context.new_page()
    page.on("dialog", lambda dialog: dialog.accept())
    found = [one for one in forms_of(page, pages) if f"{desk} {one[2]}" not in seen]
    for where, spot, name in sorted(found, key=lambda one: "sign-out" in one[2])[:most]:
        if re.search(r"new_code|new-code|/codes", name):
            continue  # it signs everybody out
        seen.add(f"{desk} {name}")
        try:
            cut_at(page, server.game, where, spot, f"{desk}: {where} {name}", tally)
        except PlaywrightError as error:
            print(f"  {desk}: {where} {name}: {str(error).splitlines()[0]}", flush=True)
            context.set_offline(False)
            page.close()
            page = context.new_page()
            page.on("dialog", lambda dialog: dialog.accept())
        for other in context.pages:
            if other is not page:
                other.close()
    context.close()


def served_at(stage: str, folder: Path) -> Iterator[Served]:
    """A game at a stage, served."""
    scenario = load("sengoku_1550")
    folder.mkdir(parents=True, exist_ok=True)
    fresh = make_game(folder / "fresh.db", scenario)
    server = Served(folder)
    room = copy_of(fresh, server.game, scenario)
    with contextlib.suppress(OrderError):  # as far as it goes: there are forms everywhere
        STAGES.get(stage, STAGES["start"])(Hall(room))
    close(room)
    server.start()
    if stage == BATTLE:
        battle_of_kawanakajima(server)
    try:
        yield server
    finally:
        server.stop()


def main(minutes: float) -> int:
    """Try all forms, for so many minutes at most."""
    from tests.browser.conftest import QUIET, chromium

    tally, seen, until = Tally(), set[str](), time.monotonic() + minutes * 60
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        browser = playwright.chromium.launch(executable_path=chromium(), args=list(QUIET))
        for stage in STAGES_TRIED:
            for server in served_at(stage, Path(folder) / stage):
                for desk in DESKS:
                    if time.monotonic() < until:
                        try_desk(browser, server, desk, tally, seen)
                        print(f"{stage}, {desk}: {tally}", flush=True)
        browser.close()
    for title, names in (("lost", tally.lost), ("doubled", tally.doubled), ("silent", tally.silent)):
        for name in names:
            print(f"{title}: {name}")
    return 1 if tally.lost or tally.doubled or tally.silent else 0


if __name__ == "__main__":
    sys.exit(main(float(sys.argv[1]) if len(sys.argv) > 1 else 60))
