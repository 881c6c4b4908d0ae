"""Rulings made in play, which every desk hears of at once."""

from __future__ import annotations

from control.kernel.actions.action import KERNEL_ACTIONS
from control.kernel.actions.slips import Slip
from control.kernel.actions.world import World
from control.kernel.roles import LEAD
from control.kernel.rows import Announcement, AnnouncementRead, Ruling
from control.kernel.typed import text


class RecordRuling(Slip):
    """A decision in words; ``ruling`` is the number of the ruling or handbook section it is about, if any."""

    text: text("the ruling", 5)
    ruling: text("a number such as R14 or H6", most=8) = ""

    def facts(self) -> tuple[str, ...]:
        """What it is about."""
        return (self.ruling,)

    def wording(self) -> str:
        """The decision."""
        return str(self.text)


@KERNEL_ACTIONS.add("ruling.record", title="Record a ruling", order=RecordRuling, desks=(LEAD,))
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
    """Write a ruling down; a ``secret`` one is for those whom the game lets read it."""
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
