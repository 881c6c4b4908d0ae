"""Rule options that change in play. Every desk hears of them at once."""

from __future__ import annotations

from control.kernel.errors import ChangedElsewhere, OrderNotUnderstood, did_you_mean
from control.kernel.hall.rulings.rulings_actions import announce, note
from control.kernel.typed import Order, one_of, text
from control.kernel.wording import capital
from control.sengoku.rules.rulings import OPTIONS, value_of
from control.sengoku.world.acting import World, action


class ChangeOption(Order):
    """A rule option (R1, R5, …), the value it has ``now``, the one it gets, and why."""

    option: one_of("a rule option", *OPTIONS)
    now: text("the value it has now", 1)
    value: text("a value", 1)
    reason: text("a reason", 3)


@action("ruling.change_option", title="Change a rule option", order=ChangeOption, desks=("game",))
def change_option(world: World, order: ChangeOption) -> str:
    """Change a rule option from now on; what was decided before stands."""
    known = OPTIONS[order.option]
    if order.value not in known.values:
        near = did_you_mean(order.value, known.values)
        raise OrderNotUnderstood(
            f"{order.option} is {', '.join(known.values)}, not “{order.value}”.{near}", field="value"
        )
    before = str(getattr(world.options, order.option))
    if order.now != before or order.value == before:
        raise ChangedElsewhere(
            f"{known.question} {capital(known.values[before])}, already. Look at the rulings again.", field="value"
        )
    world.game.options = {**world.game.options, order.option: value_of(order.option, order.value)}
    sentence = f"{known.ruling}: {known.question} Now {known.values[order.value]}, no longer {known.values[before]}."
    note(world, order.reason, ruling=known.ruling, option=order.option, before=before, after=order.value)
    announce(world, f"Ruling changed. {sentence} {order.reason}")
    return f"Ruling changed. {sentence} Reason: {order.reason}."
