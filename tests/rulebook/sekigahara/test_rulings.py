"""Every difference, precision and ruling of the campaign of 1600 that can be played has a case named by its number."""

import re
from pathlib import Path

FOLDER = Path(__file__).parent
ELSEWHERE = {
    "S35": "the inventory of Kessen: tests/sekigahara/test_scenario.py",
}
"""Rulings about what is in the box, not about what is done."""


UNDER_ANOTHER = {
    "D12": "S7 a lone disk is besieged and the heir taken wins the game",
    "D32": "7 3 1 a stack drops blocks off on its way",
    "D33": "S31 cards come before the battle that a retreat causes or after it",
    "P2": "7 3 1 what stays behind may still go as the same stack",
    "P4": "8.2.4 several leaders deploy without a card",
    "P5": "8.5 drawing level is enough for the defender",
    "P6": "8 9 4 less than seven harms nobody and combat must be declared again",
}
"""Differences and precisions whose case is named by the rule or the ruling that they are about."""
NOT_PLAYED = {"D34": "where a rule stands", "D35": "words", "P7": "the worked battles: test_worked_battles.py"}
RULES = """
    2.1 2.2 3.1 3.2 3.3 3.4 4.1 4.2 4.3 4.4 4.5 5.1 5.2.1 5.2.2 5.2.3 6.1 6.2 6.3 6.4 7.1 7.2 7.3.1 7.3.2 7.3.3
    7.3.4 7.3.5 7.3.6 7.4.1 7.4.2 7.4.3 8.1 8.2.1 8.2.2 8.2.3 8.2.4 8.3.1 8.3.2 8.3.3 8.4.1 8.4.2 8.5 8.6.1
    8.6.2 8.6.3 8.7.1 8.7.2 8.7.3 8.8.1 8.8.2 8.8.3 8.8.4 8.8.5 8.9.1 8.9.2 8.9.3 8.9.4 8.9.5 8.9.6 8.10 9.1 9.2
    9.3 9.4 9.5 9.1.1 9.1.2 9.1.3 9.4.1 9.4.2 9.4.3 9.4.4 9.4.5 9.4.6
"""
"""The numbered rules of the third printing, and those of Kessen (9.1.1 and on); headings have none of their own."""


def names():
    """The names of the tests and the ids of the cases, in words."""
    found = set()
    for file in FOLDER.iterdir():
        if file.suffix == ".toml":
            found.update(re.findall(r'^id = "(.*)"$', file.read_text(encoding="utf-8"), re.M))
        elif file.suffix == ".py":
            found.update(re.findall(r"^def test_(\w+)", file.read_text(encoding="utf-8"), re.M))
    return {name.replace("_", " ") for name in found}


def named(letter):
    """The numbers with a letter in these names."""
    return {number for name in names() for number in re.findall(rf"(?<![A-Za-z0-9]){letter}\d+", name)}


def test_every_ruling_has_a_case():
    wanted = {f"S{number}" for number in range(1, 50)}
    assert sorted(wanted - named("S") - ELSEWHERE.keys(), key=lambda one: int(one[1:])) == []
    assert named("S") <= wanted


def test_every_difference_and_every_precision_has_a_case():
    for letter, most in (("D", 35), ("P", 8)):
        wanted = {f"{letter}{number}" for number in range(1, most + 1)}
        shown = named(letter) | UNDER_ANOTHER.keys() | NOT_PLAYED.keys()
        assert sorted(wanted - shown, key=lambda one: int(one[1:])) == []
        assert named(letter) <= wanted
    assert set(UNDER_ANOTHER.values()) <= names()


def test_every_numbered_rule_has_a_case():
    found = {
        number.replace(" ", ".") for name in names() for number in re.findall(r"(?<![\d.])\d[ .]\d+(?:[ .]\d)?", name)
    }
    assert [one for one in RULES.split() if one not in found] == []
