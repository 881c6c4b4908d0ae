"""The rulings of 1600 as docs/rulings-1600.md has them."""

from pathlib import Path

DOCUMENT = Path(__file__).parents[2] / "docs" / "rulings-1600.md"


def rulings():
    """Every ruling by its number, in order, with the rule option that decides it otherwise (empty: none does)."""
    found = {}
    for line in DOCUMENT.read_text(encoding="utf-8").splitlines():
        number, *cells = [cell.strip() for cell in line.strip("|").split(" | ")]
        if line.startswith("| ") and number[0] in "SD" and number[1:].isdigit():
            option = cells[3].strip("`–") if number[0] == "S" else ""
            assert number not in found, f"{number} is there twice"
            found[number] = option
    return found
