"""Calls and levies of the Bakufu: issued, answered, withdrawn, and the contingents that come of them (R38)."""

from __future__ import annotations

from sqlalchemy import and_, or_, select
from sqlalchemy.orm import joinedload

from control.kernel.actions.action import Forcible
from control.kernel.actions.slips import Slip
from control.kernel.codes import Code
from control.kernel.errors import ChangedElsewhere, NotThisDesk, OrderNotAllowed, OrderNotUnderstood
from control.kernel.journal.audience import audience
from control.kernel.typed import Order, number, one_of, text
from control.kernel.wording import counted
from control.sengoku.rows import Army, Call, Character, Clan
from control.sengoku.rules.desks import AT_COURT, SEES_ARMIES, SEES_BOOKS
from control.sengoku.rules.economy import treasury
from control.sengoku.rules.sizes import MOST_TROOPS
from control.sengoku.world.acting import World, action
from control.sengoku.world.bonds.calls_questions import ANSWERS, KINDS, answered, asked_for, calls_seen
from control.sengoku.world.dates_questions import read_season, season_in_words
from control.sengoku.world.land.rising_actions import with_lord
from control.sengoku.world.ledger.ledger_actions import pay
from control.sengoku.world.minding_questions import desk_of, minds, shelf_of
from control.sengoku.world.names import ARMY_CARDS
from control.sengoku.world.telling.notices_actions import tell

BESIDE = joinedload(Call.the_clan), joinedload(Call.the_character)
Number = number(1, 10**6, "the number of a call")
Amount = number(1, MOST_TROOPS, "an amount of counters or points", label="How much")


class IssueCall(Slip):
    """A call on a ``clan``: for troops (``amount`` counters, who serve under ``character`` if he is named), for
    somebody (``character``) to command, or a levy of ``amount`` points; by the end of ``season`` (``1551-summer``)."""

    kind: one_of("what is called for", *KINDS, label="What for")
    clan: text("a clan", 1, label="Clan")
    character: text("a person", label="Commander") = ""
    amount: Amount | None = None
    season: text("a season", 1, label="By the end of")
    terms: text("the words of the call", most=600, lines=True, label="In words") = ""

    def facts(self) -> tuple[str | int | None, ...]:
        """What is called for, and from whom."""
        return self.kind, self.clan, self.character, self.amount


@action("call.issue", title="Issue a call or a levy", order=IssueCall, desks=AT_COURT)
def issue(world: World, order: IssueCall) -> str:
    """Call on a clan for troops or a commander, or levy points from it, by a season (R38)."""
    clan = with_lord(world, order.clan)
    if clan.kind == "bakufu":
        raise OrderNotAllowed("The Bakufu makes no call on itself. Choose another clan.", field="clan")
    due = read_season(world.game, order.season, "season")
    if due < world.game.seasons:
        raise OrderNotAllowed(
            f"{season_in_words(world.game, due).capitalize()} has passed: it is {world.game.season} "
            f"{world.game.year}. Name this season or a later one.",
            field="season",
            ruling="R38",
        )
    person = world.living(order.character) if order.character else None
    amount = in_form(order, clan, person)
    call = world.new(
        Call,
        shelf=shelf_of(desk_of(clan)),
        kind=order.kind,
        clan=clan.id,
        character=person.id if person else None,
        amount=amount,
        due=due,
        terms=order.terms,
    )
    call.code = str(Code("C", call.id))
    world.session.flush()
    by = f"by the end of {season_in_words(world.game, due)}"
    told = f"The Bakufu calls on {clan.name} {KINDS[order.kind]}, {by}: call {call.code}."
    tell(world, "call", told, None, [clan.id], only=True, quiet=True)
    world.seen_by = readers(call, clan)
    wanted = asked_for(call, person.name if person else "")
    return f"Call {call.code}: {clan.name} owes the Bakufu {wanted}, {by} (R38)."


def readers(call: Call, clan: Clan) -> str:
    """Who may read what is entered of a call: Map Control of those alone that ask for no points."""
    return audience("bakufu", desk_of(clan), *(() if call.kind == "points" else SEES_ARMIES))


