"""Winter letters: written, posted at once, and handed over when the post table or the umpire says so (R34)."""

from __future__ import annotations

from sqlalchemy import select
from sqlalchemy.orm import joinedload

from control.kernel.actions.action import Forcible
from control.kernel.actions.slips import Slip
from control.kernel.codes import Code
from control.kernel.errors import ChangedElsewhere, NotThisDesk, OrderNotAllowed, OrderNotUnderstood
from control.kernel.journal.audience import audience
from control.kernel.typed import Die, Order, number, one_of, text
from control.sengoku.politics.letters.letters_questions import becomes
from control.sengoku.rows import Character, Clan, Letter
from control.sengoku.rules import prices
from control.sengoku.rules.desks import SEES_BOOKS
from control.sengoku.world.acting import World, action
from control.sengoku.world.bonds.attitudes_actions import feel
from control.sengoku.world.land.rising_actions import with_lord
from control.sengoku.world.minding_questions import desk_of, minds
from control.sengoku.world.telling.post_questions import at_hand

ClanId = text("a clan", 1)
Writer = text("a hostage")
Words = text("the letter", most=2000, lines=True, gaps=True)


class Posting(Forcible):
    """How a letter is sent off: with a die that was thrown, one rolled here, or as the umpire decides (``fate``) for a
    ``reason``."""

    die: Die | None = None
    fate: one_of("what becomes of it", "", *prices.FATES) = ""
    reason: text("a reason") = ""


class WriteLetter(Posting, Slip):
    """A letter from one clan to another. The paper is what counts: ``text`` may be empty. With ``post`` it leaves at
    once. Where a ``hostage`` writes home, his keepers send it, and outside winter it goes from hand to hand (R36)."""

    sender: ClanId
    recipient: ClanId
    text: Words = ""
    post: bool = False
    hostage: Writer = ""

    def facts(self) -> tuple[str, ...]:
        """Who writes to whom."""
        return self.sender, self.recipient, self.hostage

    def wording(self) -> str:
        """The letter."""
        return self.text


def among_writers(world: World, order: WriteLetter) -> tuple[str, ...]:
    """The desks that alone may know of a new letter. Who carries a hostage's home from hand to hand hears of it."""
    sender = with_lord(world, order.sender, "sender")
    recipient = with_lord(world, order.recipient, "recipient")
    by_hand = bool(order.hostage) and world.game.season != "winter"
    return (desk_of(sender), desk_of(recipient)) if by_hand else for_the_sender(sender, recipient)


@action("letter.write", title="Write a letter", order=WriteLetter, desks=SEES_BOOKS, among=among_writers)
def write(world: World, order: WriteLetter) -> str:
    """Write a letter from clan to clan in winter, posted if asked (R34); in any season, a hostage's home (R36)."""
    sender = with_lord(world, order.sender, "sender")
    recipient = with_lord(world, order.recipient, "recipient")
    at_its_desk(world, sender)
    if sender is recipient:
        raise OrderNotAllowed(f"{sender.name} need not write to itself. Choose another clan.", field="recipient")
    writer = hostage_of(world, order.hostage, sender, recipient) if order.hostage else None
    by_hand = writer is not None and world.game.season != "winter"
    if not by_hand:
        only_in_winter(world, "recipient")
    if by_hand and (order.die or order.fate):
        raise OrderNotUnderstood("Only in winter is a letter in the post: throw no die.", field="die")
    if not by_hand and not order.post and (order.die or order.fate):
        raise OrderNotUnderstood("Post the letter too, or throw no die yet.", field="post")
    not_decided(order)
    new = world.number("letter")
    one = Letter(
        id=new,
        code=str(Code("L", new)),
        number=world.game.seasons,
        year=world.game.year,
        sender=sender.id,
        recipient=recipient.id,
        text=f"{writer.name} writes home:\n{order.text}".strip() if writer else order.text,
        fate="on_time" if by_hand else "",
        ready=world.game.seasons if by_hand else None,
        written=world.entry,
        hostage=writer.id if writer else None,
    )
    world.session.add(one)
    world.session.flush()
    if writer and by_hand:
        return f"{writer.name}, a hostage of {sender.name}, wrote letter {one.code} home to {recipient.name} (R36)."
    wrote = f"{sender.name} wrote letter {one.code} to {recipient.name}"
    return f"{wrote}: {send_off(world, one, recipient, order)}" if order.post else f"{wrote}."


class PostLetter(Posting):
    """A letter that was written, to be sent off."""

    letter: number(1, 10**6, "the number of a letter")


def among_the_senders(world: World, order: PostLetter) -> tuple[str, ...]:
    """The desks that alone may know of a letter that is sent off."""
    one = letter_of(world, order.letter)
    if one is None:
        raise no_letter(order.letter, "post")
    return for_the_sender(one.the_sender, one.the_recipient)


