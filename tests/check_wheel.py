"""Builds the wheel, installs it into an environment of its own, and uses it from an empty folder.

Run by `make check-wheel`: too slow for the tests, and it needs the package registry.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parent.parent
LEFT = shutil.ignore_patterns(
    ".git", ".venv", ".*_cache", ".hypothesis", "__pycache__", "build", "dist", "games", "vendor", "fonts"
)
"""What is not in a fresh checkout: the wheel is made without it, and may be while others read or write it."""
PIP = ("-m", "pip", "--quiet", "--disable-pip-version-check")


def main() -> None:
    """Raises CalledProcessError or AssertionError if the wheel does not hold all it needs."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        shutil.copytree(ROOT, folder / "clean", ignore=LEFT)
        fetch(sys.executable, *PIP, "wheel", "--no-deps", "--wheel-dir", folder, folder / "clean")
        wheel = next(folder.glob("*.whl"))
        run(sys.executable, "-m", "venv", "--without-pip", folder / "venv")
        inside = folder / "venv" / ("Scripts" if os.name == "nt" else "bin")
        fetch(sys.executable, *PIP, "--python", inside / "python", "install", "-c", ROOT / "constraints.txt", wheel)
        room = inside / "control-room"
        for scenario in ("sengoku_1550", "sekigahara_1600_gmt", "sekigahara_1600_kessen"):
            run(room, "check", scenario, cwd=folder)
        codes = json.loads(run(room, "new", "sengoku_1550", "--game", "game.db", cwd=folder))["desks"]
        run(room, "print", "battle_sheet", "--game", "game.db", "--out", "paper", cwd=folder)
        assert (folder / "paper" / "battle_sheet.pdf").read_bytes().startswith(b"%PDF")
        print(run(inside / "python", "-c", PAGES, codes["map"], cwd=folder), end="")


PAGES = """
import sys
from control.app import create_app
from control.kernel.pages.about_pages import OTHERS
client = create_app("game.db").test_client()
assert client.post("/sign-in", data={"code": sys.argv[1]}).status_code == 303
static = ["room.css", "room.js", "contact.js", "icon.svg", "vendor/htmx.min.js", "vendor/htmx-sse.min.js",
          "vendor/SourceSansPro-Regular.woff2", "vendor/ControlRoomKanji.woff2",
          *(f"vendor/{one.text}" for one in OTHERS)]
for address in ["/map/", "/display/", "/about", *(f"/static/{name}" for name in static)]:
    assert client.get(address).status_code == 200, address
print("The wheel holds all it needs.")
"""


def fetch(*command: object) -> None:
    """Run pip, and once more if it fails: a registry may break off."""
    try:
        run(*command)
    except subprocess.CalledProcessError:
        run(*command)


def run(*command: object, cwd: Path | None = None) -> str:
    """Run a command to its end; what it printed."""
    words = [str(part) for part in command]
    return subprocess.run(words, cwd=cwd, check=True, stdout=subprocess.PIPE, text=True).stdout


if __name__ == "__main__":
    main()
