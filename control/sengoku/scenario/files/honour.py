"""``honour.toml``: the reasons for honour and their points (R28), for umpires' eyes only."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

from pydantic import ConfigDict, Field

from control.kernel.scenarios.cells import Id, choice, whole, words
from control.kernel.scenarios.folder import Folder
from control.kernel.scenarios.sheets import sheet_in
from control.kernel.typed import Order
from control.sengoku.scenario.model import HonourReason

FILE = "honour.toml"
AWARDS = ("award-events", "award-building")
"""The reasons that are booked at the onset of winter (R25); the list must have both."""


class ReasonSheet(Order):
    """One reason: a key, what it is called, the heading it stands under, its points and who earns it."""

    model_config = ConfigDict(populate_by_name=True)

    key: Id
    name: Annotated[str, words("a reason", 1, 60)]
    group: Annotated[str, words("a heading", 1, 30)]
    points: Annotated[int, whole(-99, 99, "the points of honour")]
    for_whom: Annotated[str, choice("who earns it", "person", "clan", "either")] = Field(alias="for")
    frequent: bool = False


class HonourSheet(Order):
    """The whole file."""

    second_umpire_over: Annotated[int, whole(1, 99, "the points that one umpire may book at once")] = 10
    reasons: list[ReasonSheet]


def read_honour(folder: Folder) -> tuple[Mapping[str, HonourReason], int] | None:
    """The reasons by their keys, as they are listed, and how many points one umpire may book at once, with what is
    wrong noted; None if the list cannot be used."""
    parsed = sheet_in(folder, FILE, HonourSheet)
    if parsed is None:
        return None
    sheet, note = parsed
    found: dict[str, HonourReason] = {}
    for spot, one in enumerate(sheet.reasons):
        if one.key in found:
            note(f"reasons.{spot}.key", f'the key "{one.key}" is used twice.')
        found[one.key] = HonourReason(one.key, one.name, one.group, one.points, one.for_whom, one.frequent)
    for key in AWARDS:
        if key not in found:
            folder.findings.add(FILE, None, "reasons", f'there must be a reason with the key "{key}" (R25).')
    return found, sheet.second_umpire_over
