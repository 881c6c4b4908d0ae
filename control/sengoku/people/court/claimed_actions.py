"""Titles claimed falsely, and the services for which titles are given (handbook 4)."""

from __future__ import annotations

from sqlalchemy import select
from sqlalchemy.orm import joinedload

from control.kernel.actions.action import Forcible
from control.kernel.actions.slips import Slip
from control.kernel.errors import ChangedElsewhere, NotThisDesk, OrderNotAllowed, OrderNotUnderstood
from control.kernel.journal.audience import audience
from control.kernel.typed import Order, number, one_of, text
from control.sengoku.books.books_actions import piles, to_the_pile
from control.sengoku.people.court.claimed_questions import KINDS, LORDS, claims_seen
from control.sengoku.people.court.grants_actions import Named, place_of
from control.sengoku.politics.bakufu.calls_actions import bakufu
from control.sengoku.rows import Character, Clan, FalseClaim, Service, Title
from control.sengoku.rules import economy
from control.sengoku.rules.desks import SEES_BOOKS
from control.sengoku.rules.economy import treasury
from control.sengoku.world.acting import World, action
from control.sengoku.world.land.rising_actions import with_lord
from control.sengoku.world.ledger.ledger_actions import book
from control.sengoku.world.minding_questions import desk_of, minds, shelf_of
from control.sengoku.world.names import whom
from control.sengoku.world.people.people_questions import OF_CLAN
from control.sengoku.world.people.proposals_actions import propose
from control.sengoku.world.people.titles_questions import title_in_words
from control.sengoku.world.telling.notices_actions import clans_of_the_bakufu, tell


class ClaimFalsely(Named):
    """Somebody (``character``) who claims a title that he does not hold; ``discovered`` if it was seen through at
    once."""

    character: text("a person", 1, label="Who claims it")
    discovered: bool = False


def among_its_own(world: World, order: ClaimFalsely) -> tuple[str, ...] | None:
    """The desk that alone may know of a claim which nobody has seen through: that of the clan. None of others."""
    if order.discovered or world.umpire.desk == "bakufu":
        return None
    person = world.get(Character, order.character, "character", beside=OF_CLAN)
    return (desk_of(person.the_clan),)


@action("title.claim_falsely", title="Note a false claim", order=ClaimFalsely, desks=SEES_BOOKS, among=among_its_own)
def claim(world: World, order: ClaimFalsely) -> str:
    """Note that somebody claims a title that he does not hold; the Bakufu knows once it is discovered (handbook 4)."""
    person = world.get(Character, order.character, "character", beside=OF_CLAN)
    clan = person.the_clan
    if world.umpire.desk != "bakufu" and not minds(world.umpire.desk, clan):
        raise NotThisDesk(f"{clan.name} is minded at another desk.", field="character")
    if not person.alive:
        raise OrderNotAllowed(f"{person.name} is dead, and claims nothing.", field="character")
    words = title_in_words(order.kind, place_of(world, order), order.rank)
    same = {"character": person.id, "kind": order.kind, "province": order.province or None, "rank": order.rank}
    if world.session.scalar(select(Title.id).filter_by(**same)):
        raise OrderNotAllowed(f"{person.name} is {words} in truth.", field="kind")
    one = world.session.scalar(select(FalseClaim).filter_by(**same))
    if one and (one.discovered or world.umpire.desk != "bakufu"):
        raise ChangedElsewhere(f"That {person.name} claims to be {words} is noted already.", field="character")
    shelf = shelf_of(desk_of(clan))
    one = one or world.new(FalseClaim, shelf=shelf, **same)  # unless it was seen through the Bakufu knows nothing of it
    world.session.flush()
    told = f"{person.name} claims falsely to be {words}"
    found = order.discovered or world.umpire.desk == "bakufu"
    world.seen_by = audience(desk_of(clan))
    if found:
        seen_through(world, one, person, clan, told)
    return f"{told}. {'It was discovered.' if found else 'Nobody has discovered it yet.'}"


class Discover(Order):
    """A false claim that was seen through."""

    claim: number(1, 10**6, "the number of a claim")