def in_form(order: IssueCall, clan: Clan, person: Character | None) -> int:
    """How much is called for, 0 of a commander. Raises an OrderError where the order names too little or too much."""
    if order.kind == "command":
        if person is None:
            raise OrderNotUnderstood("Say who is to command.", field="character")
        if person.clan != clan.id:
            raise OrderNotAllowed(f"{person.name} is not of {clan.name}. Call on his own clan.", field="character")
        if order.amount is not None:
            raise OrderNotUnderstood("A call for a commander has no amount. Leave it empty.", field="amount")
        return 0
    if order.amount is None:
        raise OrderNotUnderstood(f"Say how many {'counters' if order.kind == 'troops' else 'points'}.", field="amount")
    if order.kind == "points" and person:
        raise OrderNotUnderstood("A levy of points has no commander. Leave him out.", field="character")
    return order.amount


class AnswerCall(Forcible):
    """What a clan answers: it ``obeys``; obeys in ``part``, with ``amount``; makes an ``excuse``, in its ``words``; or
    ``refuses``. Points are paid at once; ``paid`` are those that the form shows as paid before, so that two umpires who
    write the same answer down do not pay it twice, and ``shown`` is the answer that it shows, in words."""

    call: Number
    answer: one_of("an answer", *ANSWERS, label="Answer")
    amount: Amount | None = None
    paid: number(0, MOST_TROOPS, "what was paid before") | None = None
    words: text("the words of the answer", most=600, lines=True, label="In its own words") = ""
    shown: text("the answer as the form showed it", most=700, lines=True) | None = None


@action("call.answer", title="Answer a call", order=AnswerCall, desks=SEES_BOOKS)
def answer(world: World, order: AnswerCall) -> str:
    """Write down what a clan answers a call of the Bakufu; points are paid in the same entry (R27, R38)."""
    call = open_call(world, order.call)
    clan = call.the_clan
    gives = given(call, order)
    if order.shown not in (None, stands := answered(call)):
        raise ChangedElsewhere(
            f"Somebody has written an answer down meanwhile: {clan.name} {stands}. Look at it, then decide again.",
            field="answer",
        )
    call.answer, call.words, call.answered = order.answer, order.words, world.game.seasons
    how = ANSWERS[order.answer]
    if call.kind == "points" and gives:
        if not minds(world.umpire.desk, clan):
            raise NotThisDesk(f"The points of {clan.name} are paid where its books are kept.", field="answer")
        pay(
            world,
            clan,
            gives,
            "levy",
            to=treasury(bakufu(world)),
            note=f"call {call.code}",
            field="amount" if order.answer == "part" else "answer",
        )
        how += f" and paid {counted(gives, 'point')}"
        call.given += gives
    elif call.kind != "points":
        call.given = gives
        if order.answer == "part":
            how += f", with {gives} of {call.amount}"
    if order.answer not in ("obeys", "part"):
        call.army = None
    late = " That is late." if world.game.seasons > call.due else ""
    world.seen_by = readers(call, clan)
    words = f": {order.words.rstrip('.')}." if order.words else "."
    return f"{clan.name} {how} at call {call.code}{words.replace(chr(10), ' ')}{late}"


def given(call: Call, order: AnswerCall) -> int:
    """How much is given with this answer: counters in all, or points now. Raises an OrderError for what makes no
    sense."""
    paid = call.given if call.kind == "points" else 0
    if paid and (paid >= call.amount or order.answer in ("excuse", "refuses")):
        raise ChangedElsewhere(
            f"{call.the_clan.name} has paid {paid} of {call.amount} for call {call.code} already. Take that entry back "
            "if it was a mistake.",
            field="call",
        )
    if order.paid not in (None, paid):
        raise ChangedElsewhere(
            f"Somebody has written an answer down meanwhile: {call.the_clan.name} has paid {paid} of {call.amount}. If "
            "this is more, write it down again.",
            field="amount",
        )
    if order.answer == "excuse" and not order.words:
        raise OrderNotUnderstood("Say how it excuses itself.", field="words")
    if order.answer != "part":
        if order.amount is not None:
            raise OrderNotUnderstood("Only who obeys in part says how much. Leave it empty.", field="amount")
        return call.amount - paid if order.answer == "obeys" else 0
    if call.kind == "command":
        raise OrderNotAllowed("Nobody commands in part. Let him obey, excuse himself or refuse.", field="answer")
    left = call.amount - paid
    if order.amount is None or order.amount >= left:
        raise OrderNotUnderstood(
            f"Say how much, from 1 to {left - 1}, or let it obey in full." if left > 1 else "Let it obey in full.",
            field="amount",
        )
    return order.amount


