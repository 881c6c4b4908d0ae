"""The network is cut at every form a desk has: none is lost, none is done twice.

`python -m tests.cut_network [MINUTES] [--once] [STAGE…]` plays the game to one stage after the other, looks through
every desk's pages for forms, and at each of them: fills it in, cuts the network, sends it, mends the network, and
counts what came of it. ``--once`` tries a form that several desks have at the first of them only. At the end it names
the forms that the program knows and that were not tried, with the reason. The tests of the browser try a few.
"""

from __future__ import annotations

import re
import sqlite3
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import closing, suppress
from dataclasses import dataclass, field
from heapq import heappop, heappush
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page, Response, sync_playwright
from playwright.sync_api import Error as PlaywrightError
from werkzeug.exceptions import HTTPException

from control.app import create_app
from control.kernel.open_room import OpenRoom
from control.sengoku.rows import Province
from control.sengoku.rules.desks import DESKS
from tests.browser.conftest import CALM, undrawn
from tests.browser.serving import Served
from tests.browser.umpire import until
from tests.games import CODES, STAGES, Hall, close, copy_of, make_game, to_winter, well_off
from tests.tags import Element, Html

STAGES_TRIED: dict[str, tuple[str, ...]] = {
    "works": tuple(DESKS),
    "secret": ("map", "game"),
    "undefended": ("map",),
    "passed": ("map",),
    "question": ("npd",),
    "asked": ("map",),
    "people": ("map", "team"),
    "titles": ("bakufu",),
    "peace": ("map", "team"),
    "orders": ("map", "game"),
    "locked": ("map",),
    "casting": ("team", "game"),
    "screens": ("team", "game"),
    "honour": ("team", "game"),
    "edict": ("bakufu",),
    "encounter": ("map",),
    "shares": ("map",),
    "running": ("game",),
    "heirs": ("team",),
    "ordered": ("team",),
    "court": ("bakufu", "team"),
    "spied": ("intelligence",),
    "waiting": ("game",),
    "honour proposed": ("team",),
    "rolled": ("npd",),
    "bonds": ("team", "game"),
    "vassals": ("team",),
}
"""Stages of the game (tests/games.py), and the desks that have forms there which they have at none before it."""
PAGES = 220  # pages of a desk that are looked at for forms
LIKE_IT = 4  # and of each kind, such as provinces
BACK = 25.0  # seconds for a form to go when the network is there again
ELSEWHERE = re.compile(r"^/(static|display/(?!desk)|live|clock/full)|\.(csv|xlsx|pdf|json)|/download$")
LAST = (
    "casting.team",
    "battle.end",
    "encounters.claim",
    "encounters.answer",
    "encounters.open_battle",
    "encounters.settle",
    "encounters.pass_all",
    "map_desk.phase",
    "order_grid.lock",
    "gate.close",
    "safety.restore",
    "game.new_code",
    "front.sign_out",
)
"""What ends the stage for all that comes after it."""
FIRST = {
    "waiting": "confirmations.answer",
    "passed": "encounters.pass_all",
    "encounter": "encounters.settle",
    "question": "npd.answered",
    "asked": "encounters.answer",
    "peace": "provinces.taken",
}
"""What is tried first at a stage, since all that comes before it would take it from the page."""

NOT_TRIED = {
    "front.signed_in": "the door: nobody is signed in yet, and the browser sends it",
    "front.guessing_seen": "shown only while somebody guesses at codes",
    "hiding.hide": "a button of every page; tests/browser/test_hidden_screens.py",
    "hiding.open_again": "shown only by a hidden screen; tests/browser/test_hidden_screens.py",
    "sending.keep": "no form: the script keeps drafts there",
    "battle.let_in": "shown only while a third clan could help besiegers; tests/battle/test_battles.py",
    "demo.throw_away": "a game to try things out has it alone; tests/kernel/test_demo.py",
    "spare.come_over": "a ticket that a spare is handed; tests/browser/test_handed_on.py",
    "spare.entries": "no form: a spare asks; tests/kernel/spare/test_spare.py",
    "spare.moved": "no form: a spare asks; tests/kernel/spare/test_spare.py",
    "spare.take_over": "no form: a spare asks; tests/kernel/spare/test_spare.py",
    "spare.whole": "no form: a spare asks; tests/kernel/spare/test_spare.py",
}
"""Addresses that no form of a desk sends to, and why."""
BEHIND: dict[str, dict[str, str]] = {
    "/orders/list": {"list": "Takeda Harunobu, Shinano"},
    "/casting/import": {"list": "Anna Meier, Takeda"},
    "/safety/midway/": {"list": "game", "text": "year,season\n1552,summer"},
}
"""Pages whose next form stands on the answer to their first, and what is typed into that one."""


