"""What the desk that leads announces to the umpires of all desks or of some, and who has read it."""

from __future__ import annotations

from typing import Any

from control.kernel.actions.action import KERNEL_ACTIONS
from control.kernel.actions.slips import Slip
from control.kernel.actions.world import World
from control.kernel.errors import ChangedElsewhere, OrderNotAllowed, OrderNotUnderstood
from control.kernel.hall.announcements.announcements_questions import addressed
from control.kernel.journal.audience import audience
from control.kernel.roles import EVERY_DESK, LEAD, Roles, bits_of
from control.kernel.rows import Announcement, AnnouncementRead
from control.kernel.typed import Order, number, one_of, text
from control.kernel.wording import any_spelling

SAID = 60
"""So many letters of an announcement say which one somebody has read."""


def post_to(game: Roles) -> type[Order]:
    """What is announced to the desks of a game, or to some of them."""
    choice = one_of("a desk", *game.roles)

    class Post(Slip):
        """What is announced, and to the umpires of which desks; none named is all of them."""

        text: text("the announcement", 1, 400)
        desks: list[choice] = []  # noqa: RUF012 (pydantic copies it)

        def facts(self) -> tuple[str, ...]:
            """To whom."""
            return tuple(sorted(self.desks))

        def wording(self) -> str:
            """What is announced."""
            return str(self.text)

    return Post


def with_capitals(said: str) -> str:
    """What was announced, its desks with the capitals that they had within the sentence before (Action.formerly)."""
    to, sign, words = said.partition(": ")
    return to.replace(" the ", " The ") + sign + words


@KERNEL_ACTIONS.add(
    "announcement.post", title="Announce", order=post_to, desks=(LEAD,), seen_by=(LEAD,), formerly=with_capitals
)
def post(world: World, order: Any) -> str:
    """Announce something to the umpires of all desks, or of some."""
    roles = world.of_game.roles
    to = [desk for desk in roles if desk in order.desks]
    to = [] if len(to) == len(roles) else to
    shelf = bits_of(world.of_game, to)  # by its number nobody counts the others
    one = world.new(Announcement, shelf=shelf, text=order.text, desks=to, ended=False)
    world.session.flush()
    mark(world, one)  # who says it has read it
    world.seen_by = audience(*(one.desks or world.of_game.roles))  # those it went to
    return f"Announced to {', '.join(map(world.of_game.called, to)) or 'all desks'}: {order.text}"


class OneAnnouncement(Order):
    """An announcement."""

    announcement: number(1, 10**6, "the number of an announcement")


def who_read(said: str) -> str:
    """Who read something, whatever it was called: by its number before (Action.formerly)."""
    return said.partition(" read ")[0]


@KERNEL_ACTIONS.add(
    "announcement.read",
    title="Mark as read",
    order=OneAnnouncement,
    desks=(EVERY_DESK,),
    seen_by=(LEAD,),
    formerly=who_read,
)
def read(world: World, order: OneAnnouncement) -> str:
    """Mark an announcement as read by the umpire who sends this."""
    one = world.session.get(Announcement, order.announcement)
    if one is None or not addressed(one.desks, world.umpire.desk, world.of_game.leads):
        raise OrderNotUnderstood(f"There is no announcement {order.announcement} to your desk.", field="announcement")
    if one.ended:
        raise OrderNotAllowed("This announcement has ended.", field="announcement")
    his = (one.id, any_spelling(world.umpire.name), str(world.umpire.desk))
    if world.session.get(AnnouncementRead, his) is not None:
        raise ChangedElsewhere("You have read this announcement already.", field="announcement")
    mark(world, one)
    return f"{world.umpire.name} read “{one.text if len(one.text) <= SAID else f'{one.text[: SAID - 1]}…'}”."


@KERNEL_ACTIONS.add(
    "announcement.end", title="End an announcement", order=OneAnnouncement, desks=(LEAD,), seen_by=(LEAD,)
)
def end(world: World, order: OneAnnouncement) -> str:
    """End an announcement: nobody is shown it any more who has not read it."""
    one = world.get(Announcement, order.announcement, "announcement")
    if one.ended:
        raise ChangedElsewhere("This announcement has ended already.", field="announcement")
    one.ended = True
    world.seen_by = audience(*(one.desks or world.of_game.roles))  # those it went to
    return f"No longer announced: {one.text}"


def mark(world: World, one: Announcement) -> None:
    """Write down that this umpire has read it."""
    world.session.add(
        AnnouncementRead(
            announcement=one.id,
            umpire=world.umpire.name,
            desk=world.umpire.desk,
            at=world.at,
        )
    )
