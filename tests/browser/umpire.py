"""What an umpire does at the pages, found as he finds it: by label, by button, by what is written."""

from __future__ import annotations

import re
import time
from collections.abc import Callable

from playwright.sync_api import Error, Locator, Page, expect

from tests.browser.conftest import PATIENCE
from tests.browser.serving import Served
from tests.thirty import Marching

PHONE = {"viewport": {"width": 375, "height": 667}, "is_mobile": True, "has_touch": True, "device_scale_factor": 2}
"""What `open_window` takes to be a small phone."""


def fits(page: Page) -> None:
    """Nothing stands out of the window at its side. Asked again until it is so: a page that is just being left has
    nothing to measure."""
    window = page.viewport_size
    assert window is not None, "A window of no size of its own shows everything."
    expect(page.locator("html")).to_have_js_property("scrollWidth", window["width"])


def until(page: Page, expression: str) -> None:
    """Wait until this is so in the page, or in the one that comes after it (its rules let no script wait for it
    there)."""
    end = time.monotonic() + PATIENCE / 1000
    while not is_so(page, expression):
        assert time.monotonic() < end, f"{expression} never came"
        time.sleep(0.05)


def come(page: Page, there: Callable[[], bool], what: str) -> None:
    """Wait until something is there that the page brings about, which goes on meanwhile."""
    end = time.monotonic() + PATIENCE / 1000
    while not there():
        assert time.monotonic() < end, f"{what} never came"
        page.wait_for_timeout(20)


def is_so(page: Page, expression: str) -> bool:
    """Whether this is so in the page; of one that is just being left nothing is."""
    try:
        return bool(page.evaluate(expression))
    except Error as error:
        if "context was destroyed" not in error.message and "navigation" not in error.message:
            raise
        return False


def whole(page: Page, control: Locator) -> None:
    """Click what leads to another page, and wait until all of it is there: what is counted or read at once in a page
    that is still coming is only what has come."""
    with page.expect_navigation():
        control.click()


def lettered(page: Page) -> None:
    """Wait until a page stands in letters of our own, which may take a line more or less than those that stand in for
    them. Each is asked for by itself: `document.fonts.ready` is kept already before the first of them is on its way."""
    page.evaluate("Promise.all([...document.fonts].map((face) => face.load())).then(() => {})")


AT_ONE_MOMENT = "(those) => those.map((one) => one.getBoundingClientRect().toJSON())"


def boxes(*those: Locator) -> list[dict[str, float]]:
    """Where these stand in the window of a page, all measured at one moment: of two asked for one after the other, the
    second may have moved meanwhile."""
    lettered(those[0].page)
    handles = [one.element_handle() for one in those]
    return those[0].page.evaluate(AT_ONE_MOMENT, handles)


def touches(page: Page) -> Callable[..., None]:
    """Puts fingers on a page, moves and lifts them."""
    fingers = page.context.new_cdp_session(page)

    def touch(kind: str, *points: tuple[float, float]) -> None:
        fingers.send(
            "Input.dispatchTouchEvent",
            {
                "type": kind,
                "touchPoints": [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)],
            },
        )

    return touch


def pinch(touch: Callable[..., None], x: float, y: float) -> None:
    """Spread two fingers to three times their distance, and then push what they hold 24 pixels to the right."""
    touch("touchStart", (x - 20, y), (x + 20, y))
    for apart in (30, 45, 60):
        touch("touchMove", (x - apart, y), (x + apart, y))
    for along in (8, 16, 24):
        touch("touchMove", (x - 60 + along, y), (x + 60 + along, y))
    touch("touchEnd")


def raise_garrison(page: Page, province: str, troops: str) -> None:
    """Send the form that raises a garrison."""
    page.goto("/map/raise")
    form = form_headed(page, "Raise a garrison")
    form.get_by_label("Province").fill(province)
    form.get_by_label("Counters").fill(troops)
    form.get_by_role("button", name="Raise").click()


def form_army(page: Page, general: str, province: str, troops: str) -> None:
    """Send the form that forms an army."""
    page.goto("/map/raise")
    form = form_headed(page, "Form an army")
    form.get_by_label("General").fill(general)
    form.get_by_label("From the garrison of").fill(province)
    form.get_by_label("Counters").fill(troops)
    form.get_by_role("button", name="Form the army").click()


def correct(page: Page, army: int, figure: str, value: str, reason: str) -> None:
    """Set one of an army's figures right."""
    page.goto(f"/armies/{army}")
    form = opened(page, "Correct a figure")
    form.get_by_label("Figure", exact=True).select_option(figure)
    form.get_by_label("Right value").fill(value)
    form.get_by_label("Reason").fill(reason)
    form.get_by_role("button", name="Correct").click()