def to_heirs(hall: Hall) -> None:
    """Two clans have lost their heads: one has an heir to choose, one has nobody left."""
    for head in ("takeda-harunobu", "yuki-masakatsu"):
        hall.correct("character", head, "alive", False)


def to_ordered(hall: Hall) -> None:
    """Winter, with everybody's castle at home abandoned."""
    to_winter(hall)
    for home in {clan.home_province for clan in hall.room.scenario.clans.values() if clan.home_province}:
        if hall.get(Province, home).castle == "castle":
            hall.correct("province", home, "castle", "none")
            hall.correct("province", home, "abandoned", "castle")


TRIED_AT = {
    **STAGES,
    "asked": STAGES["question"],
    "passed": STAGES["undefended"],
    "heirs": to_heirs,
    "ordered": to_ordered,
}

FIND = """([action, hidden]) => [...document.querySelectorAll("form[method=post]")].find((form) =>
  (form.getAttribute("action") ?? location.pathname) === action
  && [...form.querySelectorAll("input[type=hidden]")].map((one) => one.name).sort().join() === hidden)"""
FILL = f"""(which) => {{
  const form = ({FIND})(which);
  if (!form) return "gone";
  const radios = new Set();
  for (const field of form.elements) {{
    if (field.disabled || !field.name || field.type === "hidden" || field.type === "file") continue;
    if (field.type === "radio") {{
      if (!radios.has(field.name) && !form.querySelector(`input[name="${{field.name}}"]:checked`)) field.checked = true;
      radios.add(field.name);
    }} else if (field.matches("select")) {{
      if (!field.value && field.options.length > 1) field.selectedIndex = 1;
    }} else if (field.type !== "checkbox" && !field.value && !("spot" in field.dataset)) {{
      field.value = field.inputMode === "numeric" || field.type === "number" ? "1" : "words of a test";
    }}
  }}
  form.noValidate = true;
  if (form.querySelector("input[type=file]")) return "file";
  return [...form.elements].some((field) => "spot" in field.dataset) ? "grid" : "form";
}}"""
TYPE = """(words) => {
  const form = [...document.querySelectorAll("form[method=post]")].find(
    (one) => Object.keys(words).every((name) => one.elements[name]));
  for (const [name, value] of Object.entries(words)) form.elements[name].value = value;
  form.requestSubmit();
}"""
SEND = f"""(which) => {{
  const form = ({FIND})(which);
  form.requestSubmit(form.querySelector("button:not([type]), button[type=submit]"));
}}"""


@dataclass
class Tally:
    """What became of the forms."""

    tried: int = 0
    acted: int = 0
    refused: int = 0
    answered: int = 0
    lost: list[str] = field(default_factory=list)
    doubled: list[str] = field(default_factory=list)
    silent: list[str] = field(default_factory=list)
    untried: dict[str, str] = field(default_factory=dict)
    of: Counter[str] = field(default_factory=Counter)

    def __str__(self) -> str:
        return (
            f"forms tried {self.tried}: acted {self.acted}, refused {self.refused}, answered {self.answered}; "
            f"said nothing while cut off {len(self.silent)}, lost {len(self.lost)}, doubled {len(self.doubled)}"
        )


