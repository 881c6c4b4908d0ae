"""``reactions.toml``: what the people of a clan that nobody plays answer; for umpires' eyes only."""

from __future__ import annotations

from typing import Annotated

from control.kernel.errors import did_you_mean
from control.kernel.scenarios.cells import whole
from control.kernel.scenarios.folder import Folder
from control.kernel.scenarios.sheets import sheet_in
from control.kernel.typed import Order
from control.sengoku.rules.people.reactions import ANSWERS, PRINTED, ReactionTable

FILE = "reactions.toml"
Adds = Annotated[int, whole(-6, 6, "what it adds")]
Most = Annotated[int, whole(0, 12, "the most that counts")]
From = Annotated[int, whole(-20, 30, "the total of an answer")]


class AddsSheet(Order):
    """What speaks for and against."""

    attitude: Adds
    army: Adds
    armies: Most
    gift: Adds
    gifts: Most
    bond: Adds
    friend_of_enemy: Adds
    enemy_of_enemy: Adds
    umpire: Most


class ReactionsSheet(Order):
    """The whole file: what adds how much, and for each matter from how much on which answer."""

    adds: AddsSheet
    passage: dict[str, From]
    threat: dict[str, From]
    letter: dict[str, From]
    treaty: dict[str, From]


def read_reactions(folder: Folder) -> ReactionTable:
    """The table, with what is wrong noted; a scenario without the file has the one that comes with the program."""
    parsed = sheet_in(folder, FILE, ReactionsSheet) if FILE in folder.files else None
    if parsed is None:
        return PRINTED
    sheet, note = parsed
    answers: dict[str, tuple[tuple[int, str], ...]] = {}
    for matter, known in ANSWERS.items():
        said: dict[str, int] = getattr(sheet, matter)
        if not said:
            note(matter, f"name at least one answer: {', '.join(known)}.")
        totals: set[int] = set()
        for answer, least in said.items():
            if answer not in known:
                note(f"{matter}.{answer}", f"an answer here is one of {', '.join(known)}.{did_you_mean(answer, known)}")
            if least in totals:
                note(f"{matter}.{answer}", f"another answer begins at {least} too.")
            totals.add(least)
        answers[matter] = tuple(sorted(((least, answer) for answer, least in said.items()), reverse=True))
    return ReactionTable(**sheet.adds.model_dump(), answers=answers)
