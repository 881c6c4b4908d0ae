"""Covert work (R37): commissioned, rolled for, reported to the client. All of it stands apart, but for what it does to
somebody in the open, which is done where everybody reads of it."""

from __future__ import annotations

from collections.abc import Iterator

from sqlalchemy import select
from sqlalchemy.orm import joinedload

from control.kernel.actions.action import Forcible, OpenPart
from control.kernel.errors import ChangedElsewhere, OrderNotAllowed, OrderNotUnderstood, did_you_mean
from control.kernel.journal.changes import note_each_step
from control.kernel.typed import Die, Order, number, one_of, text
from control.kernel.wording import capital, counted
from control.sengoku.battle.losses.risk_actions import dies, led_by, of_team_control, wound
from control.sengoku.people.court.court_actions import at_court, passes_away
from control.sengoku.rows import Character, Clan, Commission, Courtier, Letter, Tampering
from control.sengoku.rules import covert as rules
from control.sengoku.scenario.model import HEADS
from control.sengoku.shadows.strikes_questions import DONE, STRIKE, STRUCK, waiting_for, what_came_of
from control.sengoku.shadows.tampering_questions import DEEDS, within_reach
from control.sengoku.shadows.targets_questions import Target, is_watched, names_of_targets, on_guard, target_of
from control.sengoku.world.acting import World, action
from control.sengoku.world.forces.business_questions import battle_of
from control.sengoku.world.forces.forces_questions import going_along
from control.sengoku.world.land.rising_actions import NOWHERE, no_rebels
from control.sengoku.world.ledger.ledger_actions import has_books, pay
from control.sengoku.world.telling.post_questions import at_hand

WHO = ("intelligence", "game")
COVER = "Expenses of the household"
GRADES = ("exact", "rounded", "old", "false")
"""How true a report is."""
Number = number(1, 10**6, "the number of a commission")


class NewCommission(Forcible):
    """Covert work for a clan, which pays at once. ``cover`` is what its books say of it, ``through`` who brought it."""

    clan: text("a clan", 1, label="Who pays")
    kind: one_of("a kind of covert work", *rules.KINDS, label="What")
    target: text("a target", 1, 80, label="Against whom or what")
    points: number(1, 999, "points")
    question: text("the question, or what is wanted", most=400, label="What is asked, or wanted") = ""
    through: text("who brought it", most=60, label="Through whom") = ""
    cover: text("a cover", most=80, label="What the books say") = ""


@action("covert.commission", title="Commission covert work", order=NewCommission, desks=WHO, apart=True)
def commission(world: World, order: NewCommission) -> str:
    """Take a commission; the points leave the clan's books under a cover, and are gone whatever comes of it (R37)."""
    clan = world.get(Clan, order.clan, "clan")
    has_books(clan, "clan")
    target = found(world, order.kind, order.target)
    if target.what == "clan" and order.kind != "other" and not world.replays:  # what was paid for before that stands
        no_rebels(world.session.get_one(Clan, target.key), "target", NOWHERE)
    if target.dead:
        raise OrderNotAllowed(f"{target.name} is dead. Choose somebody who lives.", field="target")
    if target.clan == clan.id and target.what != "character" and order.kind not in ("counter_spy", "other"):
        world.forbid(  # somebody of the clan may have enemies in it
            f"{target.name} is {clan.name}’s own. Name one of its people, another target, or counter-spies.",
            field="target",
        )
    same = select(Commission.id).filter_by(clan=clan.id, kind=order.kind, target=target.key, number=world.game.seasons)
    if world.session.scalar(same) is not None:
        raise OrderNotAllowed(
            f"{clan.name} has commissioned that this season: {work(order.kind, target)}, and no second (R37). "
            "Wait for the next season, or name another target.",
            field="target",
            ruling="R37",
        )
    cover = order.cover or COVER
    pay(world, clan, order.points, "other", note=cover)
    row = world.new(
        Commission,
        number=world.game.seasons,
        clan=clan.id,
        kind=order.kind,
        target=target.key,
        points=order.points,
        question=order.question,
        through=order.through,
        cover=cover,
    )
    world.session.flush()
    return f"Commission {row.id}, {work(order.kind, target)}: {clan.name} pays {counted(order.points, 'point')}."


