"""The cases of 1600: TOML files beside this one, each case named by the number of its rule or ruling.

A case has the fields of `tests.sekigahara.combats.a_combat`, and either ``gives`` or ``refused``.
"""

import tomllib
from functools import cache
from pathlib import Path

FOLDER = Path(__file__).parent
SHAPE = ("id", "gives", "refused")


@cache
def cases(name):
    """The cases of a file, by their kind."""
    return tomllib.loads((FOLDER / name).read_text(encoding="utf-8"))


def asked(case):
    """What a case says of the combat itself."""
    return {name: value for name, value in case.items() if name not in SHAPE}
