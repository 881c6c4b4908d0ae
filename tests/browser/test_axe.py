"""axe-core over the pages of every desk in a game in full swing: nothing on them breaks WCAG 2.1, A or AA,
no heading is of a lower rank than follows the one before, and whoever hears only what buttons, folds, fields and links
are called can tell which is which.

Every page is looked at once by one of the desks that have it, in one of four looks, which take turns: on a phone and
on a laptop, by day and dark. `AXE=all` looks at each from every desk and in all four, which takes many minutes.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import APIRequestContext, Browser, Page

from control.kernel.spare.followers import Follower
from control.sengoku.rules.desks import DESKS
from tests.browser.conftest import CALM, undrawn
from tests.browser.serving import Here
from tests.browser.umpire import PHONE
from tests.games import CODES, STAGES, Hall, close, copy_of, make_game, well_off
from tests.secrecy.test_routes import PAGES

STAGES_OF_IT = (
    "sides", "screens", "rebels", "honour", "honour proposed", "edict", "court", "spied", "vassals", "waiting",
)  # fmt: skip
LOOKS = ((375, True), (1280, False), (375, False), (1280, True))
"""How wide a window is, and whether the desk is dark."""
NO_PAGES = ("/live", "/api/", ".csv", ".xlsx", ".pdf", "/static/", "/download", "/c/")
WHOLE = re.compile(r"<html [^>]*\blang=.*<body.*<main\b", re.DOTALL)
"""What a page is that stands by itself. The others are parts of pages, which are looked at there."""
ASK = """([standards, seen]) => {
    for (const map of document.querySelectorAll("svg.map")) map.replaceChildren();
    return axe.run({ exclude: ["svg.map", ...seen] }, {
        runOnly: standards, rules: { "heading-order": { enabled: true } }, resultTypes: ["violations"], iframes: false,
    }).then((found) => found.violations.flatMap((one) => one.nodes.map(
        (node) => `${one.id}: ${node.target.join(" ")} (${node.failureSummary.replace(/\\s+/g, " ")})`)));
}"""
"""What it finds. What is drawn on a map it leaves out, and would read all the same, point by point; and what it has
seen."""
FRAME = "body > header.band"
MADE_OF = """(frame) => [frame, ...frame.querySelectorAll("*")].map((one) => [
    one.localName, one.className, one.hidden, one.textContent.trim() === "",
    [...one.attributes].filter(({ name }) => name !== "aria-current").map(({ name, value }) =>
        [name, /^(role|id|for|style|aria-(?!label$).*)$/.test(name) ? value : value.trim() === ""]),
]).concat(frame.querySelectorAll("[aria-current]").length)"""
"""What the frame around a page is made of, whatever it says and wherever one is: names and classes, what its parts are
and belong to, how they look, and whether there are words at all. Around nearly all of a desk it is the same, and takes
a third of the time where it is looked at with each."""
ALIKE = """() => {
    const words = (one) => one.getAttribute("aria-label") ?? (one.labels?.[0] ?? one).textContent;
    const part = (one) => one.matches("button, summary") ? null
        : one.parentElement.closest("[aria-label], [aria-labelledby], fieldset, tr:has(> th)");
    const known = new Map();
    for (const one of document.querySelectorAll("main :is(button, summary, a[href], select, textarea, input)")) {
        if (!one.checkVisibility() || one.matches("[aria-hidden], [type=radio], [type=checkbox]")) continue;
        const about = one.getAttribute("aria-describedby") ?? "";
        const heard = [one.localName, words(one).trim().replace(/\\s+/g, " "), about].join("|");
        known.set(heard, [...(known.get(heard) ?? []), [part(one), one.href?.split(/[?#]/)[0]]]);
    }
    const unlike = ([where, to], [there, too]) => where !== there || to && to === too;
    const each = (all) => all.every((one, at) => all.slice(at + 1).every((other) => unlike(one, other)));
    return [...known].filter(([, all]) => !each(all)).map(([heard]) => `heard twice: ${heard}`);
}"""
"""Fields and links of one name in one named part of a page, buttons and folds of one name and description on all of it:
whoever hears only their names cannot tell which is which. A link that leads where the other does is none."""
STANDARDS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"]
FEW = 5  # of a page's faults: the others are like them

Visit = tuple[str, tuple[int, bool]]


def visits(desk: str | None, asks: APIRequestContext) -> list[Visit]:
    """The addresses that are looked at from a desk, and how: those at which it is given a whole page."""
    everything = os.environ.get("AXE") == "all"
    found: list[Visit] = []
    asked = [(who, address, said) for route, (who, address, said) in PAGES.items() if route.startswith("GET ")]
    for number, (who, address, said) in enumerate(asked):
        if desk not in who or not said & {200, 303} or any(one in address for one in NO_PAGES):
            continue
        if everything or desk is None or who[number % len(who)] == desk:
            answer = asks.get(address)
            if answer.ok and WHOLE.search(answer.text()):
                found += [(address, look) for look in (LOOKS if everything else [LOOKS[number % len(LOOKS)]])]
    return found


@pytest.fixture(scope="module")
def full_swing(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Here]:
    """A battle that waits for tactics, rebels, calls, petitions, covert work, news, an announcement: all at once."""
    folder = tmp_path_factory.mktemp("full-swing")
    scenario = well_off()
    hall = Hall(copy_of(make_game(folder / "new.db", scenario), folder / "game.db", scenario))
    for stage in STAGES_OF_IT:
        STAGES[stage](hall)
    hall.do("battle.ask_tactics", battle=1, round=1)
    close(hall.room)
    server = Here(folder)
    server.start()
    server.served.followers.hear(Follower("axe", "Second laptop", "http://192.168.1.21:8000", 1, 0))
    yield server
    server.stop()
    assert server.output() == ""


HEADLESS = """() => [...document.querySelectorAll("th:not([scope])")]
    .map((one) => `a head of nothing: ${one.textContent}`)"""
IN_LARGE_LETTERS = """async () => {
    for (const one of document.querySelectorAll("main details")) one.open = true;
    document.documentElement.style.fontSize = "200%";
    await Promise.all([...document.fonts].map((face) => face.load()));
    const { scrollWidth } = document.documentElement;
    return scrollWidth > innerWidth ? [`moves sideways: ${scrollWidth} in ${innerWidth}`] : [];
}"""


def faults(page: Page, frames: list[object] | None = None) -> list[str]:
    """What axe finds on a page that it came with, but for a frame that it has seen around another of this look, what is
    called alike there, and heads of tables that do not say of what."""
    seen = []
    if frames is not None:
        frame = page.locator(FRAME).evaluate_all(f"(found) => found.map({MADE_OF})")
        seen = [FRAME] * (frame in frames)
        frames.append(frame)
    found: list[str] = page.evaluate(ASK, [STANDARDS, seen])
    alike: list[str] = page.evaluate(ALIKE)
    headless: list[str] = page.evaluate(HEADLESS)
    return found + alike + headless


def sideways(page: Page) -> list[str]:
    """Whether the page moves sideways on a phone with letters twice as large, all unfolded, which leaves it less room
    than 400 per cent do in a window of 1280 (screens on a wall are no phones)."""
    if page.locator("body.display, body.screen").count():
        return []
    looked_at = page.viewport_size
    page.set_viewport_size(PHONE["viewport"])
    found: list[str] = page.evaluate(IN_LARGE_LETTERS)
    page.set_viewport_size(looked_at)
    return found


@pytest.mark.parametrize("desk", [None, *DESKS], ids=lambda desk: desk or "everybody")
def test_no_page_of_a_desk_breaks_a_rule_of_accessibility(browser: Browser, full_swing: Here, axe: str, desk):
    found: dict[str, list[str]] = {}
    seen = []
    looks = set()
    context = browser.new_context(base_url=full_swing.origin, **CALM)
    context.add_init_script(undrawn("svg.map"))  # which axe leaves out, too
    context.add_init_script(axe)  # half a megabyte: handed over once, and not to each page
    if desk:
        entered = context.request.post("/sign-in", form={"code": CODES[desk], "name": "Aki"}, max_redirects=0)
        assert entered.status == 303
    wanted = visits(desk, context.request)
    page = context.new_page()
    page.goto("/static/icon.svg")  # where nothing looks at what the device keeps
    for look in LOOKS:
        wide, dark = look
        frames: list[object] = []
        page.set_viewport_size({"width": wide, "height": 900})
        page.evaluate("(dark) => localStorage.setItem('dark-desk', dark)", "yes" if dark else "no")
        for address in [address for address, this in wanted if this == look]:
            page.goto(address, wait_until="load")
            if page.locator("html[lang] body > main").count():
                seen.append((address, look))
            looks.add((dark, page.locator("html.dark-desk").count() == 1))
            if wrong := faults(page, frames) + sideways(page):
                found[f"{address} ({wide} wide{', dark' * dark})"] = wrong[:FEW]
    context.close()
    assert seen
    assert sorted(seen) == sorted(wanted)
    assert found == {}
    assert (False, True) not in looks, "the day was dark"
    assert desk is None or not looks & {(True, False)} or (True, True) in looks, "it never was dark"


def test_axe_notices_what_is_wrong(browser: Browser, axe: str):
    page = browser.new_page()
    page.add_init_script(axe)
    page.goto("about:blank")
    page.set_content(
        '<html lang="en"><title>x</title><main><h1>x</h1><h3>y</h3><p style="color:#999">pale</p><input name="a">'
        '<button>Settle</button><button>Settle</button><section aria-label="Kai"><button>Settle</button></section>'
        '<a href="/a">Kai</a><a href="/b?x">Hida</a><a href="/b">Hida</a></main></html>'
    )
    wrong = faults(page)
    assert {fault.split(":")[0] for fault in wrong} == {"color-contrast", "heading-order", "label", "heard twice"}
    assert [fault for fault in wrong if "heard" in fault] == ["heard twice: button|Settle|"]
    page.set_content(
        '<html lang="en"><title>x</title><main><h1>x</h1><section aria-label="Kai"><button>Draw</button></section>'
        '<section aria-label="Iga"><button>Draw</button></section></main></html>'
    )
    assert faults(page) == ["heard twice: button|Draw|"]
    page.set_content('<html lang="en"><title>x</title><main><h1>x</h1><a href="/a">Kai</a><a href="/b">Kai</a></main>')
    assert faults(page) == ["heard twice: a|Kai|"]
    page.close()


@pytest.mark.parametrize(
    ("was", "planted", "fault"),
    [
        ('role="img"', 'role="crest"', "aria-roles"),
        ('aria-hidden="false"', 'aria-hidden="maybe"', "aria-valid-attr-value"),
        ('style="color:#000"', 'style="color:#eee"', "color-contrast"),
        ('for="box"', 'for="bow"', "label"),
        ('id="box"', 'id="bow"', "label"),
        ('aria-label="Crest"', 'aria-label=""', "role-img-alt"),
    ],
)
def test_axe_looks_at_a_frame_once_and_again_if_anything_of_it_is_other_than_its_words(
    browser: Browser, axe: str, was, planted, fault
):
    page = browser.new_page()
    page.add_init_script(axe)
    page.goto("about:blank")
    frame = (
        '<header class="band"><p role="img" aria-label="Crest" aria-hidden="false"></p><p style="color:#000">Oda</p>'
        '<label for="box">Find</label><input id="box"></header>'
    )
    frames: list[object] = []

    def found(frame: str) -> set[str]:
        page.set_content(f'<html lang="en"><title>x</title>{frame}<main><h1>x</h1></main></html>')
        return {one.split(":")[0] for one in faults(page, frames)}

    assert found(frame) == set()
    assert fault in found(frame.replace(was, planted))
    assert found(frame.replace(was, planted).replace("Oda", "Uesugi")) == set(), "it was looked at twice"
    page.close()