def work(kind: str, target: Target) -> str:
    """Which work it is, in words. Counter-spies guard whom they are commissioned for; all else is against somebody."""
    return f"{rules.KINDS[kind].lower()} {'for' if kind == 'counter_spy' else 'against'} {target.name}"


class Resolve(Order):
    """Two ``dice`` thrown at the table, or rolled here; what the umpire adds, and how he overrules what comes of it,
    each for a reason in the ``note``."""

    commission: Number
    dice: list[Die] | None = None
    modifier: number(-99, 99, "what the umpire adds", label="The umpire adds") = 0
    outcome: one_of("an outcome", "", *rules.OUTCOMES, label="Overrule the outcome") = ""
    note: text("a reason", label="Why") = ""


@action("covert.resolve", title="Roll for covert work", order=Resolve, desks=WHO, apart=True)
def resolve(world: World, order: Resolve) -> str:
    """Roll for a commission: two dice and the money's share against its difficulty; the umpire may overrule (R37)."""
    row = world.get(Commission, order.commission, "commission")
    if row.outcome:
        raise ChangedElsewhere(
            f"Commission {row.id} was rolled for already: {rules.OUTCOMES[row.outcome]}.", field="commission"
        )
    if order.note and not (order.modifier or order.outcome):
        raise OrderNotUnderstood("Say what you add, or how you overrule it; else give no reason.", field="modifier")
    if (order.modifier or order.outcome) and len(order.note) < 3 and not world.replays:
        raise OrderNotUnderstood("Say why, in three letters or more (R37).", field="note", ruling="R37")
    if order.dice is not None:
        if len(order.dice) != 2:
            raise OrderNotUnderstood("Covert work takes two dice (R37). Give both, or none.", field="dice")
        for die in order.dice:
            world.dice.throw(die)
    target = found(world, row.kind, row.target)
    report = rules.attempt(
        world.scenario.covert,
        world.dice,
        row.kind,
        row.points,
        guarded=target.guarded,
        watched=is_watched(row, target, on_guard(world.session)),
        modifier=order.modifier,
        reason=order.note,
        outcome=order.outcome,
    )
    row.outcome, row.victim = report.outcome, target.clan
    row.steps = [step.text for step in report.steps]
    return f"Commission {row.id}, {work(row.kind, target)}: {report.steps[-1].text}"


class Report(Order):
    """What the client's report slip says, and how true it is; ``version`` is that of the commission which the form
    showed."""

    commission: Number
    report: text("a report", 1, 4000, lines=True, gaps=True, label="What the slip says")
    grade: one_of("how true it is", "", *GRADES, label="How true it is") = ""
    version: int | None = None


@action("covert.report", title="Write the report", order=Report, desks=WHO, apart=True)
def report(world: World, order: Report) -> str:
    """Write what the report slip of a commission tells its client; how true it is stands on no paper."""
    row = rolled(world, order.commission, order.version)
    if row.delivered:
        raise OrderNotAllowed(
            f"The report of commission {row.id} was handed over by {row.delivered}. What is told is told.",
            field="commission",
        )
    if (row.report, row.grade) == (order.report, order.grade):
        raise OrderNotAllowed(
            f"The slip of commission {row.id} says that already. Write something else, or leave it.", field="report"
        )
    row.report, row.grade = order.report, order.grade
    return f"The report of commission {row.id} is written{f', {order.grade}' if order.grade else ''}: {order.report}"


class Deliver(Order):
    """A report slip that was handed over, sealed, to the client's Controller; ``version`` is that of the commission
    which the form showed."""

    commission: Number
    version: int | None = None


@action("covert.deliver", title="Hand over the report", order=Deliver, desks=WHO, apart=True)
def deliver(world: World, order: Deliver) -> str:
    """Note that the sealed slip was taken to the client's Controller."""
    row = rolled(world, order.commission)
    if row.delivered:
        raise ChangedElsewhere(f"That slip was handed over already, by {row.delivered}.", field="commission")
    if order.version not in (None, row.version):
        raise ChangedElsewhere(
            "The slip was rewritten since you opened it. Read it as it is now: if the one that was taken says "
            "something else, print it and take it again.",
            field="commission",
        )
    if not row.report:
        raise OrderNotAllowed("Write the report first.", field="commission")
    row.delivered = world.umpire.name
    return f"The sealed report of commission {row.id} was taken to the Controller of {row.the_clan.name}."


