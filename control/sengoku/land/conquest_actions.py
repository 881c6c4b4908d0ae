"""Provinces and places that change hands, and what becomes of a defeated lord (handbook 7; R21, R23, R33)."""

from __future__ import annotations

from functools import partial
from typing import Any

from sqlalchemy import select

from control.kernel.actions.action import Forcible
from control.kernel.actions.slips import Slip
from control.kernel.errors import ChangedElsewhere, OrderError, OrderNotAllowed, OrderNotUnderstood
from control.kernel.journal.audience import audience
from control.kernel.typed import number, one_of, text
from control.kernel.wording import capital, counted
from control.sengoku.battle.encounters.encounters_actions import queue
from control.sengoku.people.bonds.hostages_actions import give as hand_over_hostage
from control.sengoku.people.bonds.hostages_actions import noted, of_the_family
from control.sengoku.rows import Clan, Muster, Notice, Place, Pledge, Province
from control.sengoku.rules.desks import AT_THE_MAP, DESKS
from control.sengoku.rules.economy import treasury
from control.sengoku.world.acting import World, action
from control.sengoku.world.bonds.attitudes_actions import feel
from control.sengoku.world.bonds.treaties_actions import make, serves_nobody_else, service, since
from control.sengoku.world.forces.business_questions import open_business, open_fight
from control.sengoku.world.forces.levies_questions import may_be_taken
from control.sengoku.world.forces.sides_questions import forces_on
from control.sengoku.world.land.rising_actions import with_lord
from control.sengoku.world.ledger.ledger_actions import pay
from control.sengoku.world.minding_questions import desk_of
from control.sengoku.world.telling.notices_actions import tell
from control.sengoku.world.telling.telling_questions import BOWED

HOW = ("force", "submits")


class TakeLand(Forcible):
    """Ground that a clan took over."""

    clan: text("a clan", 1)
    how: one_of("how it was taken", *HOW)
    vassalage: bool = False
    note: text("a note") = ""
    version: int | None = None


class TakeProvince(TakeLand):
    """A province that a clan took over: by ``force``, or because its lord ``submits``. ``vassalage`` records that he is
    its vassal now; ``note`` is what the umpires want to remember."""

    province: text("a province", 1)


def takes_the_last(world: World, order: TakeProvince | TakePlace) -> str:
    """Why an entry waits for a second umpire: by force a clan loses its last land (R44), as by exile."""
    land: Province | Place | None = (
        world.session.get(Place, order.place)
        if isinstance(order, TakePlace)
        else world.session.get(Province, order.province)
    )
    return "a clan loses its last land" if order.how == "force" and is_the_last(world, land) else ""


takes = partial(action, desks=AT_THE_MAP, seen_by=DESKS, critical=takes_the_last)
"""Puts what it decorates among the actions by which land changes hands."""


@takes("province.take_over", title="Take over a province", order=TakeProvince)
def take_province(world: World, order: TakeProvince) -> str:
    """Give a province to the clan that took it: by force it pays half of this winter's income (R21, R33)."""
    province = world.get(Province, order.province, "province", order.version)
    return change_hands(world, province, province.id, order)


class TakePlace(TakeLand):
    """A city or temple that a clan took over; the fields are as for a province."""

    place: text("a place", 1)


@takes("place.take_over", title="Take over a place", order=TakePlace)
def take_place(world: World, order: TakePlace) -> str:
    """Give a city or temple to the clan that took it, for itself: its province stays where it is (R21, R33)."""
    place = world.get(Place, order.place, "place", order.version)
    return change_hands(world, place, place.province, order)