@action("title.discover", title="Discover a false claim", order=Discover, desks=SEES_BOOKS)
def discover(world: World, order: Discover) -> str:
    """Note that a false claim was seen through: the Bakufu hears of it, and dishonour is proposed (handbook 4)."""
    seen = select(FalseClaim).where(FalseClaim.id == order.claim, claims_seen(world.umpire.desk))
    one = world.session.scalar(seen.options(joinedload(FalseClaim.the_character).joinedload(Character.the_clan)))
    if one is None:
        raise OrderNotUnderstood(f'There is no claim "{order.claim}".', field="claim")
    if one.discovered:
        raise ChangedElsewhere("That was discovered already.", field="claim")
    person, clan = one.the_character, one.the_character.the_clan
    land = world.scenario.provinces[one.province].name if one.province else ""
    words = title_in_words(one.kind, land, one.rank)
    same = {"character": person.id, "kind": one.kind, "province": one.province, "rank": one.rank}
    if world.session.scalar(select(Title.id).filter_by(**same)):
        raise OrderNotAllowed(f"{person.name} is {words} in truth by now: nothing is false in it.", field="claim")
    told = f"{person.name} claims falsely to be {words}"
    seen_through(world, one, person, clan, told)
    return f"{told}: it was discovered."


def seen_through(world: World, one: FalseClaim, person: Character, clan: Clan, told: str) -> None:
    """The Bakufu hears of a false claim, and dishonour is proposed."""
    one.discovered = True
    propose(world, clan.id, "false-title", told, person.id)
    tell(
        world, "title", f"{told}.", None, sorted({clan.id, *clans_of_the_bakufu(world.session)}), only=True, quiet=True
    )
    world.seen_by = audience("bakufu", desk_of(clan))


class RecordService(Forcible, Slip):
    """What a ``clan`` did for the Emperor or the Shogun (``to``): ``amount`` points of rice or cash, which are paid at
    once, or a risk that it, or ``character``, took; ``note`` says what it was."""

    clan: text("a clan", 1, label="Clan")
    character: text("a person", label="Who did it") = ""
    to: one_of("a lord", *LORDS, label="To")
    kind: one_of("a service", *KINDS, label="In")
    amount: number(1, 999, "an amount of points", label="Points") | None = None
    note: text("what it was", 3, 200, label="What it was")

    def facts(self) -> tuple[str | int | None, ...]:
        """Who served whom, with how much."""
        return self.clan, self.to, self.kind, self.amount


@action("service.record", title="Record a service", order=RecordService, desks=SEES_BOOKS)
def record(world: World, order: RecordService) -> str:
    """Record a service to Emperor or Shogun, which a title may reward; rice and cash are paid at once (R27)."""
    clan = with_lord(world, order.clan)
    person = world.get(Character, order.character, "character") if order.character else None
    if person and person.clan != clan.id:
        raise OrderNotAllowed(f"{person.name} is not of {clan.name}. Choose one of its people.", field="character")
    if world.umpire.desk != "bakufu" and not minds(world.umpire.desk, clan):
        raise NotThisDesk(f"{clan.name} is minded at another desk.", field="clan")
    if (order.kind == "risk") is (order.amount is not None):
        wrong = "A risk has no points. Leave them empty." if order.kind == "risk" else "Say how many points."
        raise OrderNotUnderstood(wrong, field="amount")
    what = "at a risk"
    if order.amount is not None:
        if not minds(world.umpire.desk, clan):
            raise NotThisDesk(f"The points of {clan.name} are paid where its books are kept.", field="kind")
        rice, cash = (order.amount, 0) if order.kind == "rice" else (0, order.amount)
        to_the_pile(world, clan, rice, cash)
        to = treasury(bakufu(world)) if order.to == "shogun" else economy.KINDS["service"].account
        book(world, [economy.Transfer(treasury(clan.id), to, "service", rice, cash, note=order.note)])
        what = f"with {piles(rice, cash)}"
    one = world.new(
        Service,
        shelf=shelf_of(desk_of(clan)),
        clan=clan.id,
        character=person.id if person else None,
        lord=order.to,
        kind=order.kind,
        amount=order.amount or 0,
        note=order.note,
    )
    told = f"{whom(person, clan)} served {LORDS[order.to]} {what}: {order.note.rstrip('.')}"
    propose(world, clan.id, order.to, told, person.id if person else None)
    world.session.flush()
    world.seen_by = audience("bakufu", desk_of(clan))
    return f"Service {one.id}: {told}."