class WithdrawCall(Order):
    """A call that no longer holds, and why."""

    call: Number
    reason: text("a reason", 3)


@action("call.withdraw", title="Withdraw a call", order=WithdrawCall, desks=AT_COURT)
def withdraw(world: World, order: WithdrawCall) -> str:
    """Withdraw a call; it stays on record, and what was paid stays paid."""
    call = open_call(world, order.call)
    call.withdrawn = True
    tell(world, "call", f"The Bakufu has withdrawn its call {call.code}.", None, [call.clan], only=True, quiet=True)
    world.seen_by = readers(call, call.the_clan)
    return f"Call {call.code} on {call.the_clan.name} was withdrawn: {order.reason}."


class NameContingent(Order):
    """The ``army`` of a clan that is its contingent; none says that it is that no more. ``shown`` is the one that the
    form showed as that, 0 for none."""

    call: Number
    army: number(1, 10**6, "the number of an army", label="Army", card=ARMY_CARDS) | None = None
    shown: number(0, 10**6, "the number of an army") | None = None


@action("call.contingent", title="Name a contingent", order=NameContingent, desks=SEES_ARMIES)
def contingent(world: World, order: NameContingent) -> str:
    """Say which army of a clan is its contingent in an army of the Shogun (R38)."""
    call = open_call(world, order.call)
    clan = call.the_clan
    world.seen_by = audience("bakufu", *SEES_ARMIES)
    if order.shown not in (None, call.army or 0):
        now = world.get(Army, call.army, "army").code if call.army else ""
        raise ChangedElsewhere(
            f"Since you opened it {f'army {now} was named' if now else 'the army was taken out'} at another desk. Look "
            "at it, then decide again.",
            field="army",
        )
    if order.army == call.army:
        now = "That army is the contingent" if order.army else "No army is the contingent"
        raise ChangedElsewhere(f"{now} of {clan.name} already.", field="army")
    if order.army is None:
        call.army = None
        return f"No army is the contingent of {clan.name} at call {call.code} any more."
    if call.kind != "troops" or call.answer not in ("obeys", "part"):
        raise OrderNotAllowed(f"{clan.name} has promised no troops at call {call.code}.", field="call")
    army = world.get(Army, order.army, "army")
    if army.clan != clan.id or not army.standing:
        raise OrderNotAllowed(f"Army {army.code} is no army of {clan.name} on the map. Choose another.", field="army")
    call.army = army.id
    return f"Army {army.code} is the contingent of {clan.name} at call {call.code} (R38)."


def remind(world: World) -> None:
    """Tell the clans of whom something is due by the end of the season that begins, and that have not answered, or
    paid a part alone."""
    open_ = or_(Call.answer == "", and_(Call.kind == "points", Call.given > 0, Call.given < Call.amount))
    calls = select(Call).where(Call.due == world.game.seasons, open_, Call.withdrawn.is_(False))
    for call in world.session.scalars(calls.order_by(Call.line)):
        rest = f"{counted(call.amount - call.given, 'point')} of the call" if call.given else "The call"
        verb = "are" if call.amount - call.given > 1 and call.given else "is"
        due = f"{rest} {call.code} of the Bakufu {verb} due this season."
        tell(world, "call", due, None, [call.clan], only=True, quiet=True)


def open_call(world: World, key: int) -> Call:
    """A call that was not withdrawn. Of one that a desk may not know it is told as if there were none."""
    call = world.session.scalar(select(Call).where(Call.id == key, calls_seen(world.umpire.desk)).options(*BESIDE))
    if call is None:
        raise OrderNotUnderstood(f'There is no call "{key}".', field="call")
    if call.withdrawn:
        raise ChangedElsewhere(f"Call {call.code} was withdrawn. Nobody has to answer it.", field="call")
    return call


def bakufu(world: World) -> str:
    """The clan that the Bakufu keeps its own books by."""
    found = [key for key, clan in world.scenario.clans.items() if clan.kind == "bakufu"]
    if not found:
        raise OrderNotAllowed("This scenario has no Bakufu that could be paid.", field="call")
    return found[0]