@dataclass(frozen=True)
class Form:
    """A form on a page: where it stands, what it sends to, its hidden fields; and the route it is for."""

    page: str
    action: str
    hidden: str
    route: str
    about: str
    behind: bool = False

    @property
    def name(self) -> str:
        """What makes it another form than the next: its route, the deed in its address, its hidden fields."""
        return " ".join(one for one in (self.route, self.about, f"({self.hidden})") if one)


def forms_in(page: Html) -> list[tuple[str | None, list[str]]]:
    """The forms of a page that are sent by POST: action, and names of hidden fields."""
    return [
        (form.about.get("action"), [one.about.get("name", "") for one in page.all("input") if is_hidden_in(one, form)])
        for form in page.all("form")
        if form.about.get("method", "").lower() == "post"
    ]


def is_hidden_in(one: Element, form: Element) -> bool:
    """Whether it is a hidden field of this form."""
    return one.about.get("type") == "hidden" and one.inside("form") is form


def journal(game: Path) -> list[tuple[Any, ...]]:
    """What every entry did."""
    with closing(sqlite3.connect(game, timeout=30)) as read:
        return list(read.execute("select action, arguments from journal order by number"))


def deed_of(given: Mapping[str, Any]) -> str:
    """What an address says to do, not to whom."""
    return " ".join(str(value) for name, value in given.items() if name in ("deed", "name", "what", "press", "kind"))


def forms_of(app: OpenRoom, desk: str, code: str, pages: int = PAGES) -> list[Form]:
    """The forms of a desk, from a few pages of each kind, the first of every kind before the second of any. The app has
    a copy of the game: looking changes nothing."""
    client, routes = app.test_client(), app.application.url_map.bind("localhost")
    client.post("/sign-in", data={"code": code, "name": f"Anna of {desk}"})
    todo, seen, kinds, found = [(0, 0, "/")], {"/"}, Counter[str](), dict[str, Form]()
    looked = 0
    while todo and looked < pages:
        looked += 1
        at = heappop(todo)[-1]
        answer = client.get(at, follow_redirects=True)
        if answer.status_code != 200 or answer.mimetype != "text/html":
            continue
        page = Html(answer.text)
        forms = forms_in(page)
        behind = forms_in(Html(client.post(at, data=BEHIND[at]).text)) if at in BEHIND else []
        for action, hidden in forms + behind:
            with suppress(HTTPException):
                to = action if action is not None else at.split("?")[0]
                route, given = routes.match(to.split("?")[0], "POST")
                is_behind = (action, hidden) not in forms
                form = Form(at, to, ",".join(sorted(hidden)), str(route), deed_of(given), is_behind)
                found.setdefault(form.name, form)
        for link in (one.about.get("href", "") for one in page.all("a")):
            if not link.startswith("/"):
                continue
            if link in seen or ELSEWHERE.search(link):
                continue
            with suppress(HTTPException):
                route, given = routes.match(re.sub(r"[?#].*", "", link), "GET")
                kinds[kind := f"{route} {deed_of(given)}"] += 1
                if kinds[kind] <= LIKE_IT:
                    seen.add(link)
                    heappush(todo, (kinds[kind], len(seen), link))
    return sorted(found.values(), key=lambda form: LAST.index(form.route) if form.route in LAST else -1)


def beside_it(province: str, ordered: str) -> str:
    """The name of a province that an army there can march to, another than was ordered (ids with commas between): a
    row that says what it said before is not sent."""
    scenario = well_off()
    ends = [one for border in scenario.borders if province in border.ends for one in border.ends]
    return next(scenario.provinces[one].name for one in ends if one not in (province, *ordered.split(",")))


def cut_off(page: Page) -> None:
    """Cut the network, and wait until it is: on a busy machine what is sent at once may still get through."""
    page.context.set_offline(True)
    until(page, "fetch('/static/sending.js', {cache: 'no-store'}).then(() => false, () => true)")


