"""Spending, giving and correcting points (handbook 5; R25–R27)."""

from __future__ import annotations

from datetime import datetime, timedelta

from sqlalchemy import select

from control.kernel.actions.action import Forcible
from control.kernel.actions.slips import Slip, once_more
from control.kernel.errors import ChangedElsewhere, OrderError, OrderNotAllowed, OrderNotUnderstood
from control.kernel.journal.audience import audience
from control.kernel.rows import JournalEntry
from control.kernel.typed import Order, number, one_of, text
from control.kernel.wording import counted, same_name
from control.sengoku.books.books_questions import lent
from control.sengoku.rows import Clan, Province, Transfer
from control.sengoku.rules import economy
from control.sengoku.rules.desks import SEES_BOOKS
from control.sengoku.rules.economy import KINDS, treasury
from control.sengoku.rules.sizes import MOST_TROOPS
from control.sengoku.rules.sizes import counters as in_counters
from control.sengoku.world.acting import World, action
from control.sengoku.world.bonds.attitudes_actions import feel
from control.sengoku.world.ledger.ledger_actions import book, has_books, keeps_books, pay
from control.sengoku.world.ledger.ledger_questions import balance
from control.sengoku.world.minding_questions import desk_of
from control.sengoku.world.people.proposals_actions import propose

SPENDING = ("event", "uniforms", "loan", "bribe", "other")
"""What a clan may spend on by a plain booking; troops and works have actions of their own. The page offers no bribe
(R37): the kind is for old games, and for tables that are taken over."""
GIVING = ("gift", "tribute")
RECEIVING = ("received", "loan_repaid")
BALANCE = "balance"
"""In a table that is imported: what a clan is to have, whatever the books say; the difference is a correction."""
IMPORTED = (BALANCE, *RECEIVING, "granted", *SPENDING, *GIVING)
MOST_POINTS = 999
"""No clan books more at once: more is a slip of the keyboard."""
AGAIN_WITHIN = timedelta(minutes=10)
"""Two Controllers of one clan seldom mean the same points for the same purpose twice within this time."""

Points = number(1, MOST_POINTS, "a number of points")
Pile = number(0, MOST_POINTS, "a number of points")
Counters = number(1, MOST_TROOPS, "a number of counters (1,000 men each)")


class Booking(Forcible):
    """What every booking has: the clan, a note, and that it is meant although a colleague has just booked the same."""

    clan: text("a clan", 1)
    note: text("a note") = ""
    twice: bool = False


def not_twice(
    world: World, meant: bool, clan: Clan, kind: str, points: int, province: str | None = None, other: str | None = None
) -> None:
    """Ask whoever books what another umpire has booked for this clan within the last minutes: a season that ended
    between the two says nothing."""
    if meant:
        return
    mine = Transfer.payee == clan.id if kind in RECEIVING else Transfer.payer == clan.id
    found = world.session.execute(
        select(JournalEntry.umpire, JournalEntry.at)
        .join(Transfer, Transfer.entry == JournalEntry.number)
        .where(
            mine,
            Transfer.kind == kind,
            Transfer.rice + Transfer.cash == points,
            JournalEntry.umpire != world.umpire.name,
            *([Transfer.province == province] if province else []),
            *([Transfer.payee == other] if other else []),
        )
        .order_by(JournalEntry.number.desc())
    )
    other_hand = next((one for one in found if not same_name(one.umpire, world.umpire.name)), None)
    if other_hand is None:
        return
    if datetime.fromisoformat(world.at) - datetime.fromisoformat(other_hand.at) <= AGAIN_WITHIN:
        raise once_more(other_hand.umpire, other_hand.at, f"{counted(points, 'point')}, {KINDS[kind].label.lower()}")


def said(note: str) -> str:
    """A note at the end of a sentence."""
    return f": {note.rstrip('.')}." if note else "."


# --- Spending (R25 to R27) --------------------------------------------------------------------------------

SPENT_ON = {
    "event": "a public event",
    "uniforms": "splendid uniforms",
    "loan": "a loan to a noble",
    "bribe": "a bribe or secret service",
    "other": "other things",
}


class Spend(Booking):
    """Points that a clan spends; uniforms may be given by their counters, and cost a point for each two begun."""

    kind: one_of("what it is spent on", *SPENDING)
    points: Points | None = None
    counters: Counters | None = None
    province: text("a province") = ""