def change_hands(world: World, land: Province | Place, province: str, order: TakeLand) -> str:
    """Let a clan hold a province or place from now on, tell who must hear of it, and record a vassalage if asked."""
    clan = with_lord(world, order.clan)
    if land.holder == clan.id:
        raise ChangedElsewhere(f"{clan.name} holds {land.name} already.", field="clan")
    before = world.session.get_one(Clan, land.holder) if land.holder else None
    if before and order.vassalage and is_the_last(world, land) and (world.force or not world.replays):
        world.forbid(
            f"{land.name} is the last land of {before.name}, and a vassal keeps his (R33). Enter it under “What "
            "becomes of it?”, as Vassal, or leave the vassalage out.",
            field="vassalage",
            ruling="R33",
        )
    sentence = give_land(world, land, province, clan, before, order.how == "force")
    sentence += landless(world, before) if before else ""
    if order.vassalage:
        sentence += vassal(world, clan, before)
    return sentence + noted(order.note)


def give_land(
    world: World, land: Province | Place, province: str, clan: Clan, before: Clan | None, by_force: bool
) -> str:
    """Give a ground that nobody fights over to a clan, with what that does to the announced troops and the counters of
    who held it (R21, R23, R33); the sentence."""
    place = land.ground_key[1]
    no_open_fight(world, province, place, land.name)
    if by_force and not may_be_taken(world.session, province, place, clan.id):
        world.forbid(
            f"{clan.name} has not beaten the levy or garrison of {land.name} this season, or its holder’s counters "
            "still stand there (R33). Fight it first, let it submit, or ask Game Control to force it.",
            field="how",
            ruling="R33",
        )
    lost = lose_announced(world, province, place, before)
    land.holder = clan.id
    if by_force:
        land.taken = True
        told = f"{clan.name} took {land.name}{f' from {before.name}' if before else ''} by force."
    else:
        told = (
            f"{land.name} submitted to {clan.name}."
            if before is None
            else (f"{before.name} submitted {land.name} to {clan.name}.")
        )
    world.session.flush()
    if before and by_force:
        feel(world, before.id, clan.id, -2, told)
    pays = "in full"
    if land.taken:
        pays = "half this winter" if by_force else "half this winter, since it was taken by force this year"
    stays = left_behind(world, province, place, clan, before, by_force)
    tell(world, "taken", told, province, [clan.id, *([before.id] if before else [])], taker=clan.id)
    if lost and before:
        tell(
            world,
            "lost",
            f"What {before.name} had announced in {land.name} is lost.",
            province,
            [before.id],
            only=True,
        )
    return f"{told} It pays {pays} (R21).{lost}{stays}"


def no_open_fight(world: World, province: str, place: str | None, name: str) -> None:
    """Refuse while an encounter or battle on this very ground is open: whose levy and works fight there would change
    under it."""
    if fight := open_fight(world.session, province, place):
        raise OrderNotAllowed(
            f"{capital(fight)} in {name} is still open: {'end' if fight.startswith('battle') else 'settle'} it before "
            "the land changes hands.",
            field="place" if place else "province",
            ruling="R14",
        )


def lose_announced(world: World, province: str, place: str | None, before: Clan | None) -> str:
    """What was announced there and not yet raised is lost, and not paid back (R23); for the sentence."""
    coming = list(
        world.session.scalars(
            select(Muster)
            .where(Muster.province == province, Muster.place == place, Muster.outcome == "")
            .order_by(Muster.id)
        )
    )
    for muster in coming:
        muster.outcome = "lost"
    whose = before.name if before else "its holder"
    return f" What {whose} had announced there is lost (R23)." if coming else ""


def left_behind(world: World, province: str, place: str | None, clan: Clan, before: Clan | None, by_force: bool) -> str:
    """What the counters of the old holder there are from now on: an encounter, or guests until they are moved (R23).
    Who is in an encounter or battle already, over a city of the province, has that to end first: without him they have
    to do with the people there, and only in a province whose lord nobody plays with leave to ask for (R16)."""
    if before is None:
        return ""
    there = [force for force in forces_on(world.session, province, place) if force.troops]
    if not by_force:
        stay = any(force.clan == before.id for force in there)
        return f" The counters of {before.name} there are guests until they are moved (R23)." if stay else ""
    free = [force for force in there if not open_business(world.session, force)]
    old = [force for force in free if force.clan == before.id]
    if not old:
        return ""
    own = [force for force in free if force.clan == clan.id]
    kind = "meeting" if own else "undefended" if clan.played or place else "closed_province"
    met = queue(world, max(world.game.phase, 1), province, kind, [*own, *old])
    met.place, met.left_behind = place, True
    return f" The counters of {before.name} there are encounter {met.id} (R23)."


