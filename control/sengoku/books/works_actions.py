"""Works: castles, fortresses and public buildings, ordered in winter and ready the next; what is not kept up is
abandoned (handbook 5; R24, R25)."""

from __future__ import annotations

from sqlalchemy import select

from control.kernel.actions.action import Forcible
from control.kernel.actions.slips import Slip
from control.kernel.errors import OrderNotAllowed, OrderNotUnderstood
from control.kernel.typed import number, one_of, text
from control.kernel.wording import counted
from control.sengoku.books import works_questions as queries
from control.sengoku.books.works_questions import UpkeepLine
from control.sengoku.rows import Clan, Place, Province, Work
from control.sengoku.rules.desks import SEES_BOOKS
from control.sengoku.world.acting import World, action
from control.sengoku.world.forces.forces_actions import ground_of
from control.sengoku.world.forces.ground_questions import Ground, ground_at
from control.sengoku.world.ledger.ledger_actions import keeps_books, pay

MOST_POINTS = 9999
KEPT = ("castle", "fortress", "building")


class OrderWork(Forcible, Slip):
    """A work that a clan orders in a province, or in a city or temple (``place``), that it holds: a castle, a fortress,
    or a public building, which has a name and may cost as many points as the clan likes."""

    kind: one_of("a work", *KEPT)
    clan: text("a clan", 1)
    province: text("a province") = ""
    place: text("a place") = ""
    points: number(1, MOST_POINTS, "a number of points") | None = None
    name: text("a name", most=60) = ""

    def facts(self) -> tuple[str | int | None, ...] | None:
        """Which building, where; of a castle or a fortress the ground itself bears no second one."""
        return (self.clan, self.province, self.place, self.points) if self.kind == "building" else None

    def wording(self) -> str:
        """What it is called."""
        return str(self.name)


@action("work.order", title="Order a work", order=OrderWork, desks=SEES_BOOKS)
def order_work(world: World, order: OrderWork) -> str:
    """Order a castle, fortress or public building in winter and pay for it; it is ready the next winter (R24, R25).
    Forced in another season it is as one that is ordered in the winter to come."""
    clan = world.get(Clan, order.clan, "clan")
    keeps_books(world, clan)
    ground = ground_of(world, order.province, order.place)
    points = cost_of(world, order)
    if world.game.season != "winter":
        world.forbid(
            f"Works are ordered in winter only, and it is {world.game.season} (R24). Order it at the onset of winter.",
            field="kind",
            ruling="R24",
        )
    if ground.site.holder != clan.id:
        world.forbid(
            f"{clan.name} does not hold {ground.name}. Choose a province or place it holds.",
            field=ground.field,
            ruling="R24",
        )
    if hindrance := hindrance_to(world, order.kind, ground):
        world.forbid(f"{hindrance} (R24)", field=ground.field, ruling="R24")
    what = order.name or order.kind.capitalize()
    pay(
        world,
        clan,
        points,
        order.kind,
        province=ground.province.id,
        note=f"{what} in {ground.name}",
        field="points" if order.kind == "building" else "kind",
    )
    in_winter = world.game.season == "winter"
    ordered = world.game.year if in_winter else world.game.year + 1  # it takes a year, and is ready in a winter (H5)
    world.new(
        Work,
        kind=order.kind,
        clan=clan.id,
        province=ground.province.id,
        place=ground.key[1],
        name=order.name,
        points=points,
        ordered=ordered,
    )
    world.session.flush()
    named = f"“{order.name}”" if order.name else f"a {order.kind}"
    return (
        f"{clan.name} ordered {named} in {ground.name} for {counted(points, 'point')}: ready in winter "
        f"{ordered + 1} (R24)."
    )


def cost_of(world: World, order: OrderWork) -> int:
    """What a work costs: a castle or fortress its price, a building what the clan spends on it, at least the least."""
    prices = world.tables.economy
    if order.kind != "building":
        price = prices.cost[order.kind]
        if order.points not in (None, price) or order.name:
            field = "name" if order.name else "points"
            raise OrderNotUnderstood(
                f"A {order.kind} costs {price} and has no name of its own: give neither points nor name.", field=field
            )
        return price
    if not order.name:
        raise OrderNotUnderstood("A public building needs a name: it is marked on the map.", field="name")
    if order.points is None:
        raise OrderNotUnderstood(
            f"Say how many points {order.name} is to cost: {prices.building} or more (R25).", field="points"
        )
    if order.points < prices.building:
        world.forbid(
            f"A public building costs {prices.building} or more, not {order.points} (R25). Spend more, or hold a "
            "public event.",
            field="points",
            ruling="R25",
        )
    return int(order.points)