@action("account.spend", title="Spend points", order=Spend, desks=SEES_BOOKS, seen_by=())
def spend(world: World, order: Spend) -> str:
    """Spend a clan’s points on an event, uniforms, a loan, a bribe or anything else (R25, R26)."""
    clan = world.get(Clan, order.clan, "clan")
    keeps_books(world, clan)
    province = world.get(Province, order.province, "province") if order.province else None
    points = cost(world, order)
    if order.kind == "event":
        dear_enough(world, points, "points")
    not_twice(world, order.twice, clan, order.kind, points)
    pay(
        world,
        clan,
        points,
        order.kind,
        province=province.id if province else None,
        note=order.note,
        field="counters" if order.counters else "points",
    )
    dressed = f" for {in_counters(order.counters)}" if order.counters else ""
    where = f" in {province.name}" if province else ""
    if order.kind == "event":
        event_held(world, clan, points, where, order.note)
    mean = " That is mean (R25)." if order.kind == "event" and points <= world.tables.economy.event else ""
    return (
        f"{clan.name} spent {counted(points, 'point')} on {SPENT_ON[order.kind]}{dressed}{where}{said(order.note)}"
        f"{mean}"
    )


def dear_enough(world: World, points: int, field: str) -> None:
    """Refuse a public event that costs less than the least (R25)."""
    least = world.tables.economy.event
    if points < least:
        world.forbid(
            f"A public event costs {least} or more (R25). Spend {least}, or ask Game Control to force it.",
            field=field,
            ruling="R25",
        )


def event_held(world: World, clan: Clan, points: int, where: str, note: str) -> None:
    """A public event of a clan that is played proposes honour, or the shame of a mean one (R25, R28)."""
    if clan.played:
        held = f"{clan.name} held a public event{where} for {counted(points, 'point')}{said(note)}"
        mean = points <= world.tables.economy.event
        propose(world, clan.id, "mean-event" if mean else "event", held.removesuffix("."))


def cost(world: World, order: Spend) -> int:
    """The points an order comes to. Raises OrderNotUnderstood if it says neither points nor counters, or both."""
    if order.counters and order.kind != "uniforms":
        raise OrderNotUnderstood("Only uniforms go by counters. Say how many points.", field="counters")
    if order.counters and order.points:
        raise OrderNotUnderstood(
            "Say how many counters are clad, or how many points it costs; not both.", field="counters"
        )
    if order.counters:
        return economy.uniforms_cost(order.counters, world.tables.economy)
    if not order.points:
        raise OrderNotUnderstood("Say how many points.", field="points")
    return order.points


# --- From clan to clan, and from outside (R26, R33) -------------------------------------------------------


class Give(Booking):
    """Points for another clan: either ``points``, rice or cash first by R26, or so much ``rice`` and ``cash``."""

    to: text("the clan that gets it", 1)
    kind: one_of("what it is", *GIVING) = "gift"
    points: Points | None = None
    rice: Pile | None = None
    cash: Pile | None = None


@action("account.give", title="Give points to another clan", order=Give, desks=SEES_BOOKS, seen_by=())
def give(world: World, order: Give) -> str:
    """Give points to another clan as a gift or tribute; one booking serves both sides (R26, R33)."""
    clan = world.get(Clan, order.clan, "clan")
    keeps_books(world, clan)
    other = world.get(Clan, order.to, "to")
    has_books(other, "to")
    if other.id == clan.id:
        raise OrderNotAllowed(f"{clan.name} cannot give to itself. Choose another clan.", field="to")
    exact = (order.rice or 0) + (order.cash or 0)
    if bool(exact) == bool(order.points):
        raise OrderNotUnderstood("Say how many points, or how much rice and cash.", field="points")
    points = order.points or exact
    not_twice(world, order.twice, clan, order.kind, points, other=other.id)
    if order.points:
        row = pay(world, clan, points, order.kind, to=treasury(other.id), note=order.note)
        rice, cash = row.rice, row.cash
    else:
        rice, cash = order.rice or 0, order.cash or 0
        to_the_pile(world, clan, rice, cash)
        book(world, [economy.Transfer(treasury(clan.id), treasury(other.id), order.kind, rice, cash, note=order.note)])
    world.seen_by = audience(desk_of(clan), desk_of(other))
    feel(world, other.id, clan.id, 1, f"{clan.name} gave {other.name} {piles(rice, cash)} as {ARTICLE[order.kind]}")
    return f"{clan.name} gave {other.name} {piles(rice, cash)} as {ARTICLE[order.kind]}{said(order.note)}"


