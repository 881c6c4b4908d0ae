"""Scenarios as folders: those that come with the program, and any other by its path."""

from __future__ import annotations

import contextlib
import os
import re
import tomllib
from collections.abc import Collection
from pathlib import Path

from control.kernel import settings
from control.kernel.digests import digest_of, hash_of
from control.kernel.errors import OrderNotUnderstood, did_you_mean

SHEET = "scenario.toml"
"""What makes a folder a scenario; it names the rule set."""
NAMED = re.compile(r"""^\s*rule_set\s*=\s*["']([^"'\n]*)""", re.MULTILINE)
"""The line of it that names the rule set."""
KINDS = (".csv", ".toml", ".md", ".geojson", ".json", ".txt")
"""The files that are part of a scenario."""


def shipped() -> list[str]:
    """The names of the scenarios that come with the program."""
    return sorted(sheet.parent.name for sheet in settings.folder("scenarios").glob(f"*/{SHEET}"))


def find(name_or_folder: str | Path) -> Path:
    """The folder of a scenario. Raises OrderNotUnderstood if there is none."""
    asked = str(name_or_folder)
    if asked in shipped():
        return settings.folder("scenarios") / asked
    path = Path(asked)
    if asked and path.is_dir():
        if within := folder_within(path):
            raise OrderNotUnderstood(
                f'The folder "{asked}" holds no {SHEET}, but one within it does. Give "{within}".', field="scenario"
            )
        return path.resolve()
    packed = " That is a file, and a scenario a folder: unpack it if it is packed." if asked and path.is_file() else ""
    near = did_you_mean(asked, shipped())
    raise OrderNotUnderstood(
        f'There is no scenario "{asked}".{packed}{near} Give the path of a scenario folder, '
        f"or the name of one that comes with the program: {', '.join(shipped())}.",
        field="scenario",
    )


def key_of(name_or_folder: str | Path) -> str:
    """What a game calls its scenario: the name of one that comes with the program, or that of a folder, however its
    path is written, and also where it is gone since."""
    asked = str(name_or_folder)
    return asked if asked in shipped() else Path(asked).resolve().name


def folder_within(path: Path) -> Path | None:
    """The scenario that lies within a folder that is none itself, as a folder that was packed does when it is unpacked
    into another."""
    if (path / SHEET).exists():
        return None
    return next((sheet.parent for sheet in sorted(path.glob(f"*/{SHEET}"))), None)


def rule_set_of(folder: Path) -> str:
    """The rule set that a scenario's folder names; empty if it names none, or cannot be read. A slip elsewhere in its
    sheet is told by the game that it names: another would blame all its files."""
    with contextlib.suppress(OSError, UnicodeDecodeError):
        text = (folder / SHEET).read_bytes().decode("utf-8-sig")
        with contextlib.suppress(tomllib.TOMLDecodeError):
            return str(tomllib.loads(text).get("rule_set", ""))
        return "".join(NAMED.findall(text)[:1])
    return ""


def rules_of(folder: Path, known: Collection[str], usual: str) -> str:
    """The rule set of a scenario's folder. One that names none, or cannot be read, is left to the ``usual`` game, which
    says what is wrong with it. Raises OrderNotUnderstood for rules nobody knows: another game would blame it all."""
    named = rule_set_of(folder)
    if named and named not in known:
        raise OrderNotUnderstood(
            f'{SHEET}, field rule_set: there are no rules "{named}", only {", ".join(sorted(known))}.'
            f"{did_you_mean(named, known)}",
            field="scenario",
        )
    return named or usual


def files_of(path: Path) -> dict[str, str]:
    """Every file of a scenario folder that is text of a kind that scenarios have, by its path from there; what cannot
    be read is left out, and missed by whoever needs it."""
    found = {}
    for file in files_below(path):
        if file.suffix in KINDS:
            with contextlib.suppress(OSError, UnicodeDecodeError):
                found[file.relative_to(path).as_posix()] = file.read_bytes().decode("utf-8")
    return found


def files_below(path: Path) -> list[Path]:
    """The files in a folder and in those within it, in order, but those that are hidden; of a folder that cannot be
    read, or is gone while others are, there are none."""
    found = [file for within, _, names in os.walk(path) for file in (Path(within, name) for name in names)]
    shown = [file for file in found if not any(part.startswith(".") for part in file.relative_to(path).parts)]
    return sorted(file for file in shown if os.path.isfile(file))


def digest_of_folder(name_or_folder: str | Path) -> str:
    """The digest of the files in a scenario's folder as they are now; empty if there is no such folder."""
    try:
        path = find(name_or_folder)
    except OrderNotUnderstood:
        return ""
    return digest_of({file: hash_of(text) for file, text in files_of(path).items()})
