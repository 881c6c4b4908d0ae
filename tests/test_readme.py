"""What the README shows is what the program does."""

import json
import re
from pathlib import Path

import pytest

from control.cli import main

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_battle_of_the_readme_comes_out_as_it_says(tmp_path, capsys):
    document = re.search(r"```json\n(.*?)```", README, re.DOTALL).group(1)
    file = tmp_path / "kawanakajima.json"
    file.write_text(document, encoding="utf-8")

    assert main(["battle", str(file)]) == 0

    report = json.loads(capsys.readouterr().out)
    assert [(fought["odds"], fought["result"]) for fought in report["rounds"]] == [("3-1", "A"), ("1-2", "D")]
    assert report["troops_lost"] == {"attacker": 9, "defender": 2}


def test_the_readme_begins_with_its_two_commands():
    commands = re.findall(r"^    (\S.*)$", README, re.MULTILINE)
    assert commands[:2] == ["make run", "make test"]


@pytest.mark.parametrize("book", ["README.md", "docs/umpires.md"])
def test_whoever_types_a_command_was_told_before_how_it_is_found(book):
    text = (ROOT / book).read_text(encoding="utf-8")
    first = re.search(r"(?m)^control-room \w|`control-room \w", text)
    assert ". .venv/bin/activate" in text[: first.start()]