ARTICLE = {"gift": "a gift", "tribute": "tribute"}


def piles(rice: int, cash: int) -> str:
    """Rice and cash in words."""
    return " and ".join(f"{points} in {what}" for points, what in ((rice, "rice"), (cash, "cash")) if points)


def to_the_pile(world: World, clan: Clan, rice: int, cash: int) -> None:
    """Refuse more rice or cash than a clan has (R27); forced, Control grants what is missing."""
    has = balance(world.session, clan.id)
    for wanted, there, field in ((rice, has[0], "rice"), (cash, has[1], "cash")):
        if wanted > there:
            world.forbid(
                f"{clan.name} has {there} in {field}, not {wanted} (R27). Give less {field}, or ask Game Control "
                "to force it.",
                field=field,
                ruling="R27",
            )
            more = (wanted - there, 0) if field == "rice" else (0, wanted - there)
            book(world, [economy.Transfer(KINDS["granted"].account, treasury(clan.id), "granted", *more)])


class Receive(Booking):
    """Points from outside: a loan paid back by a noble, or anything else with a note that says why."""

    kind: one_of("what it is", *RECEIVING) = "received"
    points: Points
    paid_in: one_of("what it is paid in", "cash", "rice") = "cash"


@action("account.receive", title="Receive points", order=Receive, desks=SEES_BOOKS, seen_by=())
def receive(world: World, order: Receive) -> str:
    """Receive points from outside: a loan that is paid back, or anything else with a reason."""
    clan = world.get(Clan, order.clan, "clan")
    keeps_books(world, clan)
    comes_from_somewhere(world, clan, order.kind, order.points, order.note, "points")
    not_twice(world, order.twice, clan, order.kind, order.points)
    in_rice = order.paid_in == "rice"
    book(
        world,
        [
            economy.Transfer(
                KINDS[order.kind].account,
                treasury(clan.id),
                order.kind,
                order.points if in_rice else 0,
                0 if in_rice else order.points,
                note=order.note,
            )
        ],
    )
    how = "got back from a noble" if order.kind == "loan_repaid" else "received"
    return f"{clan.name} {how} {order.points} in {order.paid_in}{said(order.note)}"


def comes_from_somewhere(world: World, clan: Clan, kind: str, points: int, note: str, field: str) -> None:
    """Refuse more than was lent as a loan that is paid back, and anything else from outside without a reason."""
    if kind == "loan_repaid":
        owed = lent(world.session, clan.id)
        if points > owed:
            world.forbid(
                f"Nobles owe {clan.name} {counted(owed, 'point')}, so {points} cannot be paid back. "
                "Book the rest as received, with a reason.",
                field=field,
            )
    elif len(note) < 3:
        raise OrderNotUnderstood("Say what for, in 3 letters or more: points never come from nowhere.", field="note")


# --- By hand (Game Control) -------------------------------------------------------------------------------


class CorrectAccount(Order):
    """What a clan is to have, whatever the books say; ``shown_rice`` and ``shown_cash`` are what the page showed."""

    clan: text("a clan", 1)
    rice: Pile
    cash: Pile
    reason: text("a reason", 3)
    shown_rice: int | None = None
    shown_cash: int | None = None


@action("account.correct", title="Set a treasury right", order=CorrectAccount, desks=("game",), seen_by=())
def correct_account(world: World, order: CorrectAccount) -> str:
    """Set a clan’s treasury right by hand, with a reason; the difference comes from Control or goes to it (R27).

    What rebels once got, when points could be given to them, can be taken off them, and nothing else (R42).
    """
    clan = world.get(Clan, order.clan, "clan")
    if order.rice or order.cash:
        has_books(clan, "clan")
    world.seen_by = audience(desk_of(clan))
    has = balance(world.session, clan.id)
    if order.shown_rice is not None and order.shown_cash is not None and (order.shown_rice, order.shown_cash) != has:
        raise ChangedElsewhere(
            f"Something was booked for {clan.name} since you opened this: it has {has[0]} in rice and {has[1]} in "
            "cash now. Look again, then decide.",
            field="rice",
        )
    if has == (order.rice, order.cash):
        raise OrderNotAllowed(f"{clan.name} has exactly that already. Nothing to set right.", field="rice")
    set_right(world, clan, order.rice, order.cash, order.reason)
    return (
        f"The treasury of {clan.name} was set right, from {has[0]} in rice and {has[1]} in cash to {order.rice} and "
        f"{order.cash}{said(order.reason)}"
    )