@action("letter.post", title="Post a letter", order=PostLetter, desks=SEES_BOOKS, among=among_the_senders)
def post(world: World, order: PostLetter) -> str:
    """Send a letter off: a die on the post table, or the umpire, says whether it arrives (R34)."""
    one = letter_of(world, order.letter)
    if one is None or not minds(world.umpire.desk, one.the_sender):
        raise no_letter(order.letter, "post")
    sender, recipient = one.the_sender, one.the_recipient
    if one.fate:
        raise ChangedElsewhere(f"Letter {one.code} was posted already: it {becomes(world.game, one)}.", field="letter")
    only_in_winter(world, "letter")
    return f"{sender.name} posted letter {one.code} to {recipient.name}: {send_off(world, one, recipient, order)}"


class DeliverLetter(Order):
    """A letter that was handed over, and ``by`` whom (else by who says so)."""

    letter: number(1, 10**6, "the number of a letter")
    by: text("a name", most=60) = ""


def among_both(world: World, order: DeliverLetter) -> tuple[str, ...]:
    """The desks that alone may know of a letter that is handed over: those of both clans."""
    one = letter_of(world, order.letter)
    if one is None:
        raise no_letter(order.letter, "hand over")
    return desk_of(one.the_sender), desk_of(one.the_recipient)


@action("letter.deliver", title="Hand over a letter", order=DeliverLetter, desks=SEES_BOOKS, among=among_both)
def deliver(world: World, order: DeliverLetter) -> str:
    """Record that a letter which arrived was handed over to its clan (R34)."""
    one = letter_of(world, order.letter)
    comes = at_hand(world.session).get(order.letter)
    here = comes is not None and comes.season <= world.game.seasons
    if one is None or not here or not minds(world.umpire.desk, one.the_recipient):
        raise no_letter(order.letter, "hand over")  # the same for one that is lost, on its way, or not theirs
    sender, recipient = one.the_sender, one.the_recipient
    if one.delivered:
        raise ChangedElsewhere(f"Letter {one.code} was handed over already, by {one.delivered}.", field="letter")
    one.delivered = order.by or world.umpire.name
    feel(world, recipient.id, sender.id, 1, f"Letter {one.code} of {sender.name} was handed over to {recipient.name}")
    return f"Letter {one.code} of {sender.name} was handed over to {recipient.name} by {one.delivered}."


def hostage_of(world: World, key: str, keeper: Clan, home: Clan) -> Character:
    """The hostage who writes home. Raises OrderNotAllowed for anybody else, or for a letter to others."""
    person = world.get(Character, key, "hostage")
    if not person.alive or person.held_by != keeper.id:
        raise OrderNotAllowed(f"{person.name} is no hostage of {keeper.name}.", field="hostage")
    if person.clan != home.id:
        raise OrderNotAllowed(
            f"A hostage writes home, and {person.name} is not of {home.name} (R36).", field="recipient", ruling="R36"
        )
    return person


def letter_of(world: World, key: int) -> Letter | None:
    """A letter with the clans between which it goes, if there is one of that number."""
    found = select(Letter).where(Letter.id == key)
    return world.session.scalar(found.options(joinedload(Letter.the_sender), joinedload(Letter.the_recipient)))


def not_decided(order: Posting) -> None:
    """Refuse a reason for what nobody decides."""
    if order.reason and not order.fate:
        raise OrderNotUnderstood("Decide what becomes of it, or give no reason.", field="fate")


def send_off(world: World, one: Letter, recipient: Clan, order: Posting) -> str:
    """Let a letter leave: what becomes of it, and why, for the sentence."""
    not_decided(order)
    if order.fate:
        if order.die is not None:
            raise OrderNotUnderstood("Decide what becomes of it, or throw a die: not both.", field="die")
        if len(order.reason) < 3:
            raise OrderNotUnderstood("Say why you decide it yourself, in 3 letters or more.", field="reason")
        one.fate, why = order.fate, f"decided by the umpire: {order.reason}"
    else:
        if order.die is not None:
            world.dice.throw(order.die)
        die = world.dice.d6("post")
        one.fate, why = world.tables.post.fates[die], f"die {die}"
    now = world.game.seasons
    one.ready = {"on_time": now, "late": now + 1, "lost": None}[one.fate]
    world.session.flush()
    if one.ready == now:
        world.stirs = audience(desk_of(recipient))
    return f"it {becomes(world.game, one)} ({why}; R34)."


def at_its_desk(world: World, sender: Clan) -> None:
    """Refuse a desk that does not carry this clan's letters."""
    if not minds(world.umpire.desk, sender):
        raise NotThisDesk(f"The letters of {sender.name} are carried from another desk.", field="sender")


def for_the_sender(sender: Clan, recipient: Clan) -> tuple[str, ...]:
    """Who hears of a letter that is not there yet: the desk that carries the sender's; where the recipient is minded
    there too, Game Control alone, for who minds him must not hear of a letter that is lost or on its way."""
    return () if desk_of(sender) == desk_of(recipient) else (desk_of(sender),)


def only_in_winter(world: World, field: str) -> None:
    """Refuse in other seasons: then people go and talk (handbook 2)."""
    if world.game.season != "winter":
        world.forbid(
            f"Letters are for the winter, and it is {world.game.season}: let somebody go there and talk (R34).",
            field=field,
            ruling="R34",
        )


def no_letter(number_: int, what: str) -> OrderNotUnderstood:
    """There is nothing to do with such a letter."""
    return OrderNotUnderstood(f"There is no letter {number_} to {what}. Look at the code again.", field="letter")
