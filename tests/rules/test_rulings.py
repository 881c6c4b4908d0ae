"""The rulings that can be chosen otherwise."""

from __future__ import annotations

from dataclasses import fields, replace

from control.sengoku.rules.rulings import OPTIONS, value_of
from control.sengoku.rules.tables import Options


def test_every_option_is_explained():
    assert set(OPTIONS) == {one.name for one in fields(Options)}


def test_every_value_can_be_set_and_is_an_option_of_the_scenario():
    for option, one in OPTIONS.items():
        for written in one.values:
            value = value_of(option, written)
            assert getattr(replace(Options(), **{option: value}), option) == value
            assert list(Options.faults({option: value})) == []
