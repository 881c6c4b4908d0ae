"""Hostages, both ways: whom a clan keeps, and who of its own sits at another's table (handbook 4; R36). Everybody sees
that; for which bond somebody answers only those who may know of the bond."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from control.kernel.grouping import grouped
from control.kernel.values import dataclass
from control.sengoku.rows import Character, Clan, Part, Player, Pledge, Treaty
from control.sengoku.world.bonds.treaties_questions import known_by, promise
from control.sengoku.world.land.land_questions import ClanSign, clan_signs
from control.sengoku.world.minding_questions import clans_minded


@dataclass(frozen=True)
class HostageView:
    """A hostage: of which clan, what he is to its head, who keeps him, who plays him (or empty), and for which bonds he
    answers, by their numbers with their words; ``asked`` where his own clan broke one, and his keepers have still to
    say what becomes of him."""

    id: str
    name: str
    clan: ClanSign
    relation: str
    keeper: ClanSign
    player: str
    bonds: tuple[tuple[int, str], ...]
    asked: bool


def as_shown(found: Iterable[HostageView]) -> str:
    """Who is held by whom, as a form sends it back (``shown`` of the orders on hostages); nobody is not nothing."""
    return " ".join([":", *(f"{one.id}:{one.keeper.id}" for one in found)])  # an empty field would say nothing


def hostages(session: Session, desk: str, clan: str = "") -> list[HostageView]:
    """Everybody who is a hostage, or those of and with one clan, with the bonds that the desk may know."""
    signs = clan_signs(session)
    held = select(Character, Player.name).outerjoin(Part, Part.character == Character.id).outerjoin(Part.the_player)
    held = held.where(Character.alive.is_(True), Character.held_by.is_not(None))
    if clan:
        held = held.where((Character.clan == clan) | (Character.held_by == clan))
    known = select(Pledge, Treaty).join(Treaty, Treaty.id == Pledge.treaty).where(known_by(desk))
    those = session.execute(known.order_by(Treaty.entry, Treaty.id))
    answers = grouped((pledge.character, (pledge, bond)) for pledge, bond in those)
    return [
        HostageView(
            one.id,
            one.name,
            signs[one.clan],
            one.relation or one.role,
            signs[one.held_by or ""],
            player or "",
            tuple((bond.id, promise(bond, signs)) for _pledge, bond in answers.get(one.id, ())),
            any(pledge.asked for pledge, _bond in answers.get(one.id, ())),
        )
        for one, player in session.execute(held.order_by(Character.held_by, Character.clan, Character.id))
    ]


def fates(session: Session, desk: str) -> list[tuple[str, str, ClanSign]]:
    """Those of whom it is asked what becomes of them, as far as the desk may know and at tables of clans that it minds:
    key, name, and who keeps them."""
    signs, minded = clan_signs(session), select(Clan.id).where(clans_minded(desk))
    asked = select(Character.id, Character.name, Character.held_by).join(Pledge, Pledge.character == Character.id)
    asked = asked.join(Treaty, Treaty.id == Pledge.treaty).where(Pledge.asked, Character.alive, known_by(desk))
    found = session.execute(asked.where(Character.held_by.in_(minded)).distinct().order_by(Character.id))
    return [(key, name, signs[str(keeper)]) for key, name, keeper in found]


def state_part(session: Session, desk: str) -> list[dict[str, Any]]:
    """The hostages as a part of the state."""
    return [
        {
            "character": one.id,
            "clan": one.clan.id,
            "relation": one.relation,
            "keeper": one.keeper.id,
            "treaties": [number for number, _words in one.bonds],
            "asked": one.asked,
        }
        for one in hostages(session, desk)
    ]
