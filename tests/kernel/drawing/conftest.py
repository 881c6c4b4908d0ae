"""The drawn map of the Sengoku scenario, made once for all tests, and what a game would lay upon it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from control.kernel.drawing.maps.atlas import Atlas
from control.kernel.drawing.maps.map import Flag, Holder, MapDrawing
from control.sengoku.scenario.load import load
from control.sengoku.scenario.model import Scenario


@pytest.fixture(scope="session")
def scenario() -> Scenario:
    return load("sengoku_1550")


@pytest.fixture(scope="session")
def base(scenario: Scenario) -> MapDrawing:
    return MapDrawing(scenario)


@pytest.fixture(scope="session")
def atlas(base: MapDrawing) -> Atlas:
    return base.atlas


@pytest.fixture(scope="session")
def wide(scenario: Scenario) -> MapDrawing:
    """The same country as it is drawn for wide screens."""
    return MapDrawing(scenario, turned=scenario.turned)


@pytest.fixture(scope="session")
def holders(scenario: Scenario) -> dict[str, Holder | None]:
    """Every province in the hands the scenario gives it to."""
    clans = {key: Holder(clan.code, clan.name, clan.colour, clan.text_colour) for key, clan in scenario.clans.items()}
    return {key: clans.get(province.ruler or "") for key, province in scenario.provinces.items()}


@pytest.fixture
def a_flag() -> Callable[..., Flag]:
    def make(province: str = "kai", army: str | None = "A1", **given: str) -> Flag:
        usual = {"code": "TAK", "clan": "Takeda", "colour": "#d02f14", "text_colour": "#ffffff"}
        return Flag(army=army, province=province, **(usual | given))

    return make
