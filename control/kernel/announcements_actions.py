"""What Game Control announces to the umpires of all desks or of some, and who has read it."""

from __future__ import annotations

from control.kernel.announcements_questions import addressed
from control.kernel.audience import audience
from control.kernel.errors import ChangedElsewhere, OrderNotAllowed, OrderNotUnderstood
from control.kernel.registry import DESKS, World, action
from control.kernel.rows import Announcement, AnnouncementRead
from control.kernel.typed import Order, number, one_of, text


class Post(Order):
    """What is announced, and to the umpires of which desks; none named is all of them."""

    text: text("the announcement", 1, 400)
    desks: list[one_of("a desk", *DESKS)] = []  # noqa: RUF012 (pydantic copies it)


@action("announcement.post", title="Announce", order=Post, desks=("game",), seen_by=("game",))
def post(world: World, order: Post) -> str:
    """Announce something to the umpires of all desks, or of some."""
    to = [desk for desk in DESKS if desk in order.desks]
    to = [] if len(to) == len(DESKS) else to
    one = Announcement(
        id=world.number("announcement"),
        at=world.at,
        umpire=world.umpire.name,
        text=order.text,
        desks=to,
        ended=False,
    )
    world.session.add(one)
    world.session.flush()
    mark(world, one)  # who says it has read it
    world.seen_by = readers(one)
    return f"Announced to {in_words(to)}: {order.text}"


class OneAnnouncement(Order):
    """An announcement."""

    announcement: number(1, 10**6, "the number of an announcement")


@action("announcement.read", title="Mark as read", order=OneAnnouncement, desks=DESKS, seen_by=("game",))
def read(world: World, order: OneAnnouncement) -> str:
    """Mark an announcement as read by the umpire who sends this."""
    one = world.session.get(Announcement, order.announcement)
    if one is None or not addressed(one.desks, world.umpire.desk):
        raise OrderNotUnderstood(f"There is no announcement {order.announcement} to your desk.", field="announcement")
    if one.ended:
        raise OrderNotAllowed("This announcement has ended.", field="announcement")
    if world.session.get(AnnouncementRead, (one.id, world.umpire.name)) is not None:
        raise ChangedElsewhere("You have read this announcement already.", field="announcement")
    mark(world, one)
    return f"{world.umpire.name} read announcement {one.id}."


@action("announcement.end", title="End an announcement", order=OneAnnouncement, desks=("game",), seen_by=("game",))
def end(world: World, order: OneAnnouncement) -> str:
    """End an announcement: nobody is shown it any more who has not read it."""
    one = world.get(Announcement, order.announcement, "announcement")
    if one.ended:
        raise ChangedElsewhere("This announcement has ended already.", field="announcement")
    one.ended = True
    world.seen_by = readers(one)
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


def readers(one: Announcement) -> str:
    """The desks that may read of it in the journal: those it went to."""
    return audience(*(one.desks or DESKS))


def in_words(desks: list[str]) -> str:
    """Desks in a sentence."""
    return ", ".join(DESKS[desk] for desk in desks) or "all desks"