def cut_at(page: Page, game: Path, form: Form, name: str, tally: Tally) -> None:
    """Fill in a form, cut the network, send it, mend the network, and see what became of it."""
    page.goto(form.page)
    which = [form.action, form.hidden]
    if form.behind:
        page.evaluate(TYPE, BEHIND[form.page])
        page.locator(f'form[action="{form.action}"]').first.wait_for(state="attached", timeout=20_000)
    kind = page.evaluate(FILL, which)
    if kind == "gone":
        tally.untried[name] = "what was done before it has taken it from the page"
        return
    if kind == "file":
        box = page.locator(f'form[action="{form.action}"] input[type=file]').first
        box.set_input_files({"name": "list.csv", "mimeType": "text/csv", "buffer": b"name\nAnna\n"})
    before = len(journal(game))
    answers: list[int] = []
    to = form.action.split("?")[0]

    def heard(response: Response) -> None:
        if response.request.method == "POST" and response.url.split("?")[0].endswith(to):
            answers.append(response.status)

    context = page.context
    context.on("response", heard)
    cut_off(page)
    if kind == "grid":  # it has a script of its own, for the keyboard: an order is typed and entered
        row = page.locator("tbody.army").filter(has=page.locator(f'form[action="{form.action}"]'))
        leg = row.locator("[data-spot='0']")
        leg.fill(beside_it(str(row.get_attribute("data-start")), str(row.get_attribute("data-order"))))
        page.keyboard.press("Enter")  # to the next leg, where one that was ordered before is taken out
        page.keyboard.press("Delete")
        page.keyboard.press("Enter")  # and that is all
    else:
        page.evaluate(SEND, which)
    unsent = page.locator(".unsent")
    quiet = False
    try:
        unsent.get_by_text("ot sent yet").first.wait_for(timeout=20_000)
    except PlaywrightError:
        quiet = True
    context.set_offline(False)
    said, tapped, until = "", False, time.monotonic() + BACK
    while time.monotonic() < until:
        page.wait_for_timeout(150)
        try:
            said = unsent.inner_text(timeout=500) if unsent.is_visible() else ""
        except PlaywrightError:
            continue  # between two pages
        if "tap to send" in said and not tapped:  # what opens beside the page, and files
            unsent.get_by_role("button", name="Send now").first.click()
            tapped = True
        elif answers and "ot sent yet" not in said:
            break
    page.wait_for_timeout(300)
    context.remove_listener("response", heard)
    new = journal(game)[before:]
    tally.tried += 1
    tally.of[form.route] += 1
    if new:
        tally.acted += 1
    elif any(400 <= status < 500 for status in answers):
        tally.refused += 1
    elif answers:
        tally.answered += 1
    else:
        tally.lost.append(name)
    if len(set(new)) < len(new):
        tally.doubled.append(name)
    if quiet:
        tally.silent.append(name)


def try_desk(
    browser: Browser,
    server: Served,
    app: OpenRoom,
    desk: str,
    tally: Tally,
    seen: set[str],
    most: int = 999,
    code: str = "",
    pages: int = PAGES,
    once: bool = False,
    until: float = float("inf"),
    first: str = "",
) -> None:
    """Every form of a desk that was not tried before; ``first`` those for this route."""
    code = code or CODES[desk]
    context, page = sign_in(browser, server, desk, code)
    every = {one.name if once else f"{desk} {one.name}": one for one in forms_of(app, desk, code, pages)}
    left = sorted((one for one in every.items() if one[0] not in seen), key=lambda one: one[1].route != first)
    for key, form in left[:most]:
        name = f"{desk}: {form.page} {form.name}"
        if time.monotonic() > until:
            tally.untried[name] = "no time was left"
            continue
        before = tally.tried
        try:
            cut_at(page, server.game, form, name, tally)
        except PlaywrightError as error:
            tally.untried[name] = str(error).splitlines()[0]
            context.close()
            context, page = sign_in(browser, server, desk, code)
        if tally.tried > before:
            seen.add(key)
        if name in tally.lost + tally.doubled + tally.silent:
            print(f"  lost, doubled or silent: {name}", flush=True)
        for other in context.pages:
            if other is not page:
                other.close()
    context.close()


