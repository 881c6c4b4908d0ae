"""Templates that are kept between two starts are those that would be compiled."""

from __future__ import annotations

import sys

import pytest
from jinja2 import DictLoader, Environment

from control.kernel.kept_templates import KeptTemplates


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