def set_right(world: World, clan: Clan, rice: int, cash: int, reason: str) -> None:
    """Book what makes a clan's treasury exactly this. Before the first season is over it is what the clan began with,
    and is kept as that (R22)."""
    has_rice, has_cash = balance(world.session, clan.id)
    kind = "correction" if world.game.seasons else "opening"
    mine, control = treasury(clan.id), KINDS[kind].account
    less = max(0, has_rice - rice), max(0, has_cash - cash)
    more = max(0, rice - has_rice), max(0, cash - has_cash)
    if any(less):
        book(world, [economy.Transfer(mine, control, kind, *less, note=reason)])
    if any(more):
        book(world, [economy.Transfer(control, mine, kind, *more, note=reason)])


class ImportLine(Order):
    """A line of a table of bookings: ``line`` is its number there, ``to`` the other clan of a gift or tribute.

    ``rice`` and ``cash`` are what is booked, or with the kind ``balance`` what the clan is to have.
    """

    line: number(1, 10**6, "the number of a line") = 1
    clan: text("a clan", 1)
    kind: one_of("a kind", *IMPORTED)
    rice: Pile = 0
    cash: Pile = 0
    to: text("the other clan") = ""
    province: text("a province") = ""
    note: text("a note") = ""


class ImportBookings(Forcible, Slip):
    """A whole table of bookings, all of it or nothing."""

    lines: list[ImportLine]

    def facts(self) -> tuple[tuple[object, ...], ...]:
        """All that stands in the table."""
        return tuple(tuple((one if isinstance(one, dict) else one.model_dump()).values()) for one in self.lines)


@action("account.import", title="Take bookings over from a table", order=ImportBookings, desks=("game",), seen_by=())
def import_bookings(world: World, order: ImportBookings) -> str:
    """Book a whole table of balances and bookings in one go; if one line is wrong, none is booked."""
    if not order.lines:
        raise OrderNotUnderstood("The table has no lines.", field="lines")
    has_it_all = all(
        line.kind == BALANCE and balance(world.session, line.clan) == (line.rice, line.cash) for line in order.lines
    )
    wrong: list[OrderError] = []
    for spot, line in enumerate(order.lines):
        try:
            import_line(world, line)
        except OrderError as error:
            wrong.append(error.at(f"lines.{spot}"))
    if wrong:
        wrong[0].more += wrong[1:]
        raise wrong[0]
    if has_it_all:
        raise OrderNotAllowed("Every clan of this table has exactly these balances already: nothing to take over.")
    clans = len({line.clan for line in order.lines})
    lines = counted(len(order.lines), "line of books was", "lines of books were")
    return f"{lines} taken over, for {counted(clans, 'clan')}."


def import_line(world: World, line: ImportLine) -> None:
    """Book one line. Raises OrderError kinds at its column."""
    clan = world.get(Clan, line.clan, "clan")
    has_books(clan, "clan")
    if line.to:
        has_books(world.get(Clan, line.to, "to"), "to")
    province = world.get(Province, line.province, "province") if line.province else None
    if bool(line.to) != (line.kind in GIVING) or line.to == line.clan:
        what = "is for another clan: name it" if line.kind in GIVING else "is for no other clan: leave this empty"
        raise OrderNotUnderstood(f"The kind {line.kind} {what}.", field="to")
    if line.kind == BALANCE:
        if line.province:
            raise OrderNotUnderstood("A balance is of no province. Leave it empty.", field="province")
        set_right(world, clan, line.rice, line.cash, line.note or "taken over from a table")
        return
    if not (line.rice or line.cash):
        raise OrderNotUnderstood("Rice and cash are both 0: nothing would be booked.", field="rice")
    mine, account = treasury(clan.id), treasury(line.to) if line.to else KINDS[line.kind].account
    comes_in = line.kind in (*RECEIVING, "granted")
    points, field = int(line.rice) + int(line.cash), "rice" if line.rice else "cash"
    if line.kind in RECEIVING:
        comes_from_somewhere(world, clan, line.kind, points, line.note, field)
    if line.kind == "event":
        dear_enough(world, points, field)
    if not comes_in:
        to_the_pile(world, clan, line.rice, line.cash)
    source, target = (account, mine) if comes_in else (mine, account)
    book(world, [economy.Transfer(source, target, line.kind, line.rice, line.cash, line.province or None, line.note)])
    if line.kind == "event":
        event_held(world, clan, points, f" in {province.name}" if province else "", line.note)
