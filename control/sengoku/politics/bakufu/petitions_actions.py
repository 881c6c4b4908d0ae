"""Petitions: filed, heard, decided, withdrawn. What a judgement settles is done with titles and land (handbook 8)."""

from __future__ import annotations

from sqlalchemy import select
from sqlalchemy.orm import joinedload

from control.kernel.actions.action import Forcible
from control.kernel.actions.slips import Slip
from control.kernel.codes import Code
from control.kernel.errors import ChangedElsewhere, NotThisDesk, OrderNotAllowed, OrderNotUnderstood
from control.kernel.journal.audience import audience
from control.kernel.typed import Order, number, one_of, text
from control.kernel.wording import counted
from control.sengoku.politics.bakufu.calls_actions import bakufu
from control.sengoku.politics.bakufu.petitions_questions import KINDS, petitions_seen
from control.sengoku.rows import Clan, Petition, Province, Title
from control.sengoku.rules.desks import AT_COURT, SEES_BOOKS
from control.sengoku.rules.economy import treasury
from control.sengoku.world.acting import World, action
from control.sengoku.world.land.rising_actions import with_lord
from control.sengoku.world.ledger.ledger_actions import pay
from control.sengoku.world.minding_questions import desk_of, minds, shelf_of
from control.sengoku.world.telling.notices_actions import tell

Number = number(1, 10**6, "the number of a petition")


class FilePetition(Slip):
    """What a ``clan`` asks the Bakufu to judge, ``against`` another or against nobody."""

    clan: text("a clan", 1, label="Who asks")
    against: text("a clan", label="Against") = ""
    matter: text("the matter", 3, 1000, lines=True, label="What is to be judged")
    kind: one_of("what it is about", *KINDS, label="About") = "other"

    def facts(self) -> tuple[str, ...]:
        """Who asks, against whom; what it is about, the umpire says."""
        return self.clan, self.against

    def wording(self) -> str:
        """What is to be judged."""
        return str(self.matter)


@action("petition.file", title="File a petition", order=FilePetition, desks=SEES_BOOKS)
def file(world: World, order: FilePetition) -> str:
    """File a petition with the Bakufu, the court of appeal (handbook 4 and 8)."""
    clan = with_lord(world, order.clan)
    if world.umpire.desk not in AT_COURT and not minds(world.umpire.desk, clan):
        raise NotThisDesk(f"{clan.name} is minded at another desk.", field="clan")
    against = with_lord(world, order.against, "against") if order.against else None
    if against is clan:
        raise OrderNotAllowed(f"{clan.name} need not sue itself. Choose another clan, or none.", field="against")
    one = world.new(
        Petition,
        shelf=shelf_of(desk_of(clan), *([desk_of(against)] if against else [])),
        code="",
        kind=order.kind,
        clan=clan.id,
        against=against.id if against else None,
        matter=order.matter,
    )
    one.code = str(Code("P", one.id))
    world.session.flush()
    world.seen_by = readers(world, one)
    whom = f" against {against.name}" if against else ""
    return f"Petition {one.code}: {clan.name} asks the Bakufu for a judgement{whom}: {' '.join(order.matter.split())}"


class HearPetition(Order):
    """A petition that was heard."""

    petition: Number


@action("petition.hear", title="Hear a petition", order=HearPetition, desks=AT_COURT)
def hear(world: World, order: HearPetition) -> str:
    """Note that the Bakufu has heard both sides of a petition."""
    one = waiting(world, order.petition)
    if one.state == "heard":
        raise ChangedElsewhere(f"Petition {one.code} was heard already. Give the verdict.", field="petition")
    one.state = "heard"
    world.seen_by = readers(world, one)
    return f"The Bakufu has heard petition {one.code} of {one.the_clan.name}."


class DecidePetition(Forcible):
    """The ``verdict`` on a petition, the ``title`` or the ``province`` it settles, and its ``costs`` in points with who
    of the two pays them. What it settles is granted or taken over by itself."""

    petition: Number
    verdict: text("the verdict", 3, 1000, lines=True, label="Verdict")
    title: text("a title", label="About the title") = ""
    province: text("a province", label="About the province") = ""
    costs: number(0, 999, "the costs", label="Costs") = 0
    paid_by: text("a clan", label="Paid by") = ""


@action("petition.decide", title="Decide a petition", order=DecidePetition, desks=AT_COURT)
def decide(world: World, order: DecidePetition) -> str:
    """Give judgement on a petition; costs are paid in the same entry (R27)."""
    one = waiting(world, order.petition)
    sides = sorted({one.clan} | ({one.against} if one.against else set()))
    if order.costs and (order.paid_by or one.clan) not in sides:
        raise OrderNotAllowed("Only one of the two sides pays the costs. Choose one of them.", field="paid_by")
    if order.paid_by and not order.costs:
        raise OrderNotUnderstood("Say how many points of costs are paid, or who pays none.", field="costs")
    if order.title:
        world.get(Title, order.title, "title")
    if order.province:
        world.get(Province, order.province, "province")
    one.state, one.verdict = "decided", order.verdict
    one.title, one.province = order.title, order.province or None
    told = f"The Bakufu has decided petition {one.code} of {one.the_clan.name}"
    cost = ""
    if order.costs:
        payer = with_lord(world, order.paid_by or one.clan, "paid_by")
        one.costs, one.paid_by = order.costs, payer.id
        pay(world, payer, order.costs, "costs", to=treasury(bakufu(world)), note=f"petition {one.code}", field="costs")
        cost = f" {payer.name} paid costs of {counted(order.costs, 'point')}."
    tell(world, "judgement", f"{told}.", None, sides, only=True, quiet=True)
    world.seen_by = readers(world, one)
    return f"{told}: {' '.join(order.verdict.split()).rstrip('.')}.{cost}"


class WithdrawPetition(Order):
    """A petition that nobody wants judged any more."""

    petition: Number


@action("petition.withdraw", title="Withdraw a petition", order=WithdrawPetition, desks=SEES_BOOKS)
def withdraw(world: World, order: WithdrawPetition) -> str:
    """Withdraw a petition before it is decided; it stays on record."""
    one = waiting(world, order.petition)
    if world.umpire.desk not in AT_COURT and not minds(world.umpire.desk, one.the_clan):
        raise NotThisDesk(f"{one.the_clan.name} alone withdraws it, where it is minded.", field="petition")
    one.state = "withdrawn"
    world.seen_by = readers(world, one)
    return f"{one.the_clan.name} withdrew petition {one.code}."


def waiting(world: World, key: int) -> Petition:
    """A petition that waits for a verdict. Of one that a desk may not know it is told as if there were none."""
    found = select(Petition).where(Petition.id == key, petitions_seen(world.umpire.desk))
    one = world.session.scalar(found.options(joinedload(Petition.the_clan)))
    if one is None:
        raise OrderNotUnderstood(f'There is no petition "{key}".', field="petition")
    if one.state == "withdrawn":
        raise OrderNotAllowed(f"Petition {one.code} was withdrawn: there is nothing to judge.", field="petition")
    if one.state == "decided":
        raise ChangedElsewhere(f"Petition {one.code} was decided already.", field="petition")
    return one


def readers(world: World, one: Petition) -> str:
    """Who may read what is entered of a petition: the Bakufu, and where either side is minded."""
    clans = [world.session.get_one(Clan, key) for key in (one.clan, one.against) if key]
    return audience("bakufu", *(desk_of(clan) for clan in clans))