def vassal(world: World, clan: Clan, before: Clan | None, field: str = "vassalage") -> str:
    """Record that who held a province is the vassal of who took it, unless he is already (R33); for the sentence."""
    if before is None:
        raise OrderNotAllowed("Nobody held it, so nobody becomes a vassal.", field=field, ruling="R33")
    if service(world, clan.id, before.id) is None:
        serves_nobody_else(world, clan.id, before.id, field, before.name)
        lord = service(world, before.id, clan.id)
        if lord is not None and (world.force or not world.replays):
            world.forbid(
                f"{before.name} is overlord of {clan.name}, {since(lord)}, and nobody is the vassal of his own vassal. "
                "End that treaty first.",
                field=field,
                ruling="H7",
            )
        make(world, "vassalage", clan.id, before.id, "submitted")
    return f" {before.name} is its vassal now (R33): hostages are handed over at the table."


# --- What becomes of a defeated lord ----------------------------------------------------------------------

FATES = ("vassal", "exile", "tribute")
MOST_TRIBUTE = 9999


class SettleConquest(Forcible, Slip):
    """What becomes of whoever holds a province, or a city or temple, after ``clan`` has beaten him: he is its
    ``vassal`` and keeps his land, goes into ``exile`` and loses it, or pays ``tribute`` of so many ``points`` once.
    ``hostages`` are persons of his whom it takes with it; a vassal's answer for the bond."""

    province: text("a province") = ""
    place: text("a place") = ""
    clan: text("a clan", 1)
    how: one_of("what becomes of him", *FATES)
    points: number(1, MOST_TRIBUTE, "a number of points") | None = None
    hostages: list[str] | None = None
    note: text("a note") = ""
    version: int | None = None

    def facts(self) -> tuple[Any, ...] | None:
        """Of whom what is asked, by whom; who was driven out is refused by itself."""
        asks = (self.province, self.place, self.clan, self.how, self.points)
        return None if self.how == "exile" else asks


def exiles(world: World, order: SettleConquest) -> str:
    """Why an entry waits for a second umpire: a lord is driven out (R44). From one of several lands he is not."""
    land = world.session.get(Place, order.place) or world.session.get(Province, order.province)
    return "a clan is exiled" if order.how == "exile" and is_the_last(world, land) else ""


@action(
    "conquest.settle",
    title="Settle a conquest",
    order=SettleConquest,
    desks=AT_THE_MAP,
    seen_by=DESKS,
    critical=exiles,
)
def settle_conquest(world: World, order: SettleConquest) -> str:
    """Say what becomes of a defeated lord: vassal, exile or tribute, with all that follows from it (R33)."""
    if bool(order.province) is bool(order.place):
        raise OrderNotUnderstood("Say which province or which place, and only one of them.", field="province")
    clan = with_lord(world, order.clan)
    field = "place" if order.place else "province"
    land = (
        world.get(Place, order.place, field, order.version)
        if order.place
        else (world.get(Province, order.province, field, order.version))
    )
    province = land.ground_key[0]
    if land.holder == clan.id:
        raise ChangedElsewhere(f"{clan.name} holds {land.name} itself.", field="clan")
    if land.holder is None:
        raise OrderNotAllowed(
            f"Nobody holds {land.name}: there is no lord to settle with. Take it over instead.",
            field=field,
            ruling="R33",
        )
    if (order.points is not None) is not (order.how == "tribute"):
        raise OrderNotUnderstood(
            "Say how many points of tribute."
            if order.how == "tribute"
            else "Only a tribute is so many points; a vassal owes what his treaty says.",
            field="points",
        )
    loser = world.session.get_one(Clan, land.holder)
    if order.how == "vassal":
        said = submits(world, land, clan, loser)
    elif order.how == "exile":
        said = give_land(world, land, province, clan, loser, by_force=True) + landless(world, loser)
    else:
        said = pays_tribute(world, land, clan, loser, order.points or 0, order.twice)
    taken = [take_hostage(world, key, clan, loser, order.how == "vassal") for key in order.hostages or []]
    if order.how == "vassal" and taken and (bond := service(world, clan.id, loser.id)):
        bond.strength = 3
        world.session.add_all(Pledge(treaty=bond.id, character=key) for key in dict.fromkeys(order.hostages or ()))
    return f"{said}{''.join(taken)}{noted(order.note)}"


