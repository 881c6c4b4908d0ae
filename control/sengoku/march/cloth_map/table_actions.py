"""The cloth map and the program, compared province by province; what differs is settled with a reason."""

from __future__ import annotations

from control.kernel.errors import ChangedElsewhere, OrderNotUnderstood
from control.kernel.typed import Order, one_of, text
from control.sengoku.march.cloth_map.walk_round_questions import stop
from control.sengoku.rows import Province, TableCheck
from control.sengoku.rules.desks import AT_THE_MAP
from control.sengoku.world.acting import World, action

RESULTS = {
    "agrees": "the cloth map agrees with the program",
    "program_mended": "the program was mended after the cloth map",
    "table_mended": "the cloth map was put right after the program",
}


class Check(Order):
    """A province compared on the cloth map and in the program: that they agree, or which of them was mended and why.

    ``seen`` is what the umpire's list said of the province, as walk_round_questions.py puts it in short: with it, he
    cannot agree to counters that were changed since.
    """

    province: text("a province", 1)
    result: one_of("what came of it", *RESULTS)
    note: text("a reason") = ""
    seen: text("what was seen") = ""


@action("table.check", title="Compare a province with the cloth map", order=Check, desks=AT_THE_MAP)
def check(world: World, order: Check) -> str:
    """Note that a province was compared with the cloth map, and how a difference was settled."""
    province = world.get(Province, order.province, "province")
    if order.result != "agrees" and len(order.note) < 3:
        raise OrderNotUnderstood("Say what differed and why it was settled so, in three letters or more.", field="note")
    seen = stop(world.session, world.scenario, province.id).seen
    if order.seen and order.seen != seen:
        raise ChangedElsewhere(
            f"{province.name} was changed at another desk since you opened this. Look at it as it is now, then "
            "compare again.",
            field="seen",
        )
    season = world.game.seasons
    row = world.session.get(TableCheck, (province.id, season))
    if row is None:
        row = TableCheck(
            province=province.id,
            season=season,
            phase=world.game.phase,
            result=order.result,
            note=order.note,
            umpire=world.umpire.name,
        )
        world.session.add(row)
    row.phase, row.result, row.note, row.umpire = world.game.phase, order.result, order.note, world.umpire.name
    row.seen = seen
    reason = f": {order.note}" if order.note else ""
    return f"{province.name}: {RESULTS[order.result]}{reason}."
