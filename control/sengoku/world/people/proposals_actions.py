"""Honour that is proposed where a rule of the scenario speaks for it; nothing is ever booked by itself (R28)."""

from __future__ import annotations

from control.sengoku.rows import HonourProposal
from control.sengoku.world.acting import World


def propose(world: World, clan: str, reason: str, why: str, character: str | None = None) -> None:
    """Propose honour for a clan, or for one of it, to the umpires who keep the ledger: ``reason`` is a key of the
    scenario's list, and a scenario that has no such reason proposes nothing. ``why`` says what happened."""
    found = world.scenario.honour.get(reason)
    if found is None:
        return
    world.new(
        HonourProposal,
        number=world.game.seasons,
        clan=clan,
        character=None if found.for_whom == "clan" else character,
        reason=reason,
        points=found.points,
        why=why,
    )