def hindrance_to(world: World, kind: str, ground: Ground) -> str:
    """Why a castle or fortress cannot be ordered here (R24); empty if it can, and for every building."""
    ordered = {
        (work.province, work.place, work.kind)
        for work in world.session.scalars(select(Work).filter_by(province=ground.province.id, state="ordered"))
    }
    if kind == "castle":
        return queries.no_castle(ground, ordered, world.tables.economy)
    return queries.no_fortress(ground, ordered, world.tables.economy) if kind == "fortress" else ""


class Recommission(Forcible):
    """An abandoned castle or fortress in a province, or in a city or temple (``place``), and the clan that pays."""

    clan: text("a clan", 1)
    province: text("a province") = ""
    place: text("a place") = ""


@action("work.recommission", title="Re-commission a castle or fortress", order=Recommission, desks=SEES_BOOKS)
def recommission(world: World, order: Recommission) -> str:
    """Put an abandoned castle or fortress in order again, at once, for the price of it (R24)."""
    clan = world.get(Clan, order.clan, "clan")
    keeps_books(world, clan)
    if bool(order.province) is bool(order.place):
        raise OrderNotUnderstood("Say which province or which place, and only one of them.", field="province")
    field = "place" if order.place else "province"
    site = world.get(Place, order.place, field) if order.place else world.get(Province, order.province, field)
    if site.abandoned is None:
        raise OrderNotAllowed(
            f"Nothing in {site.name} is abandoned. Order a castle in winter to build one.", field=field, ruling="R24"
        )
    if site.holder != clan.id:
        world.forbid(
            f"{clan.name} does not hold {site.name}. Who holds it may re-commission its {site.abandoned}.",
            field=field,
            ruling="R24",
        )
    kind = site.abandoned
    price = world.tables.economy.recommission[kind]
    note = queries.put_in_order_as(kind, site.name)
    wait = "Wait for the new income"  # its price is fixed
    pay(world, clan, price, "recommission", province=site.ground_key[0], note=note, field=field, instead=wait)
    site.castle = kind
    site.abandoned = None
    return f"{clan.name} re-commissioned the {kind} of {site.name} for {counted(price, 'point')} (R24)."


# --- The winter gate --------------------------------------------------------------------------------------


def finish(world: World) -> list[str]:
    """Works ordered in an earlier year are ready: they go to whoever holds the ground now (R24). What is finished, a
    sentence for each."""
    told = []
    ready = select(Work).where(Work.state == "ordered", Work.ordered < world.game.year).order_by(Work.line)
    for work in world.session.scalars(ready).all():
        ground = ground_at(world.session, work.province, work.place)
        if work.kind == "fortress" and ground.castle == "none":
            continue  # it waits for its castle, and what is being built is nobody's business
        work.finished = world.game.year
        if work.kind == "building":
            work.state = "standing"
            told.append(f"{work.name} in {ground.name} is finished.")
            continue
        work.state = "finished"
        if work.kind == "fortress" or ground.castle == "none":
            if work.kind == "castle":
                ground.site.castle_since = world.game.year
            ground.site.castle, ground.site.abandoned = work.kind, None
        told.append(f"The {work.kind} of {ground.name} is finished.")
    world.session.flush()
    return told


def abandon(world: World, line: UpkeepLine) -> str:
    """A work whose upkeep is not paid is abandoned and loses its value (R24); the sentence."""
    if line.work is not None:
        work = world.session.get_one(Work, line.work)
        work.state = "abandoned"
        return f"{work.name} in {line.where} is abandoned."
    site = ground_at(world.session, line.province, line.place).site
    site.abandoned, site.castle = site.castle, "none"
    return f"The {site.abandoned} of {site.name} is abandoned.{stands_still(world, line)}"


def stands_still(world: World, line: UpkeepLine) -> str:
    """That a fortress under way waits for the castle that is abandoned with this, for its clan alone (R24). It stands
    on no public building that is given up."""
    if line.work is not None:
        return ""
    under_way = select(Work.id).filter_by(kind="fortress", state="ordered", province=line.province, place=line.place)
    if world.session.scalar(under_way.limit(1)) is None:
        return ""
    prices = world.tables.economy
    return (
        f" The fortress that is being built there, for {prices.cost['fortress']}, stands still until the castle is "
        f"re-commissioned for {prices.recommission['castle']}."
    )
