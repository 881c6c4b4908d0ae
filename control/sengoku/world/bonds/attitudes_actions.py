"""Attitudes that are proposed where something touches a clan that nobody plays; none moves by itself (handbook 7)."""

from __future__ import annotations

from sqlalchemy import select

from control.sengoku.rows import AttitudeProposal, Clan
from control.sengoku.world.acting import World
from control.sengoku.world.land.risings_questions import REBELS
from control.sengoku.world.minding_questions import desk_of


def feel(world: World, clan: str | None, to: str, steps: int, why: str) -> None:
    """Propose that a clan's people think better or worse of another clan, by so many ``steps``, since ``why`` happened:
    only for a clan that nobody plays, towards one that is played, and once for the same thing."""
    if clan is None or clan == to:
        return
    one, other = world.session.get_one(Clan, clan), world.session.get_one(Clan, to)
    if desk_of(one) != "npd" or one.kind == REBELS or not other.played:
        return
    same = select(AttitudeProposal.id).filter_by(clan=clan, to=to, why=why, number=world.game.seasons)
    if world.session.scalar(same.where(AttitudeProposal.answer != "withdrawn")) is None:
        world.new(AttitudeProposal, number=world.game.seasons, clan=clan, to=to, steps=steps, why=why)
        world.session.flush()
