"""Templates that are kept between two starts are those that would be compiled; so is the program."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from jinja2 import DictLoader, Environment

from control.kernel.cache import keep_compiled
from control.kernel.pages.kept_templates import KeptTemplates


def shown(folder, source, compiled):
    """The page that a new start shows of a template; what it had to compile is noted."""

    class Room(Environment):
        def _generate(self, *given, **more):
            compiled.append(source)
            return super()._generate(*given, **more)

    return Room(loader=DictLoader({"page": source}), bytecode_cache=KeptTemplates(folder)).get_template("page").render()


def test_a_template_is_compiled_once_and_anew_when_it_was_changed_or_its_file_is_torn(tmp_path):
    folder, compiled = tmp_path / "cache" / "templates", []
    assert [shown(folder, "one {{ 1 + 1 }}", compiled) for _ in range(2)] == ["one 2"] * 2
    assert len(compiled) == 1
    assert shown(folder, "other {{ 1 + 1 }}", compiled) == "other 2"
    assert len(compiled) == 2
    (file,) = folder.iterdir()
    file.write_bytes(file.read_bytes()[:60])
    assert shown(folder, "other {{ 1 + 1 }}", compiled) == "other 2"
    assert len(compiled) == 3


@pytest.mark.skipif(sys.platform == "win32", reason="Windows tells no owner and no mode")
def test_a_folder_that_others_may_write_or_nobody_can_is_no_hindrance_and_not_read(tmp_path):
    folder, compiled = tmp_path / "templates", []
    shown(folder, "a page", compiled)
    folder.chmod(0o777)
    assert shown(folder, "a page", compiled) == "a page"
    assert len(compiled) == 2
    in_the_way = tmp_path / "file"
    in_the_way.write_text("no folder")
    assert shown(in_the_way, "a page", compiled) == "a page"


def test_python_keeps_there_what_it_keeps_nowhere_else_and_nobody_else_may_write(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(sys, "pycache_prefix", None)
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    keep_compiled()
    assert list(tmp_path.iterdir()) == [], "it keeps it beside the source"
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    keep_compiled()
    folder = Path(sys.pycache_prefix)
    assert (folder.is_relative_to(tmp_path), folder.stat().st_mode & 0o777) == (True, 0o700)
    assert sys.dont_write_bytecode is False
    folder.chmod(0o770)
    monkeypatch.setattr(sys, "pycache_prefix", None)
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    keep_compiled()
    assert (sys.pycache_prefix, sys.dont_write_bytecode) == (None, True)
