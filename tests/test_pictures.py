"""The pictures of the README: three, small, those that `make pictures` makes."""

from __future__ import annotations

import re

from tests.pictures import FOLDER, LARGEST, SEEN


def test_the_readme_opens_with_the_three_pictures_and_each_is_small():
    readme = (FOLDER.parent.parent / "README.md").read_text(encoding="utf-8")
    named = re.findall(r"^!\[[^\]]{20,}\]\(docs/pictures/(\w+)\.png\)$", readme[: readme.index("make run")], re.M)
    assert sorted(named) == sorted(SEEN) == sorted(path.stem for path in FOLDER.iterdir())
    for path in FOLDER.iterdir():
        assert path.stat().st_size < LARGEST, path.name
        assert path.read_bytes().startswith(b"\x89PNG")
