"""The licences of everything that the program needs, and of the tools it is made with. Run by `make lint`.

What goes to those who use the program must be free to pass on as it is; a tool may ask for more. Whatever is neither
stands in EXCEPTIONS with its reason, and whatever is not installed here, so that it cannot be read, in UNREAD.
"""

from __future__ import annotations

import re
import sys
import tomllib
from collections.abc import Iterable
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

from packaging.requirements import Requirement

ROOT = Path(__file__).parents[1]
FREE = r"MIT|BSD|Apache|PSF|Python Software Foundation|Zope|ZPL|ISC|0BSD|Zlib|CC0|HPND|CNRI|MIT-CMU|MIT-0|Unlicense"
"""Licences of which each part of an expression must be one."""
EXCEPTIONS = {
    "axe-playwright-python": "MIT in its file and not in its metadata, its script MPL; a tool for our tests",
    "psycopg": "LGPL, only for those who take PostgreSQL, and as it comes from its makers",
    "psycopg-binary": "the same",
    "djlint": "GPL, a tool for our templates that goes to nobody",
    "hypothesis": "MPL, a tool for our tests that goes to nobody",
    "pathspec": "MPL, used by mypy, that goes to nobody",
    "pypdfium2": "BSD and Apache, in words of its own; a tool for our tests that goes to nobody",
}
UNREAD = {
    "hatchling": "MIT, makes the wheel and goes to nobody",
    "fonttools": "MIT, cuts fonts down when the wheel is made and goes to nobody",
    "django-htmx": "MIT; lends two scripts, whose licence goes with them",
    "font-source-sans-pro": "OFL; lends a font, whose licence goes with it",
    "font-source-serif-pro": "the same",
    "matplotlib-fontja": "MIT; lends a font of the IPA, whose licence goes with it",
    "weasyprint": "BSD, a peer for our benchmarks that goes to nobody",
}
"""What no environment for work has, as the packages themselves say."""


def licence_of(name: str) -> str:
    """What a package says of its licence: the expression, else its classifiers, else its first words."""
    found = distribution(name).metadata
    classified = [one.rpartition(" :: ")[2] for one in found.get_all("Classifier") or () if one.startswith("License")]
    return (
        found.get("License-Expression") or " AND ".join(classified) or (found.get("License") or "").partition("\n")[0]
    )


def is_free(licence: str) -> bool:
    """Whether all parts of a licence are free to pass on; of alternatives one is enough."""
    return bool(licence) and all(
        any(re.search(rf"\b(?:{FREE})\b", one) and not re.search(r"GPL|MPL|Mozilla", one) for one in part.split(" OR "))
        for part in licence.replace("(", "").replace(")", "").split(" AND ")
    )


def needed(wanted: Iterable[str]) -> dict[str, str | None]:
    """Every package that these need, with theirs, by name; with its licence, None if it is not installed."""
    open_, found = [Requirement(one) for one in wanted], dict[str, str | None]()
    while open_:
        one = open_.pop()
        name = re.sub(r"[-_.]+", "-", one.name).lower()
        if name in found:
            continue
        try:
            found[name] = licence_of(one.name)
        except PackageNotFoundError:
            found[name] = None
            continue
        for line in distribution(one.name).requires or ():
            more = Requirement(line)
            if more.marker is None or any(more.marker.evaluate({"extra": extra}) for extra in ("", *one.extras)):
                open_.append(more)
    return found


def main() -> int:
    """Print what may not be passed on; 1 if there is any."""
    told = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    project, build = told["project"], told["build-system"]["requires"]
    groups = {"the program": project["dependencies"], **project["optional-dependencies"], "making the wheel": build}
    wrong = 0
    for group, wanted in groups.items():
        for name, licence in sorted(needed(wanted).items()):
            if licence is None:
                if name not in UNREAD:
                    print(
                        f"{name}, for {group}, is not installed, nor is its licence known. See {Path(__file__).name}."
                    )
                    wrong = 1
            elif not is_free(licence) and name not in EXCEPTIONS:
                print(f"{name}, for {group}: “{licence}” is no licence that we know. See {Path(__file__).name}.")
                wrong = 1
    return wrong


if __name__ == "__main__":
    sys.exit(main())