class Tamper(Order):
    """What is done to a letter on its way that a commission can reach: it is opened, held back for a season, or another
    is put in. The ``words`` are those of the other, or, where the program has none, what the opened one says."""

    commission: Number
    letter: number(1, 10**6, "the number of a letter")
    deed: one_of("what is done to it", *DEEDS, label="What is done to it")
    words: text("the letter", most=2000, lines=True, gaps=True, label="What it says") = ""


@action("covert.tamper", title="Get at a letter", order=Tamper, desks=WHO, apart=True)
def tamper(world: World, order: Tamper) -> str:
    """Open, hold back or forge a letter on its way; those who carry it see it late, or other words (R37)."""
    row = rolled(world, order.commission)
    one = letter_within_reach(world, row, order.letter)
    sender, recipient = (world.session.get_one(Clan, clan).name for clan in (one.sender, one.recipient))
    named = f"letter {one.code} of {sender} to {recipient}"
    if order.deed != "open" and row.outcome != "success":
        raise OrderNotAllowed(
            f"Commission {row.id} came off in part: a letter may be opened, and no more. Open it.", field="deed"
        )
    done = select(Tampering.id).filter_by(commission=row.id, letter=one.id, deed=order.deed)
    if world.session.scalar(done) is not None:
        raise ChangedElsewhere(f"That was done to {named} already, for commission {row.id}.", field="deed")
    words, going = order.words, at_hand(world.session)[one.id]
    if words and (order.deed == "hold" or (order.deed == "open" and going.words)):
        why = "The program has its words" if order.deed == "open" else "It says what it said"
        raise OrderNotUnderstood(f"{why}. Leave this empty, or put another in.", field="words")
    if order.deed == "open":
        words = going.words or words
        if row.delivered:
            raise OrderNotAllowed(
                f"The report of commission {row.id} was handed over by {row.delivered}: open it for another.",
                field="commission",
            )
    if order.deed != "hold" and not words:
        what = "Write what the forged one says." if order.deed == "forge" else "It is on the paper alone: copy it here."
        raise OrderNotUnderstood(what, field="words")
    new = world.new(Tampering, commission=row.id, letter=one.id, deed=order.deed)
    if order.deed == "hold":
        new.until = max(world.game.seasons, going.season) + 1
        return f"Commission {row.id}: {named} is held back for a season."
    new.words = words
    if order.deed == "forge":
        return f"Commission {row.id}: {named} is forged, and says: {words}"
    row.report = "\n".join(filter(None, (row.report, f"{capital(named)}: {words}")))
    return f"Commission {row.id}: {named} was opened and copied to the report: {words}"


class Struck(Forcible):
    """Somebody to whom an assassin came, and what everybody hears of it: not who sent him."""

    character: text("a person", 1)
    effect: one_of("what becomes of him", "dead", "wounded", label="What becomes of him")
    how: text("what everybody hears", 3, 200, label="What everybody hears")


def ends_a_head(world: World, order: Struck) -> str:
    """Why a second umpire has to say yes: the head of a clan, or the Emperor, dies by covert work (R44)."""
    if order.effect != "dead":
        return ""
    noble = world.session.get(Courtier, order.character)
    if noble is not None:
        return "the Emperor dies" if noble.alive and noble.role == "emperor" else ""
    person = world.session.get(Character, order.character)
    return "the head of a clan dies" if person is not None and person.alive and person.role in HEADS else ""


@action(
    STRUCK,
    title="Strike somebody down",
    order=Struck,
    desks=WHO,
    critical=ends_a_head,
    formerly=of_team_control,
)
def struck(world: World, order: Struck) -> str:
    """Let a person be killed or wounded in the open; what follows is as with any death or wound (R8, R19).

    A wound of somebody at court is in words alone: nothing hangs on it.
    """
    done = "killed" if order.effect == "dead" else "wounded"
    if world.session.get(Courtier, order.character) is not None:
        noble = at_court(world, order.character, "character")
        return f"{noble.name} was {done}: {order.how}.{passes_away(world, noble) if done == 'killed' else ''}"
    person = world.living(order.character)
    along = going_along(world.session, person.id)
    army = along.the_army if along else led_by(world, person)  # which one, not every desk is to know
    if army and (battle := battle_of(world.session, army)):
        raise OrderNotAllowed(
            f"{person.name} is in battle {battle}, where nobody gets at him. End the battle first.", field="character"
        )
    after = dies(world, person) if order.effect == "dead" else wound(world, person, "battle")
    return f"{person.name} was {done}: {order.how}.{after.rstrip()}"