def sign_in(browser: Browser, server: Served, desk: str, code: str) -> tuple[BrowserContext, Page]:
    """A window at a desk."""
    context = browser.new_context(base_url=server.origin, **CALM)
    context.set_default_timeout(15_000)
    context.add_init_script(undrawn("html"))
    context.request.post("/sign-in", form={"code": code, "name": f"Anna of {desk}"}, max_redirects=0)
    page = context.new_page()
    page.on("dialog", lambda dialog: dialog.accept())
    return context, page


def beside(game: Path) -> OpenRoom:
    """An app with a copy of a game that may be running, to look through."""
    copy = game.with_name("looked_through.db")
    with closing(sqlite3.connect(game)) as now, closing(sqlite3.connect(copy)) as then:
        now.backup(then)
    return create_app(copy)


def let_go(app: OpenRoom) -> None:
    """Let go of its file."""
    app.room.store.engine.dispose()


def served_at(stage: str, folder: Path) -> Iterator[tuple[Served, OpenRoom]]:
    """A game at a stage, served; and an app with a copy of it, to look through."""
    scenario = well_off()
    folder.mkdir(parents=True, exist_ok=True)
    fresh = make_game(folder / "fresh.db", scenario)
    server = Served(folder)
    room = copy_of(fresh, server.game, scenario)
    TRIED_AT[stage](Hall(room))
    close(room)
    server.start()
    app = beside(server.game)
    app.copies.folder = server.game.with_name(f"{server.game.name}.copies")
    until = time.monotonic() + BACK
    while not app.copies.all() and time.monotonic() < until:  # the first, to go back to
        time.sleep(0.1)
    try:
        yield server, app
    finally:
        server.stop()
        let_go(app)


def sent_to(app: OpenRoom) -> set[str]:
    """The addresses a form could be sent to."""
    taken = {rule.endpoint for rule in app.application.url_map.iter_rules() if "POST" in (rule.methods or ())}
    return {one for one in taken if not one.startswith("api.")}


def not_tried(app: OpenRoom, tally: Tally) -> dict[str, str]:
    """The addresses a form could be sent to that none was, each with the reason."""
    return {one: NOT_TRIED.get(one, "no page of these stages has it") for one in sorted(sent_to(app) - set(tally.of))}


def main(minutes: float, once: bool, stages: set[str]) -> int:
    """Try all forms, for so many minutes at most."""
    from tests.browser.conftest import QUIET, chromium

    tally, seen, until = Tally(), set[str](), time.monotonic() + minutes * 60
    left: dict[str, str] = {}
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        browser = playwright.chromium.launch(executable_path=chromium(), args=list(QUIET))
        for stage, desks in STAGES_TRIED.items():
            if time.monotonic() > until or (stages and stage not in stages):
                continue
            for server, app in served_at(stage, Path(folder) / stage):
                for desk in sorted(desks, key=lambda one: one == "game"):
                    first = FIRST.get(stage, "")
                    try_desk(browser, server, app, desk, tally, seen, once=once, until=until, first=first)
                    print(f"{stage}, {desk}: {tally}", flush=True)
                left = not_tried(app, tally)
        browser.close()
    for title, names in (("lost", tally.lost), ("doubled", tally.doubled), ("silent", tally.silent)):
        for name in names:
            print(f"{title}: {name}")
    for name, why in tally.untried.items():
        if (name.split(" ", 2)[2] if once else f"{name.split(':')[0]} {name.split(' ', 2)[2]}") not in seen:
            print(f"not tried: {name}: {why}")
    for route, why in left.items():
        print(f"not tried: {route}: {why}")
    print(f"{tally}; addresses tried {len(tally.of)} of {len(tally.of) + len(left)}")
    forgotten = not stages and set(left) - set(NOT_TRIED)  # a run over some stages alone leaves others out
    return 1 if tally.lost or tally.doubled or tally.silent or forgotten else 0


if __name__ == "__main__":
    words = sys.argv[1:]
    minutes = next((float(one) for one in words if one[0].isdigit()), 60)
    sys.exit(main(minutes, "--once" in words, {one for one in words if one in STAGES_TRIED}))