def submits(world: World, land: Province | Place, clan: Clan, loser: Clan) -> str:
    """Let a defeated lord be the vassal of who beat him, and keep his land; the sentence."""
    province, place = land.ground_key
    no_open_fight(world, province, place, land.name)
    told = f"{loser.name} submitted to {clan.name}, and keeps {land.name}."
    already = service(world, clan.id, loser.id) is not None
    vassal(world, clan, loser, "how")
    tell(world, BOWED, told, province, [clan.id, loser.id], taker=clan.id)
    return f"{told} His income is his, in full{'; he was its vassal already' if already else ''} (R33)."


def pays_tribute(
    world: World, land: Province | Place, clan: Clan, loser: Clan, points: int, again: bool = False
) -> str:
    """Let a defeated lord pay once, or ``again``, and keep his land; the sentence, which is theirs alone."""
    province = land.ground_key[0]
    told = f"{loser.name} paid tribute to {clan.name} for {land.name}."
    if not (again or world.replays):
        paid_once(world, told)
    pay(world, loser, points, "tribute", to=treasury(clan.id), province=province, note=f"for {land.name}")
    tell(world, BOWED, told, province, [clan.id, loser.id], taker=clan.id)
    world.seen_by = audience(desk_of(clan), desk_of(loser))
    return f"{loser.name} paid {clan.name} {counted(points, 'point')} of tribute, and keeps {land.name} (R33)."


def paid_once(world: World, told: str) -> None:
    """Ask whoever settles a tribute of which the hall is told this season: the entry is its clans' alone, and who may
    not read that hears of no points here either."""
    game = world.game
    same = select(Notice.id).filter_by(kind=BOWED, sentence=told, year=game.year, season=game.season).limit(1)
    if world.session.scalar(same) is not None:
        raise OrderNotAllowed(f"Settled already this season: {told[:-1]}. Really once more?", field="twice")


def take_hostage(world: World, key: str, clan: Clan, loser: Clan, answers: bool) -> str:
    """Put a person of the defeated clan into the conqueror's keeping; who ``answers`` for a bond is of the family of
    its head (R36). For the sentence."""
    person = world.living(key, "hostages")
    if person.clan != loser.id:
        raise OrderNotAllowed(
            f"{person.name} is not of {loser.name}. Name somebody of its own.", field="hostages", ruling="R36"
        )
    if answers and (world.force or not world.replays):
        of_the_family(world, person, "hostages")
    try:
        return f" {hand_over_hostage(world, person, clan)}"
    except OrderError as error:
        raise type(error)(error.sentence, field="hostages", ruling=error.ruling) from None


def holds_land(world: World, clan: str, but: Province | Place | None = None) -> bool:
    """Whether a clan holds a province or place, this one not counted."""
    lands = (world.session.scalars(select(model).where(model.holder == clan)) for model in (Province, Place))
    return any(land is not but for of_a_kind in lands for land in of_a_kind)


def is_the_last(world: World, land: Province | Place | None) -> bool:
    """Whether whoever holds a province or place holds no other."""
    return land is not None and land.holder is not None and not holds_land(world, land.holder, but=land)


def landless(world: World, clan: Clan) -> str:
    """What is to be done for a team that has lost its last land (R33); for the sentence, empty if it has some."""
    if holds_land(world, clan.id):
        return ""
    if not clan.played or clan.kind == "bakufu":
        return f" {clan.name} holds no land any more."
    return f" {clan.name} holds no land any more: Game Control offers its team a clan that nobody plays (R33)."
