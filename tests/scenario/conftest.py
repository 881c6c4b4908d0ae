"""The scenario as shipped, and a copy to spoil."""

from __future__ import annotations

from pathlib import Path

import pytest

from control.sengoku.scenario.load import load
from control.sengoku.scenario.model import Scenario
from tests.scenario.workbench import Workbench


@pytest.fixture(scope="session")
def sengoku() -> Scenario:
    """The shipped scenario."""
    return load("sengoku_1550")


@pytest.fixture
def bench(tmp_path: Path) -> Workbench:
    """A copy of the shipped scenario."""
    return Workbench(tmp_path / "mine")
