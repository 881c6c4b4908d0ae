"""The texts of a scenario: what is wrong with one is found in its place, and the shipped ones leave nobody out."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from control.sengoku.scenario.files.briefings import BLOCKS, WORDS
from control.sengoku.scenario.load import load

GUIDE = (Path(__file__).parents[2] / "docs" / "scenario-authors.md").read_text(encoding="utf-8")
ODA = "briefings/clans/oda.md"
BOY = "briefings/people/oda-nobuyuki.md"
RULES = "briefings/rules.md"


def test_every_clan_and_every_person_has_a_text(sengoku) -> None:
    assert sengoku.texts.clans.keys() == sengoku.clans.keys()
    assert sengoku.texts.people.keys() == sengoku.characters.keys()
    assert sengoku.texts.rules
    assert all(len(text.body.split()) > 50 for text in (*sengoku.texts.clans.values(), *sengoku.texts.people.values()))


def test_no_text_has_a_title_beside_the_one_of_its_paper(sengoku) -> None:
    for text in (*sengoku.texts.clans.values(), *sengoku.texts.people.values()):
        assert not re.search(r"^# ", text.body, re.MULTILINE)


@pytest.mark.parametrize(
    ("file", "text", "place", "sentence"),
    [
        (ODA, "One.\n\nTwo {province:owri}.", (3, "5"), 'no province "owri". Did you mean "owari"?'),
        (ODA, "{value:nowhere}", (1, "1"), 'no province or place "nowhere".'),
        (ODA, "{holder:kyotto}", (1, "1"), 'Did you mean "kyoto"?'),
        (ODA, "Says {persn:oda-nobunaga}", (1, "6"), 'no placeholder "{persn:oda-nobunaga}". Did you mean "person"?'),
        (ODA, "He is {age}.", (1, "7"), "{age} needs to know of which person; write its id after a colon."),
        (ODA, "Spend {income:takeda}!", (1, "7"), "{income} takes no id: it is of whom the file is for."),
        (ODA, "Look: {map}", (1, "7"), "{map} becomes more than a line, so it stands alone on its own."),
        (ODA, "{odds}", (1, "1"), "{odds} is for rules.md only."),
        (ODA, "He gains {lesson}", (1, "10"), "{lesson} is for rules.md only."),
        (ODA, "One more if {followed} it", (1, "13"), "{followed} is for rules.md only."),
        (ODA, "{}", (1, "1"), 'no placeholder "{}"'),
        (ODA, "A brace } here", (1, "9"), "this brace stands alone."),
        (ODA, "A {brace\nleft open", (1, "3"), "this brace stands alone."),
        (BOY, "{map}", (1, "1"), "{map} is for the files of clans only."),
        (BOY, "---\r\nmotto: Wait\r\n---\r\n\r\n{clan:odda}\r\n", (5, "1"), 'no clan "odda". Did you mean "oda"?'),
        (BOY, "---\nmotto: Wait\nText", (1, ""), "the settings that begin here have no end"),
        (BOY, "---\nmoto: Wait\n---\n", (2, ""), 'there is no setting "moto", only motto. Did you mean "motto"?'),
        (BOY, "---\n\nmoto: Wait\n---\n", (3, ""), 'there is no setting "moto", only motto.'),
        (BOY, "---\nWait and see\n---\n", (2, ""), "a setting is written as a word, a colon and its value"),
        (BOY, f"---\nmotto: {'long ' * 30}\n---\n", (2, ""), "a motto has at most 120 letters"),
        (RULES, "{clan}", (1, "1"), "{clan} needs to know of which clan"),
        (RULES, "{income}", (1, "1"), "is for nobody in particular"),
        (RULES, "{price:castel}", (1, "1"), 'no price "castel". Did you mean "castle"?'),
        ("briefings/clans/odda.md", "Hello", (None, ""), 'there is no clan "odda". Did you mean "oda"?'),
        ("briefings/people/oda.md", "Hello", (None, ""), 'there is no person "oda".'),
        ("briefings/clan.md", "Hello", (None, ""), "nobody reads this file; there may be clans/CLAN.md"),
        (ODA, b"M\xf6ri", (1, ""), "this is not UTF-8 text"),
    ],
)
def test_a_fault_in_a_text_names_file_line_and_column(bench, file, text, place, sentence) -> None:
    bench.write(file, text)
    (fault,) = bench.faults()
    assert (fault.file, fault.line, fault.column) == (file, *place)
    assert sentence in fault.sentence


def test_a_fault_reads_like_one_of_a_table(bench) -> None:
    bench.write(ODA, "One.\n\nTwo {province:owri}.")
    assert str(*bench.faults()) == f'{ODA}, line 3, column 5: no province "owri". Did you mean "owari"?'


def test_every_fault_of_a_text_is_found_in_one_run(bench) -> None:
    bench.write(ODA, "{clan:x} and {clan:y}\n{")
    assert [(fault.line, fault.column) for fault in bench.faults()] == [(1, "1"), (1, "14"), (2, "1")]


def test_a_table_that_cannot_be_read_is_not_blamed_on_the_texts(bench) -> None:
    bench.remove("clans.csv")
    assert not [fault for fault in bench.faults() if fault.file.startswith("briefings")]


def test_a_scenario_without_texts_can_be_played(bench) -> None:
    for file in (bench.folder / "briefings").rglob("*.md"):
        file.unlink()
    assert bench.faults() == []
    assert load(bench.folder).texts.clans == {}


def test_the_guide_explains_every_placeholder() -> None:
    section = GUIDE.partition("## briefings/")[2].partition("\n## ")[0]
    named = set(re.findall(r"`\{([a-z]+)(?::[^}]*)?\}`", section))
    assert named == {*WORDS, *(block for blocks in BLOCKS.values() for block in blocks)}
