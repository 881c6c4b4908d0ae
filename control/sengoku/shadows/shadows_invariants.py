"""What is true of covert work (R37)."""

from __future__ import annotations

from collections.abc import Iterator

from sqlalchemy import or_, select
from sqlalchemy.orm import Session

from control.kernel.actions.invariants import Broken, Changed
from control.sengoku.rows import Commission, Tampering
from control.sengoku.shadows.tampering_questions import DEEDS, GETS_AT
from control.sengoku.world.acting import INVARIANTS

ALLOWS = {"success": tuple(DEEDS), "part": ("open",)}
"""What may be done to a letter, by what came of the commission."""


@INVARIANTS.watch("tampering", "commission.kind", "commission.outcome", ruling="R37")
def letters_are_got_at_by_who_can(session: Session, changed: Changed) -> Iterator[Broken]:
    """A letter is got at for a commission of a kind that gets at letters, and no further than that came off."""
    concerned = or_(changed.among(Tampering.id), changed.among(Tampering.commission, "commission"))
    found = select(Tampering.deed, Commission).join(Commission, Commission.id == Tampering.commission)
    for deed, row in session.execute(found.where(concerned).order_by(Tampering.id)):
        if row.kind not in GETS_AT or deed not in ALLOWS.get(row.outcome, ()):
            what = DEEDS.get(deed, deed)
            yield Broken(f"a letter would be {what} for commission {row.id}, which cannot", "it was, for that one")


@INVARIANTS.watch("tampering", ruling="R37")
def what_is_done_to_a_letter_is_whole(_session: Session, changed: Changed) -> Iterator[Broken]:
    """One that is held back says until when and nothing else; one that is opened or forged says what is in it."""
    for one in changed.rows(Tampering):
        if bool(one.until) is bool(one.words) or bool(one.until) is not (one.deed == "hold"):
            yield Broken(f"letter {one.letter} would be {DEEDS.get(one.deed, one.deed)}, and nobody could say how")
