"""The style sheets keep to one scale: sizes of type, room between things, breakpoints and colours are tokens."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

HOUSE = Path(__file__).parent.parent
SHEETS = sorted(path for path in (HOUSE / "control").rglob("*.css") if "vendor" not in path.parts)
SCRIPTS = sorted(path for path in (HOUSE / "control").rglob("*.js") if "vendor" not in path.parts)
BREAKPOINTS = {"40rem", "60rem", "100rem"}
CONTAINERS = {"21rem", "28rem", "40rem"}
"""How broad a part may be, wherever it stands: 28rem is what four columns need, beside the map or on a phone; 21rem is
a row of the narrowest phones."""
SCALES = {"text": 8, "space": 6, "em": 3, "wall": 5, "clock": 4, "drawn": 2}
"""How many sizes each scale has. Walls, clocks and drawings are other media than a page (decision 12)."""
COUNTED = {"--wall-row"}
"""Sizes that go by how many rows there are, and so by their rule."""
SIZES = r"var\(--(?:text|wall|clock|drawn)-\w+\)|var\(--lesser\)|inherit"
ROOM = (
    r"var\(--(?:space-\d|em-\d|gap|hair|band|wall-room|wall-side|clock-room|page-side|unsent-foot|demo-foot)\)"
    r"|auto|env\([\w-]+\)"
)
COLOUR = re.compile(
    r"#[0-9a-fA-F]{3,8}\b|\b(?:rgb|hsl|hwb|lab|lch|oklab|oklch|color)a?\(|(?<![\w-])(?:white|black|red|gr[ae]y)(?![\w-])"
)
DECLARED = re.compile(r"(?<![\w-])(--[\w-]+)\s*:")
USED = re.compile(r"var\((--[\w-]+)")


def declarations(css: str) -> Iterator[tuple[str, str, str, str]]:
    """Every declaration of a style sheet: the outermost rule it is in, its selector, the property, the value."""
    outer: list[str] = []
    for text, end in re.findall(r"([^{};]*)([{};])", re.sub(r"/\*.*?\*/", "", css, flags=re.S)):
        if end == "{":
            outer.append(" ".join(text.split()))
            continue
        if ":" in text and outer:
            named, _, value = text.partition(":")
            yield outer[0], outer[-1], named.strip(), " ".join(value.split())
        if end == "}":
            outer.pop()


def size_of_type(value: str) -> str:
    """The size in a `font`: what stands before the height of the line."""
    return value.split("/")[0].split(" ", 1)[-1] if "/" in value else value


@cache
def tokens() -> frozenset[str]:
    """What `:root` declares."""
    return frozenset(
        named
        for path in SHEETS
        for _, selector, named, _ in declarations(path.read_text(encoding="utf-8"))
        if selector == ":root" and named.startswith("--")
    )


def faults(css: str) -> list[str]:
    """What a style sheet says outside the scale."""
    found = []
    for width in re.findall(r"@media[^{]*?width:\s*([\d.]+\w+)", css):
        if width not in BREAKPOINTS:
            found.append(f"breakpoint {width}")
    for width in re.findall(r"(?<=width:)\s*([\d.]+\w+)", " ".join(re.findall(r"@container[^{]*", css))):
        if width not in CONTAINERS:
            found.append(f"width of a container {width}")
    for outer, selector, named, value in declarations(css):
        said = f"{selector} {{ {named}: {value} }}"
        if selector in (":root", "html.dark-desk") and named.startswith("--"):
            continue  # a token
        if COLOUR.search(value):
            found.append(said)
        sized = re.fullmatch(rf"--(?:{'|'.join(SCALES)})-\w+", named) and re.search(r"\d(?:px|r?em|v\w+|cq\w+)", value)
        if sized and named not in COUNTED | tokens():
            found.append(said)  # a rule may give a size of a scale another value, and adds none to it
        if named in ("font-size", "font") and value != "inherit" and selector != "html" and outer != "@font-face":
            sized = rf"(?:{SIZES}|max\((?:{SIZES}), [\d.]+ \* (?:{SIZES})\))"
            if not re.fullmatch(sized, size_of_type(value)):
                found.append(said)
        if re.fullmatch(r"(?:row-|column-)?gap|(?:margin|padding)(?:-\w+)*", named) and "print" not in outer:
            bare = re.sub(ROOM, "", value.removesuffix("!important"))
            if re.search(r"\d[a-z%]|[a-z]", re.sub(r"\b(?:calc|min|max)\(", "(", bare)):
                found.append(said)
    return found


def test_the_scale_is_small():
    there = {scale: sum(bool(re.fullmatch(rf"--{scale}-\d+", named)) for named in tokens()) for scale in SCALES}
    assert there == SCALES
    assert len(BREAKPOINTS) == 3


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.name)
def test_a_script_says_no_colour(path):
    """A dark desk has others: a script gives a class."""
    assert re.findall(r"""["'`]#[0-9a-fA-F]{3,8}["'`]|\b(?:rgb|hsl)a?\(""", path.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize("path", SHEETS, ids=lambda path: path.name)
def test_a_style_sheet_keeps_to_the_scale(path):
    assert faults(path.read_text(encoding="utf-8")) == []


def test_a_page_says_no_more_of_its_looks_than_a_value_for_a_sheet():
    styles = {
        f"{path.name}: {style}"
        for path in (HOUSE / "templates").rglob("*.html")
        for style in re.findall(r'style="([^"]*)"', path.read_text("utf-8"))
        if not re.fullmatch(r"(?:[\w-]+:\{\{[^}]*\}\};?)+", style)
    }
    assert styles == set()


def test_every_token_that_is_used_is_there():
    sheets = " ".join(path.read_text(encoding="utf-8") for path in SHEETS)
    pages = " ".join(path.read_text(encoding="utf-8") for path in (HOUSE / "templates").rglob("*.html"))
    there = set(DECLARED.findall(sheets)) | set(DECLARED.findall(pages))
    assert set(USED.findall(sheets)) - there == set()
    assert {named for named in there if named not in {*USED.findall(sheets)}} == set()


@pytest.mark.parametrize(
    "planted",
    [
        ".a { font-size: 1.05rem; }",
        ".a { font: 700 0.8em/1 var(--serif); }",
        ".a { gap: 0.4rem; }",
        ".a { margin: 0 var(--gap) 3px; }",
        ".a { padding-inline: calc(var(--gap) + 1rem); }",
        ".a { margin: -0.5vw auto; }",
        ".a { color: #fff; }",
        ".a { box-shadow: 0 1px 2px rgb(0 0 0 / 20%); }",
        ".a { background: white; }",
        "@media (max-width: 44rem) { .a { gap: 0; } }",
        "@container (min-width: 28rem) and (max-width: 44rem) { .a { gap: 0; } }",
        ".a { --wall-9: 3vh; }",
        "@media print { .a { color: #000; } }",
    ],
)
def test_what_is_planted_outside_the_scale_is_found(planted):
    assert faults(planted) != []


@pytest.mark.parametrize(
    "right",
    [
        ":root { --ink: #231f1c; --text-1: 0.8rem; }",
        ".a { font: 700 var(--text-1)/1.2 var(--serif); font-size: var(--wall-2); }",
        ".a { margin: calc(-1 * var(--space-3)) auto 0; padding: max(var(--gap), env(safe-area-inset-bottom)) 0; }",
        "@media (hover: none) and (max-width: 40rem) { .a { margin: 0 !important; white-space: nowrap; } }",
        "@media print { .a { margin: 5mm; } }",
    ],
)
def test_what_keeps_to_the_scale_is_left_alone(right):
    assert faults(right) == []


def test_no_page_takes_an_id_of_the_frame_around_it():
    """A heading with an id that the frame has already names nothing: the reader of the page hears the frame's words."""
    ids = re.compile(r'\bid="([\w-]+)"')
    templates = HOUSE / "templates"
    pages = {file: file.read_text(encoding="utf-8") for file in templates.rglob("*.html")}
    frame = set(ids.findall(pages[templates / "base.html"]))
    assert len(frame) > 5
    taken = {
        (file.name, one)
        for file, text in pages.items()
        if 'extends "base.html"' in text
        for one in frame & set(ids.findall(text))
    }
    assert taken == set()


def test_a_page_asks_for_its_fonts_once_and_with_the_address_that_the_style_has(client):
    """Asked for under another address they would come twice, and the page would jump when they come with the style."""
    page = client("map").get("/orders/").text
    asked = re.findall(r'<link rel="preload" href="([^"]+)" as="font"', page)
    css = (HOUSE / "control" / "static" / "room.css").read_text(encoding="utf-8")
    named = {f"/static/{file}" for file in re.findall(r"url\((vendor/[^)]+woff2)\)", css)}
    assert len(asked) == len(set(asked)) == 4
    assert set(asked) <= named
    assert page.index(asked[0]) < page.index("room.css")


def test_a_token_in_units_that_older_browsers_do_not_know_has_another_value_there():
    """Where they are unknown, what uses such a token would fall back to nothing: not to a declaration before it."""
    plain, in_new_units = set(), set()
    for path in SHEETS:
        for outer, selector, named, value in declarations(path.read_text(encoding="utf-8")):
            if named.startswith("--") and re.search(r"[\d.]cq\w+", value):
                assert outer == "@supports (width: 1cqw)", f"{selector} {{ {named}: {value} }}"
                in_new_units.add(named)
            elif outer == selector == ":root":
                plain.add(named)
    assert in_new_units
    assert in_new_units <= plain