class Strike(Forcible):
    """An assassin who got through, for a commission: what becomes of his victim, and what everybody hears."""

    commission: Number
    effect: one_of("what becomes of him", "dead", "wounded", label="What becomes of him")
    how: text("what everybody hears", 3, 200, label="What everybody hears")


def falls_openly(world: World, order: Strike) -> Iterator[OpenPart]:
    """Its victim falls where everybody reads of it, and nothing there says for which commission."""
    row = to_be_seen(world, order.commission)
    yield OpenPart(STRUCK, as_struck(row, order), "commission")


@action(STRIKE, title="Let an assassin be seen", order=Strike, desks=WHO, apart=True, openly=falls_openly)
def strike(world: World, order: Strike) -> str:
    """Let the victim of a commission be killed or wounded in the open, once; the commission is carried out (R37)."""
    row = to_be_seen(world, order.commission)
    let_go_of_what_was_taken_back(world, row)
    row.struck, row.awaits = order.effect, waiting_for(world.session, as_struck(row, order))
    named = found(world, row.kind, row.target).name
    if row.awaits is not None:
        return f"Commission {row.id}: the death of {named} waits for a second umpire."
    return f"Commission {row.id} is carried out: {named} was {'killed' if order.effect == 'dead' else 'wounded'}."


def let_go_of_what_was_taken_back(world: World, row: Commission) -> None:
    """Let a commission whose deed was taken back in the open be as before that, as a step of its own: else one that is
    done once more as it was would change nothing, and could not be taken back."""
    if row.struck and row.awaits is None:
        note_each_step(world.session)
        row.struck = ""
        world.session.flush()


def as_struck(row: Commission, order: Strike) -> dict[str, str]:
    """What is done openly of it, as the order of that."""
    return {"character": row.target, "effect": order.effect, "how": order.how, "force": order.force}


def to_be_seen(world: World, number_: int) -> Commission:
    """A commission whose assassin got through and was not seen yet. It asks nothing of the victim: in a replay he has
    fallen by now."""
    row = rolled(world, number_)
    if row.kind != "assassin" or row.outcome not in ("success", "part"):
        raise OrderNotAllowed(
            f"In commission {row.id} no assassin got at anybody. Choose one in which he did.", field="commission"
        )
    if came := what_came_of(world.session, row):
        now = "is carried out already" if came == DONE else "waits for a second umpire already"
        raise ChangedElsewhere(f"Commission {row.id} {now}.", field="commission")
    return row


def found(world: World, kind: str, typed: str) -> Target:
    """The target of covert work. Raises OrderNotUnderstood with near names if it has none."""
    target = target_of(world.session, kind, typed)
    if target is None:
        near = did_you_mean(typed, names_of_targets(world.session, kind))
        whom = {"assassin": "an assassin needs a person", "counter_spy": "counter-spies need a clan"}
        needs = whom.get(kind, "it is against a clan, a person, a province, a city or a temple")
        raise OrderNotUnderstood(f'There is no target "{typed}": {needs}.{near}', field="target")
    return target


def letter_within_reach(world: World, row: Commission, number_: int) -> Letter:
    """A letter on its way that a commission can reach."""
    one = next((one for one in within_reach(world.session, row) if one.id == number_), None)
    if one is None:
        raise OrderNotUnderstood(
            f"Commission {row.id} can reach no letter {number_}. Those it can are listed on its page.",
            field="letter",
        )
    return one


OF_CLIENT = (joinedload(Commission.the_clan),)


def rolled(world: World, number_: int, version: int | None = None) -> Commission:
    """A commission that was rolled for, if it is still the ``version`` that the form showed."""
    row = world.get(Commission, number_, "commission", version, beside=OF_CLIENT)
    if not row.outcome:
        raise OrderNotAllowed(f"Commission {row.id} has not been rolled for. Roll first.", field="commission")
    return row
