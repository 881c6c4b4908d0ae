"""What the living are in their clan: another at its head, another role (handbook 4, "Precedence"; R29, R36, R40)."""

from __future__ import annotations

from control.kernel.actions.action import Forcible
from control.kernel.errors import NotThisDesk, OrderNotAllowed
from control.kernel.typed import text
from control.sengoku.people.heads_actions import steps_down, takes_office
from control.sengoku.people.kin_questions import head_of, makes_people
from control.sengoku.rows import Clan
from control.sengoku.rules.desks import DESKS
from control.sengoku.world.acting import World, action
from control.sengoku.world.people.people_questions import OF_CLAN
from control.sengoku.world.people.reprints_actions import person_changed

WHO = ("map", "game", "team", "npd", "bakufu")


class Replace(Forcible):
    """Who is to stand at the head of his clan, in the place of somebody who lives, and why."""

    heir: text("who is to stand at its head", 1)
    reason: text("a reason", 3)


@action(
    "head.replace",
    title="Replace the head of a clan",
    order=Replace,
    desks=WHO,
    critical=lambda _world, _order: "the head of a clan is replaced",
)
def replace(world: World, order: Replace) -> str:
    """Let another stand at the head of a clan whose head lives: he was deposed, or gave his office up (handbook 4).

    Who stood there lives on as an elder and keeps his titles, but for constable of the home province (R39)."""
    heir = world.living(order.heir, "heir", beside=OF_CLAN)
    clan = heir.the_clan
    minds_people(world, clan, "heir")
    before = head_of(world.session, clan.id)
    if before is None or not before.alive:
        raise OrderNotAllowed(
            f"Nobody who lives stands at the head of {clan.name}. Name who follows (Successions), or make a head.",
            field="heir",
        )
    if before is heir:
        raise OrderNotAllowed(f"{heir.name} stands at the head of {clan.name} already. Name another.", field="heir")
    if before.role == "shogun":
        raise OrderNotAllowed(
            f"{before.name} is Shogun. Let him retire first (More, Shogun; R43).", field="heir", ruling="R43"
        )
    office = before.role, before.title
    steps_down(before, clan)
    told = f"{heir.name} is {office[1]} of {clan.name} in the place of {before.name}, who lives."
    home = takes_office(world, clan, before, heir, office, told)
    person_changed(world, before, told.removesuffix("."))
    return f"{told} Reason: {order.reason.rstrip('.')}.{home}"


def minds_people(world: World, clan: Clan, field: str) -> None:
    """Refuse a desk that does not mind a clan to say what its people are."""
    if not makes_people(world.umpire.desk, clan):
        raise NotThisDesk(
            f"{DESKS[world.umpire.desk]} does not mind {clan.name}, and says of nobody there what he is.", field=field
        )
