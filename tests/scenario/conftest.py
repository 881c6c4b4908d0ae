"""The scenario as shipped, and a copy to spoil."""

from __future__ import annotations

import pytest

from control.sengoku.scenario.load import load
from control.sengoku.scenario.model import Scenario
from tests.scenario.workbench import Workbench


@pytest.fixture(scope="session")
def sengoku() -> Scenario:
    """The shipped scenario."""
    return load("sengoku_1550")


@pytest.fixture(scope="session")
def one_bench(tmp_path_factory: pytest.TempPathFactory) -> Workbench:
    """A copy of the shipped scenario, made once."""
    return Workbench(tmp_path_factory.mktemp("bench") / "mine")


@pytest.fixture
def bench(one_bench: Workbench) -> Workbench:
    """That copy, in which nothing is spoilt yet."""
    one_bench.mend()
    return one_bench
