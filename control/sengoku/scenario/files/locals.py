"""``locals.toml``: what the clans that nobody plays are like, what they want, and how they stand to others at the
beginning; for umpires' eyes only."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Annotated

from pydantic import Field

from control.kernel.errors import did_you_mean
from control.kernel.scenarios.cells import Id, whole, words
from control.kernel.scenarios.folder import Folder
from control.kernel.scenarios.sheets import sheet_in
from control.kernel.typed import Order
from control.sengoku.rules.people.reactions import HIGHEST, LOWEST
from control.sengoku.scenario.model import Dossier

FILE = "locals.toml"


class DossierSheet(Order):
    """One clan: its id, its character in a sentence, its aims, and how it stands to others."""

    id: Id
    character: Annotated[str, words("the character", 0, 200)] = ""
    aims: list[Annotated[str, words("an aim", 1, 120)]] = Field(default_factory=list)
    attitudes: dict[str, Annotated[int, whole(LOWEST, HIGHEST, "an attitude")]] = Field(default_factory=dict)


class LocalsSheet(Order):
    """The whole file."""

    clan: list[DossierSheet] = Field(default_factory=list)


def read_locals(folder: Folder, clans: Collection[str]) -> Mapping[str, Dossier]:
    """The dossiers by their clans, with what is wrong noted; none from a scenario without the file."""
    parsed = sheet_in(folder, FILE, LocalsSheet) if FILE in folder.files else None
    if parsed is None:
        return {}
    sheet, note = parsed
    found: dict[str, Dossier] = {}
    for spot, one in enumerate(sheet.clan):
        at = f"clan.{spot}"
        if one.id in found:
            note(f"{at}.id", f'the clan "{one.id}" stands here twice.')
        for key, field in ((one.id, f"{at}.id"), *((to, f"{at}.attitudes.{to}") for to in one.attitudes)):
            if clans and key not in clans:
                note(field, f'no clan "{key}" in clans.csv.{did_you_mean(key, clans)}')
        if one.id in one.attitudes:
            note(f"{at}.attitudes.{one.id}", f'"{one.id}" has no attitude to itself.')
        found[one.id] = Dossier(one.character, tuple(one.aims), one.attitudes)
    return found
