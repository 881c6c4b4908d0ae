"""Rulings made in play: rule options that change, and decisions in words. Every desk hears of them at once."""

from __future__ import annotations

from control.kernel.errors import ChangedElsewhere, OrderNotUnderstood, did_you_mean
from control.kernel.rows import Announcement, AnnouncementRead
from control.kernel.typed import Order, one_of, text
from control.sengoku.rows import Ruling
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
        raise ChangedElsewhere(f"{order.option} is {before} already. Look at the rulings again.", field="value")
    world.game.options = {**world.game.options, order.option: value_of(order.option, order.value)}
    sentence = f"{known.ruling}: {known.question} Now {known.values[order.value]}, no longer {known.values[before]}."
    note(world, order.reason, ruling=known.ruling, option=order.option, before=before, after=order.value)
    announce(world, f"Ruling changed. {sentence} {order.reason}")
    return f"Ruling changed. {sentence} Reason: {order.reason}."


class RecordRuling(Order):
    """A decision in words; ``ruling`` is the number of the ruling or handbook section it is about, if any."""

    text: text("the ruling", 5)
    ruling: text("a number such as R14 or H6", most=8) = ""


@action("ruling.record", title="Record a ruling", order=RecordRuling, desks=("game",))
def record(world: World, order: RecordRuling) -> str:
    """Keep a decision that every umpire must know, so that the next one is decided alike."""
    note(world, order.text, ruling=order.ruling)
    where = f" ({order.ruling})" if order.ruling else ""
    announce(world, f"Ruling{where}: {order.text}")
    return f"Ruling{where}: {order.text}"


def note(
    world: World,
    words: str,
    *,
    ruling: str = "",
    option: str = "",
    before: str = "",
    after: str = "",
    secret: bool = False,
) -> Ruling:
    """Write a ruling down; a ``secret`` one is for Team Control and Game Control."""
    row = world.new(Ruling, ruling=ruling, option=option, before=before, after=after, text=words, secret=secret)
    world.session.flush()
    return row


def announce(world: World, words: str) -> None:
    """Say it at every desk."""
    number = world.number("announcement")
    world.session.add(Announcement(id=number, at=world.at, umpire=world.umpire.name, text=words, desks=[]))
    world.session.flush()
    world.session.add(
        AnnouncementRead(  # who says it has read it
            announcement=number,
            umpire=world.umpire.name,
            desk=world.umpire.desk,
            at=world.at,
        )
    )
    world.session.flush()
