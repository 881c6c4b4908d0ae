"""Whose levy is beaten: what a battle or the people's giving way makes of the land's own defence (R4, R33, R41)."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from sqlalchemy import select
from sqlalchemy.orm import Session

from control.sengoku.battle.encounters.encounters_actions import set_free
from control.sengoku.rows import Battle, BeatenLevy, Claim, Encounter, Place, Province
from control.sengoku.rules.battle import battle as rules
from control.sengoku.world.acting import World
from control.sengoku.world.claims_actions import drop
from control.sengoku.world.claims_questions import is_anothers
from control.sengoku.world.forces.levies_questions import holder_of, is_beaten
from control.sengoku.world.forces.sides_questions import forces_of, last_result, links_of, rows_of, site, units

LEVY_ONLY = ("undefended", "closed_province")
"""Kinds of encounter in which nobody but the people of a province stands against an army."""


def note_beaten(world: World, battle: Battle, gone: Collection[str]) -> str:
    """Note whose levy a battle has beaten: outright, to the last man (the roles of ``gone``), or in the last round;
    whoever beat the counters that its holder had there has beaten it too (R4). Told in words, also of a levy that has
    only given way: it has nowhere to go, and stands against the next enemy."""
    session = world.session
    if battle.sea:
        return ""
    holder = holder_of(session, *site(battle))
    last = last_result(session, battle)
    attacker, defender = rows_of(session, battle)
    told = ""
    for row, enemy in ((attacker, defender), (defender, attacker)):
        guarded = any(link.force.clan == holder and link.troops for link in links_of(session, battle, row.role))
        won = battle.winner == enemy.role
        beaten = row.role in gone or (won and (guarded or battle.ended_by == "outright_victory"))
        if row.intrinsic:
            beaten = beaten or rules.round_won(last, world.tables) == enemy.role
        if beaten and (guarded or row.intrinsic):
            clans = {enemy.clan, *(force.clan for force in units(session, battle, enemy.role))}
            told += beat(world, *site(battle), sorted(clan for clan in clans if clan), battle.id)
        elif won and row.intrinsic:
            told += f" The levy of {named(session, *site(battle))} was not beaten, and stays (R4)."
    return told


def beat(world: World, province: str, place: str | None, clans: Iterable[str], battle: int | None) -> str:
    """Note that the levy of a ground is beaten until the following season, and by whom; told in words. Encounters of
    others who only had to do with it are over."""
    session = world.session
    fresh = not is_beaten(session, province, place)
    for clan in clans:
        known = session.scalar(
            select(BeatenLevy.id)
            .filter_by(province=province, place=place, season=world.game.seasons, clan=clan)
            .limit(1)
        )
        if known is None:
            world.new(BeatenLevy, province=province, place=place, season=world.game.seasons, clan=clan, battle=battle)
    session.flush()
    if not fresh:
        return ""
    if place is None:
        nobody_left(world, province)
    return f" The levy of {named(session, province, place)} has dispersed until the next season (R4)."


def named(session: Session, province: str, place: str | None) -> str:
    """The name of a ground."""
    return session.get_one(Place, place).name if place else session.get_one(Province, province).name


def nobody_left(world: World, province: str) -> None:
    """Armies that had entered land whose levy is beaten now find nobody there; what another umpire has in hand stays
    with him."""
    for met in world.session.scalars(
        select(Encounter)
        .where(
            Encounter.province == province,
            Encounter.kind.in_(LEVY_ONLY),
            Encounter.outcome == "",
            Encounter.place.is_(None),
        )
        .order_by(Encounter.id)
    ):
        claim = world.session.get(Claim, ("encounter", met.id))
        if claim is None or not is_anothers(claim.umpire, world.umpire.name):
            met.outcome, met.note = "pass", "its levy was beaten, so nobody was left to meet"
            drop(world, "encounter", met.id)
            set_free(world, forces_of(world.session, met))