def fight(
    page: Page, number: int, attacker: tuple[str, str], defender: tuple[str, str], die: int, odds: list[str]
) -> None:
    """Choose both tactics, see the odds built up from column to column, choose the die that was thrown, fight."""
    form = page.locator("form").filter(has=page.get_by_role("button", name=f"Fight round {number}"))
    for general, tactic in (attacker, defender):
        choose(form.get_by_role("group", name=f"{general} chooses"), tactic)
    steps = page.get_by_label("The odds, step by step").get_by_role("list").last.get_by_role("listitem")
    expect(steps).to_contain_text([re.compile(rf"(^|\D){column}\D") for column in odds])
    choose(form.get_by_role("group", name="The die"), str(die))
    form.get_by_role("button", name=f"Fight round {number}").click()


def choose(group: Locator, words: str) -> None:
    """Tap a tile: the radio button is there for the keyboard, the tile around it for the finger."""
    tile = group.locator("label").filter(has_text=words)
    tile.click()
    expect(tile.get_by_role("radio")).to_be_checked()


def form_headed(page: Page, heading: str) -> Locator:
    """The form under this heading."""
    return page.locator("form").filter(has=page.get_by_role("heading", name=heading))


def opened(page: Page, summary: str) -> Locator:
    """The panel under this summary, opened if it is not."""
    panel = page.locator("details").filter(has=page.get_by_text(summary, exact=True))
    if panel.get_attribute("open") is None:
        panel.locator("summary").click()
    return panel


def run_phase(page: Page, number: int, outcome: str = "") -> None:
    """From the map: look at what the phase will bring, run it, and read what came of it."""
    page.get_by_role("link", name=f"Phase {number}…").click()
    send(page, f"Run phase {number}", f"Phase {number}: {outcome}")


def told(page: Page, sentence: str) -> None:
    """The page says at its top what was done."""
    expect(page.get_by_role("main").get_by_role("status")).to_contain_text(sentence)


def send(within: Page | Locator, button: str | re.Pattern[str], sentence: str, exact: bool = False) -> None:
    """Send a form by its button, and be told what was done; ``within`` a page, or the part of one that has the form."""
    within.get_by_role("button", name=button, exact=exact).click()
    told(within if isinstance(within, Page) else within.page, sentence)


def printed(page: Page, button: str, patience: float = PATIENCE) -> bytes:
    """The PDF that a button prints: it opens beside the page, which stays where it is. Some Chromiums show a PDF and
    others save it; it was answered in either case. On a busy machine its progress is shown first."""
    here = page.url
    answered = re.compile(r"/print/jobs/[^/]+(/[^/]+\.pdf)?$")
    with (
        page.context.expect_event("response", lambda one: answered.search(one.url), timeout=patience) as shown,
        page.expect_popup() as beside,
    ):
        page.get_by_role("button", name=button, exact=True).click()
    address = shown.value.url
    if not address.endswith(".pdf"):
        ready = beside.value.get_by_role("link", name=re.compile(r"^Open .*\.pdf$"))
        address = ready.get_attribute("href", timeout=patience) or ""
    content = page.context.request.get(address).body()
    beside.value.close()
    assert page.url == here
    return content


def at_field(field: Locator, sentence: str) -> None:
    """The field is marked as wrong, and the sentence that describes it says why."""
    expect(field).to_have_attribute("aria-invalid", "true")
    expect(field).to_have_accessible_description(re.compile(re.escape(sentence)))


def flag(page: Page, clan: str, province: str) -> Locator:
    """A clan's flag in a province, on the drawn map."""
    return page.get_by_role("region", name="Map").locator(f'[data-clan="{clan}"][data-province="{province}"]')


def row_of(page: Page, general: str) -> Locator:
    """A general's row in the table of armies."""
    return page.get_by_role("row").filter(has_text=general)


def fielded(server: Served, *armies: Marching) -> None:
    """These armies stand where they are wanted, with their orders; numbered as they come. Set up by a script."""
    why = "the story needs them"
    for number, army in enumerate(armies, start=1):
        server.do("garrison.raise", "Game Control", province=army.province, troops=army.troops, force=why)
        server.do("army.form", general=army.general, province=army.province, troops=army.troops)
        server.correct("character", army.general, "experience", army.experience)
        server.do("army.order_march", army=number, route=list(army.route))


def two_armies(server: Served) -> None:
    """Takeda's army of 20 in Kai (1) and Uesugi's of 18 in Echigo (2), set up by a script."""
    for clan, general, province, raised, troops, experience in (
        ("takeda", "takeda-harunobu", "kai", 5, 20, 2),
        ("uesugi", "uesugi-kenshin", "echigo", 9, 18, 3),
    ):
        server.do("garrison.raise", province=province, troops=raised)
        server.do("army.form", general=general, province=province, troops=raised)
        army = 1 if clan == "takeda" else 2
        server.correct("army", army, "troops", troops)
        server.correct("character", general, "experience", experience)


def meeting_in_shinano(server: Served) -> None:
    """Both armies have marched to Shinano and met there (encounter 1)."""
    two_armies(server)
    for army in (1, 2):
        server.do("army.order_march", army=army, route=["shinano"])
    server.phases(1, 2)


def battle_of_kawanakajima(server: Served) -> None:
    """Uesugi attacks Takeda in Shinano (battle 1); no round is fought yet."""
    meeting_in_shinano(server)
    server.do("encounter.settle", encounter=1, outcome="battle", attacker="uesugi", settled_by="agreement")
