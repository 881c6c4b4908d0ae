"""What is true of people and titles."""

from __future__ import annotations

from collections.abc import Iterator

from sqlalchemy import func, or_, select
from sqlalchemy.orm import Session

from control.kernel.actions.invariants import Broken, Changed
from control.sengoku.rows import Character, Clan, Courtier, Province, RiskDraw, Title
from control.sengoku.scenario.model import HEADS
from control.sengoku.world.acting import INVARIANTS


@INVARIANTS.watch("character.alive", "character.role", "character.clan", ruling="R40")
def one_head(session: Session, changed: Changed) -> Iterator[Broken]:
    """A clan has one head at most."""
    concerned = Character.clan.in_(select(Character.clan).where(changed.among(Character.id)))
    heads = select(Clan.name).join(Character, Character.clan == Clan.id)
    heads = heads.where(concerned, Character.alive, Character.role.in_(HEADS))
    for name in session.scalars(heads.group_by(Clan.id).having(func.count() > 1).order_by(Clan.id)):
        yield Broken(f"{name} would have two heads", "another has followed since")


@INVARIANTS.watch("character.alive", "character.role", "character.clan", ruling="H3")
def one_heir(session: Session, changed: Changed) -> Iterator[Broken]:
    """A clan has one heir at most. Of one that began with two nothing is said while neither of them changes."""
    marked = select(Character).where(Character.role == "heir", Character.alive).subquery()
    concerned = marked.c.clan.in_(
        select(Character.clan).where(changed.among(Character.id), Character.role == "heir", Character.alive)
    )
    heirs = select(Clan.name).join(marked, marked.c.clan == Clan.id).where(concerned)
    for name in session.scalars(heirs.group_by(Clan.id).having(func.count() > 1).order_by(Clan.id)):
        yield Broken(f"{name} would have two heirs", "another has been made heir since")


@INVARIANTS.watch("character.alive", "character.role", ruling="R43")
def one_shogun(session: Session, changed: Changed) -> Iterator[Broken]:
    """There is one Shogun at most."""
    concerned = select(Character.id).where(changed.among(Character.id)).exists()
    living = select(Character.id).where(concerned, Character.role == "shogun", Character.alive)
    if len(session.scalars(living).all()) > 1:
        yield Broken("there would be two Shoguns", "another was made since")


@INVARIANTS.watch("character", ruling="R9")
def figures_in_bounds(session: Session, changed: Changed) -> Iterator[Broken]:
    """Experience is 1 to 4, no battles are fewer than none, and the dead have no wounds."""
    for one in changed.rows(Character):
        if not 1 <= one.experience <= 4 or one.battles < 0 or (one.wounded and not one.alive):
            yield Broken(f"{one.name} would have a figure that nobody can have")


@INVARIANTS.watch("risk_draw", "character.alive", ruling="R19")
def the_dead_draw_no_card(session: Session, changed: Changed) -> Iterator[Broken]:
    """He has died since he drew this one, or was called to draw since he was thought to live."""
    concerned = or_(changed.among(RiskDraw.id), changed.among(RiskDraw.character, "character"))
    found = select(Character.name).join(RiskDraw, RiskDraw.character == Character.id)
    found = found.where(concerned, Character.alive.is_(False), RiskDraw.card == "")
    for name in session.scalars(found.order_by(Character.id)):
        yield Broken(f"{name} would be dead and have a card to draw", "something has happened to him since")


@INVARIANTS.watch("title", ruling="R30")
def one_holder(session: Session, changed: Changed) -> Iterator[Broken]:
    """An office of a province has one holder."""
    concerned = Title.province.in_(select(Title.province).where(changed.among(Title.id)))
    held = select(Title.kind, Province.name).join(Title.the_province).where(concerned)
    for kind, province in session.execute(held.group_by(Title.kind, Province.name).having(func.count() > 1)):
        yield Broken(f"two would be {kind} of {province}", "it was given to another since")


@INVARIANTS.watch("courtier", ruling="R29")
def one_emperor(session: Session, changed: Changed) -> Iterator[Broken]:
    """There is one Emperor at most, who stands above all ranks; everybody else at court has his."""
    for one in changed.rows(Courtier):
        if (one.role == "emperor") is not (one.rank is None):
            yield Broken(f"{one.name} would be at court without his rank, or Emperor with one")
    concerned = select(Courtier.id).where(changed.among(Courtier.id)).exists()
    living = select(Courtier.id).where(concerned, Courtier.role == "emperor", Courtier.alive)
    if len(session.scalars(living).all()) > 1:
        yield Broken("there would be two Emperors", "another has followed since")
