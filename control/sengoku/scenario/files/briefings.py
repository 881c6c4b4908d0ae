"""``briefings/``: what players read, as Markdown with placeholders in braces.

A file for each clan (``clans/<id>.md``) and each person (``people/<id>.md``), and ``rules.md``. All of them may be
missing: papers are then made from the facts alone. What is checked here is what only this scenario can know: whose file
it is, the few lines before the text, and every placeholder with the id in it. What a placeholder becomes is decided
when a paper is printed, from the game as it stands then (``control/sengoku/paper/players/briefings_questions.py``).
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping

from control.kernel.errors import did_you_mean
from control.kernel.scenarios.faults import Findings
from control.kernel.scenarios.folder import Folder
from control.kernel.values import dataclass
from control.sengoku.scenario.model import Text, Texts

FOLDER = "briefings"
CLANS, PEOPLE, RULES = "clans", "people", "rules"
PLACE = re.compile(r"\{([^{}\n]*)\}")
SETTING = re.compile(r"([a-z]+):\s*(.*)")
FENCE = "---"
MOST_MOTTO = 120

TABLES = {"clan": "clans.csv", "person": "characters.csv", "province": "provinces.csv", "place": "places.csv"}
FIGURES = {
    "price": ("troops", "castle", "fortress", "event", "building", "uniforms"),
    "work": ("castle", "fortress", "building"),
    "abandoned work": ("castle", "fortress"),
    "kind of income": ("rice", "taxation", "mining"),
}
"""What a placeholder may ask a table of prices for."""


class Everything(tuple[str, ...]):
    """The ids of a table that could not be read: any may be in it."""

    def __contains__(self, _: object) -> bool:
        return True


EVERYTHING = Everything()


@dataclass(frozen=True)
class Word:
    """A placeholder within a sentence: of which things it takes an id after a colon, and in which files it may stand
    without one, because it means whom the file is for."""

    of: tuple[str, ...] = ()
    alone: tuple[str, ...] = ()


BOTH = (CLANS, PEOPLE)
WORDS: Mapping[str, Word] = {
    "clan": Word(("clan",), BOTH),
    "leader": Word(("clan",), BOTH),
    "home": Word(("clan",), BOTH),
    "provinces": Word(("clan",), BOTH),
    "places": Word(("clan",), BOTH),
    "neighbours": Word(("clan",), BOTH),
    "person": Word(("person",), (PEOPLE,)),
    "role": Word(("person",), (PEOPLE,)),
    "age": Word(("person",), (PEOPLE,)),
    "titles": Word(("person",), (PEOPLE,)),
    "province": Word(("province",)),
    "place": Word(("place",)),
    "value": Word(("province", "place")),
    "holder": Word(("province", "place")),
    "income": Word((), BOTH),
    "treasury": Word((), BOTH),
    "upkeep": Word((), BOTH),
    "year": Word((), (*BOTH, RULES)),
    "season": Word((), (*BOTH, RULES)),
    "era": Word((), (*BOTH, RULES)),
    "price": Word(("price",)),
    "keep": Word(("work",)),
    "again": Word(("abandoned work",)),
    "saved": Word(("kind of income",)),
    "minutes": Word((), (RULES,)),
    "lesson": Word((), (RULES,)),
    "rounding": Word((), (RULES,)),
    "notional": Word((), (RULES,)),
    "followed": Word((), (RULES,)),
}
"""Every placeholder within a sentence. Those about a clan's books take no id: nobody reads another's."""

BLOCKS: Mapping[str, tuple[str, ...]] = {
    CLANS: ("map", "people", "provinces", "income", "neighbours", "titles", "rights"),
    PEOPLE: (),
    RULES: ("phases", "tactics", "odds", "reckoner"),
}
"""The placeholders that stand alone on a line, by the kind of file."""


def read_briefings(folder: Folder) -> Texts:
    """Every text of the folder, with what is wrong with them noted."""
    names: dict[str, Collection[str]] = {**FIGURES}
    for thing, table in TABLES.items():
        names[thing] = folder.ids.get(table, {}) if table in folder.whole else EVERYTHING
    found: dict[str, dict[str, Text]] = {CLANS: {}, PEOPLE: {}}
    rules = None
    for file in folder.below(FOLDER, ".md"):
        kind, key = whose(file)
        if kind == "":
            folder.findings.add(file, None, "", f"nobody reads this file; {known_files()}")
            continue
        if kind != RULES and key not in (known := names["clan" if kind == CLANS else "person"]):
            noun = "clan" if kind == CLANS else "person"
            folder.findings.add(file, None, "", f'there is no {noun} "{key}".{did_you_mean(key, known)}')
        written = folder.text(file)
        if written is None:
            continue
        text = read_text(file, written, folder.findings)
        for line, column, sentence in faults_in(text, kind, names):
            folder.findings.add(file, line, str(column), sentence)
        if kind == RULES:
            rules = text
        else:
            found[kind][key] = text
    return Texts(found[CLANS], found[PEOPLE], rules)


def known_files() -> str:
    """Which files there may be."""
    return f"there may be {CLANS}/CLAN.md, {PEOPLE}/PERSON.md and {RULES}.md, each with an id for its name."


def whose(file: str) -> tuple[str, str]:
    """The kind of a file and the id that it is called by; the kind is empty for a file that nobody reads."""
    parts = file.removesuffix(".md").split("/")[1:]
    if parts == [RULES]:
        return RULES, ""
    if len(parts) == 2 and parts[0] in BOTH:
        return parts[0], parts[1]
    return "", ""


def read_text(file: str, written: str, findings: Findings) -> Text:
    """A file as its settings, if it begins with any between lines of three hyphens, and its text."""
    lines = written.split("\n")
    if lines[0].rstrip() != FENCE:
        return Text("", written.rstrip(), 1)
    end = next((number for number, line in enumerate(lines) if number and line.rstrip() == FENCE), None)
    if end is None:
        findings.add(file, 1, "", f"the settings that begin here have no end: a line of three hyphens, {FENCE}.")
        return Text("", "\n".join(lines[1:]).rstrip(), 2)
    motto = ""
    for number, line in enumerate(lines[1:end], start=2):
        if not line.strip():
            continue
        found = SETTING.fullmatch(line.strip())
        if found is None:
            findings.add(file, number, "", 'a setting is written as a word, a colon and its value: "motto: Wait".')
        elif found[1] != "motto":
            near = did_you_mean(found[1], ["motto"])
            findings.add(file, number, "", f'there is no setting "{found[1]}", only motto.{near}')
        elif len(found[2]) > MOST_MOTTO:
            findings.add(file, number, "", f"a motto has at most {MOST_MOTTO} letters, not {len(found[2])}.")
        else:
            motto = found[2]
    return Text(motto, "\n".join(lines[end + 1 :]).rstrip(), end + 2)


def faults_in(text: Text, kind: str, names: Mapping[str, Collection[str]]) -> Iterator[tuple[int, int, str]]:
    """What is wrong with the placeholders of a text: the line and the column as an editor counts them, a sentence."""
    for number, line in enumerate(text.body.split("\n"), start=text.line):
        if "{" not in line and "}" not in line:
            continue
        for found in PLACE.finditer(line):
            alone = line.strip() == found[0]
            if sentence := fault_of(found[1], kind, alone, names):
                yield number, found.start() + 1, sentence
        rest = PLACE.sub(lambda found: " " * len(found[0]), line)
        for column, letter in enumerate(rest, start=1):
            if letter in "{}":
                yield number, column, "this brace stands alone. Braces are for placeholders only: {clan:oda}."


def fault_of(inside: str, kind: str, alone: bool, names: Mapping[str, Collection[str]]) -> str:
    """What is wrong with a placeholder, given what stands in its braces; empty if nothing is."""
    name, colon, key = inside.partition(":")
    blocks = BLOCKS[kind]
    if alone and not colon and name in blocks:
        return ""
    word = WORDS.get(name)
    if word is None:
        if name in blocks:
            return f"{{{name}}} becomes more than a line, so it stands alone on its own."
        for other, theirs in BLOCKS.items():
            if name in theirs:
                return f"{{{name}}} is for {files_of(other)} only."
        return f'there is no placeholder "{{{inside}}}".{did_you_mean(name, [*WORDS, *blocks])}'
    if not colon:
        return "" if kind in word.alone else lacking(name, word, kind)
    if not word.of:
        return f"{{{name}}} takes no id: it is of whom the file is for."
    if any(key in names[thing] for thing in word.of):
        return ""
    near = did_you_mean(key, [one for thing in word.of for one in names[thing]])
    return f'no {" or ".join(word.of)} "{key}".{near}'


def lacking(name: str, word: Word, kind: str) -> str:
    """What a placeholder lacks that stands without an id."""
    if word.of:
        return f"{{{name}}} needs to know of which {' or '.join(word.of)}; write its id after a colon."
    if word.alone == (RULES,):
        return f"{{{name}}} is for {files_of(RULES)} only."
    return f"{{{name}}} is of a clan’s books, and {files_of(kind)} is for nobody in particular."


def files_of(kind: str) -> str:
    """How a kind of file is spoken of."""
    return {CLANS: "the files of clans", PEOPLE: "the files of people", RULES: f"{RULES}.md"}[kind]
