"""What goes out may be passed on: packages, fonts and scripts, with the texts of their licences."""

from __future__ import annotations

from pathlib import Path

import pytest

from control.kernel.pages.about_pages import OTHERS
from tests import licences
from tests.licences import is_free

ROOT = Path(__file__).parents[1]


@pytest.mark.parametrize(
    ("licence", "free"),
    [("MIT", True), ("Apache-2.0 OR GPL-3.0-only", True), ("MIT AND GPL-3.0-only", False), ("", False),
     ("GNU General Public License v3 (GPLv3)", False), ("LGPL-3.0-only", False), ("Zope Public License", True),
     ("MIT AND Mozilla Public License 2.0 (MPL 2.0)", False), ("Proprietary", False)],
)  # fmt: skip
def test_a_licence_is_free_if_all_of_it_is(licence, free):
    assert is_free(licence) is free


def test_what_is_not_installed_is_not_passed_over(monkeypatch, tmp_path, capsys):
    told = '[build-system]\nrequires = ["no-such-tool==1"]\n[project]\ndependencies = ["flask"]\n'
    (tmp_path / "pyproject.toml").write_text(f"{told}[project.optional-dependencies]\nmore = []\n", "utf-8")
    monkeypatch.setattr(licences, "ROOT", tmp_path)
    assert licences.main() == 1
    assert capsys.readouterr().out.startswith("no-such-tool, for making the wheel, is not installed")
    monkeypatch.setitem(licences.UNREAD, "no-such-tool", "its makers say that it is free")
    assert licences.main() == 0


def test_every_font_and_script_of_others_is_named_with_the_text_of_its_licence(app):
    shown = app.test_client().get("/about").text
    kept = [one for folder in ("control/static/vendor", "printouts/fonts") for one in (ROOT / folder).iterdir()]
    files = {one.name for one in kept if not one.name.startswith("LICENSE")}
    named = {file for one in OTHERS for file in one.files}
    assert {file for file in files if not any(file.startswith(start) for start in named)} == set()
    for one in OTHERS:
        assert one.name in shown
        with app.test_client().get(f"/static/vendor/{one.text}") as answer:
            assert answer.status_code == 200
        assert f"/static/vendor/{one.text}" in shown


def test_the_page_is_found_from_the_door_by_whoever_asks(app):
    assert 'href="/about"' in app.test_client().get("/sign-in").text
