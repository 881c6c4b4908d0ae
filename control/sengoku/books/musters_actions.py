"""Troops announced for the next season in a province, city or temple, and their arrival (handbook 2; R23, R41)."""

from __future__ import annotations

from sqlalchemy import select

from control.kernel.actions.action import Forcible
from control.kernel.errors import OrderNotAllowed
from control.kernel.journal.audience import audience
from control.kernel.typed import number, text
from control.sengoku.books.books_actions import Counters, not_twice
from control.sengoku.rows import Clan, Muster
from control.sengoku.rules import economy
from control.sengoku.rules.desks import SEES_BOOKS
from control.sengoku.rules.seasons import season_at
from control.sengoku.rules.sizes import counters as in_counters
from control.sengoku.world.acting import World, action
from control.sengoku.world.forces.forces_actions import garrison_of, ground_of, not_shut_in, within_value
from control.sengoku.world.forces.ground_questions import ground_at, no_muster
from control.sengoku.world.ledger.ledger_actions import keeps_books, pay, too_little
from control.sengoku.world.ledger.ledger_questions import balance
from control.sengoku.world.minding_questions import desk_of
from control.sengoku.world.telling.notices_actions import tell

MOST_CLAD = 99_999
"""So many counters at most are clad before, in other grounds of the same announcement."""


class Announce(Forcible):
    """Counters that a clan raises for the next season in a province, or in a city or temple (``place``), in splendid
    uniforms or not; ``clad`` are the counters whose uniforms are paid already, of an announcement in several grounds:
    a point is for each two of all of them."""

    clan: text("a clan", 1)
    province: text("a province") = ""
    place: text("a place") = ""
    counters: Counters
    uniforms: bool = False
    clad: number(0, MOST_CLAD, "a number of counters") = 0
    twice: bool = False


@action("troops.announce", title="Announce troops for the next season", order=Announce, desks=SEES_BOOKS, seen_by=())
def announce(world: World, order: Announce) -> str:
    """Announce and pay counters that will stand in a province or place from the next season on (R23)."""
    clan = world.get(Clan, order.clan, "clan")
    keeps_books(world, clan)
    world.seen_by = audience("map", desk_of(clan))
    ground = ground_of(world, order.province, order.place)
    province = ground.province
    if ground.site.holder != clan.id:
        raise OrderNotAllowed(
            f"{clan.name} does not hold {ground.name}. Troops are raised in a clan’s own provinces and places (R23).",
            field=ground.field,
            ruling="R23",
        )
    season, year = season_at(world.game.season, world.game.year, 1)
    if season == "winter":
        raise OrderNotAllowed(
            "All troops disband at the onset of winter (R23), so nobody raises any in autumn for it. Announce those of "
            "the spring in winter.",
            field=ground.field,
            ruling="R23",
        )
    not_shut_in(world, ground)
    within_value(world, ground, order.counters, "counters")
    prices = world.tables.economy
    parts = {"troops": prices.cost["troops"] * order.counters}
    if order.uniforms:
        all_of_them = economy.uniforms_cost(order.clad + order.counters, prices)
        parts["uniforms"] = all_of_them - economy.uniforms_cost(order.clad, prices)
    parts = {kind: points for kind, points in parts.items() if points}
    for kind, points in parts.items():
        not_twice(world, order.twice, clan, kind, points, province.id)
    total, has = sum(parts.values()), sum(balance(world.session, clan.id))
    if total > has:
        world.forbid(too_little(world, clan, total, has), field="counters", ruling="R27")
    for kind, points in parts.items():
        where = f" in {ground.name}" if ground.place else ""
        pay(world, clan, points, kind, province=province.id, note=f"for {season} {year}{where}", field="counters")
    world.new(
        Muster,
        clan=clan.id,
        province=province.id,
        place=ground.key[1],
        number=world.game.seasons + 1,
        counters=order.counters,
        uniforms=order.uniforms,
    )
    clad = " in splendid uniforms" if order.uniforms else ""
    return f"{clan.name} announced {in_counters(order.counters)}{clad} in {ground.name} for {season} {year}."


def musters_arrive(world: World) -> bool:
    """The counters announced for this season (or one before) stand where they were announced. Where the clan no longer
    holds the ground they are lost, with what was paid (R23), and so they are in a place that an enemy shuts in (R41):
    the clan hears of it. Whether any arrived.
    """
    lost: dict[tuple[str, str, str], str] = {}
    arrived = False
    waiting = select(Muster).where(Muster.outcome == "", Muster.number <= world.game.seasons).order_by(Muster.id)
    for muster in world.session.scalars(waiting).all():
        ground = ground_at(world.session, muster.province, muster.place)
        if hindrance := no_muster(world.session, ground, muster.clan):
            muster.outcome = "lost"
            lost[muster.clan, muster.province, ground.name] = hindrance
            continue
        arrived = True
        garrison = garrison_of(world, muster.clan, *ground.key)
        garrison.troops += muster.counters
        garrison.standing = True
        ground.site.raised += muster.counters
        muster.outcome = "raised"
        world.session.flush()  # two may be for the same garrison, which may be new
    for (key, province, name), hindrance in lost.items():
        clan = world.session.get_one(Clan, key).name
        said = f"What {clan} had announced in {name} does not come, {hindrance}: it is lost (R23)."
        tell(world, "lost", said, province, [key], only=True)
    return arrived
