"""Prints the corpus as a numbered list: ``python -m tests.rulebook``; parts of file names after it select files."""

import sys

from tests.rulebook.corpus import FOLDER, printed


def is_corpus(file):
    """Whether a file holds cases: not the table that says which case shows a sentence of the handbook."""
    return file.suffix in (".toml", ".json") and file.stem != "handbook"


def main(wanted):
    """Print every file whose name has one of the ``wanted`` in it, all if none is named."""
    names = sorted(file.name for file in FOLDER.iterdir() if is_corpus(file))
    for name in names:
        if wanted and not any(part in name for part in wanted):
            continue
        print(f"\n{name}")
        for number, line in enumerate(printed(name), 1):
            print(f"{number:4}. {line}")


if __name__ == "__main__":
    main(sys.argv[1:])
