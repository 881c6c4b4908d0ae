"""What a spy may find out of the true game, each in grades of truth: exact, rounded, old, false (R37).

The umpire takes one and need not invent under pressure. What is false is drawn from the commission's own dice: asked
again, it is the same.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping

from sqlalchemy import select
from sqlalchemy.orm import Session, joinedload

from control.kernel.values import dataclass
from control.kernel.wording import counted, in_a_row
from control.sengoku.books.works_questions import Standing, UnderWay, standing_of, under_way
from control.sengoku.rows import (
    Army,
    Character,
    Clan,
    Commission,
    Game,
    Garrison,
    MarchOrder,
    Province,
    Transfer,
    Treaty,
    Work,
)
from control.sengoku.rules import covert as rules
from control.sengoku.rules.tables import WORKS
from control.sengoku.scenario.model import HEADS, Scenario
from control.sengoku.shadows.goals_questions import goals
from control.sengoku.shadows.targets_questions import Target, target_of
from control.sengoku.world.bonds.treaties_questions import WORDS, binds
from control.sengoku.world.land.land_questions import clan_names, played_clans
from control.sengoku.world.land.risings_questions import risen
from control.sengoku.world.ledger.ledger_questions import balance

ROUNDED_TO = 5
UNNAMED = {kind.capitalize(): f"a {kind}" for kind in (*WORKS, "building")}
"""How a work is told that has no name of its own."""
BRINGS = {
    "success": ("exact", "rounded", "old", "false"),
    "part": ("rounded", "old", "false"),
    "false_report": ("false",),
}
"""What each outcome may bring, the truest first; the umpire may write anything else himself."""


@dataclass(frozen=True)
class Finding:
    """Something that may be found out; ``said`` by grade, without those there is nothing for."""

    title: str
    said: Mapping[str, str]


@dataclass(frozen=True)
class Asked:
    """What findings are asked for: a target and its clan's name (its own, where no clan has it), the commission with
    its season, the present season and how many an old report lies back, the dice for what is false."""

    session: Session
    scenario: Scenario
    target: Target
    clan: str
    commission: int
    season: int
    when: str
    now: int
    old: int
    chance: random.Random

    def about(self, number: int) -> int:
        """A number, rounded."""
        return max(ROUNDED_TO, ROUNDED_TO * round(number / ROUNDED_TO)) if number else 0

    def wrong(self, number: int) -> int:
        """A number that is not this one, and might be."""
        return self.chance.choice([one for one in (number // 2, number * 3 // 2 + 1, number + 4) if one != number])


def findings(session: Session, scenario: Scenario, commission: Commission) -> list[Finding]:
    """What there is to find out for a commission about its target; for counter-spies, who asks after it."""
    target = target_of(session, commission.kind, commission.target)
    if target is None or target.what == "words" or commission.kind not in (*rules.SPIES, "other"):
        return []
    now = Game.only(session).seasons
    asked = Asked(
        session,
        scenario,
        target,
        clan_names(session).get(target.clan, target.name),
        commission.id,
        commission.number,
        "this season" if commission.number == now else f"in {commission.season} {commission.year}",
        now,
        scenario.covert.old,
        random.Random(f"{commission.id} {commission.target} {' '.join(commission.steps)}"),
    )
    kinds: tuple[Callable[[Asked], Mapping[str, str]], ...] = (others,)
    if target.clan and commission.kind != "counter_spy":  # they look at who asks, whoever pays to have a clan guarded
        kinds = (wealth, troops, orders, works, treaties, wanted, dissent, *kinds)
    if target.what in ("province", "place"):
        kinds = (troops_here, *kinds)
    titles: dict[Callable[[Asked], Mapping[str, str]], str] = {
        others: "Who else asks",
        wealth: "Wealth",
        troops: "Armies",
        troops_here: "Troops there",
    }
    titles |= {
        orders: "Orders of this season",
        works: "Works",
        treaties: "Treaties",
        wanted: "Goals",
        dissent: "Dissent",
    }
    found = []
    for kind in kinds:
        brings = BRINGS.get(commission.outcome, ())
        said = {grade: words for grade, words in kind(asked).items() if words and grade in brings}
        if said:
            found.append(Finding(titles[kind], said))
    return found


def wealth(asked: Asked) -> Mapping[str, str]:
    """What is in the target's treasury."""
    rice, cash = balance(asked.session, asked.target.clan)
    then = sum(balance(asked.session, asked.target.clan, Transfer.number <= asked.now - asked.old))
    return {
        "exact": f"{asked.clan} has {rice} points in rice and {cash} in cash.",
        "rounded": f"{asked.clan} has about {asked.about(rice + cash)} points.",
        "old": f"{asked.clan} had {then} points {ago(asked)}." if asked.now >= asked.old else "",
        "false": f"{asked.clan} has {asked.wrong(rice + cash)} points.",
    }


def troops(asked: Asked) -> Mapping[str, str]:
    """Where the target's armies stand, and how large they are."""
    armies = list(
        asked.session.scalars(
            select(Army)
            .where(Army.clan == asked.target.clan, Army.standing.is_(True))
            .options(joinedload(Army.the_province), joinedload(Army.the_general))
            .order_by(Army.id)
        )
    )
    if not armies:
        return {"exact": f"{asked.clan} has no army in the field.", "false": f"{asked.clan} gathers an army at home."}

    def listed(size: Callable[[int], int], about: str = "") -> str:
        lines = (f"{one.the_general.name} with {about}{size(one.troops)} in {one.the_province.name}" for one in armies)
        return f"{asked.clan}: {in_a_row(lines)}."

    return {
        "exact": listed(lambda size: size),
        "rounded": listed(asked.about, "about "),
        "false": listed(asked.wrong),
    }


def troops_here(asked: Asked) -> Mapping[str, str]:
    """How many counters stand in a province or place, of whom."""
    where = (Army.province, Garrison.province) if asked.target.what == "province" else (Army.place, Garrison.place)
    names = clan_names(asked.session)
    sizes: dict[str, int] = {}
    for model, column in ((Army, where[0]), (Garrison, where[1])):
        found = select(model.clan, model.troops).where(column == asked.target.key, model.standing.is_(True))
        for clan, size in asked.session.execute(found):
            sizes[clan] = sizes.get(clan, 0) + size
    here = asked.target.name

    def listed(size: Callable[[int], int], about: str = "") -> str:
        return in_a_row(f"{names[clan]} {about}{size(many)}" for clan, many in sorted(sizes.items()))

    if not any(sizes.values()):
        return {
            "exact": f"No troops stand in {here}.",
            "false": f"{counted(asked.wrong(2), 'counter')} stand in {here}.",
        }
    return {
        "exact": f"Counters in {here}: {listed(lambda size: size)}.",
        "rounded": f"Counters in {here}: {listed(asked.about, 'about ')}.",
        "false": f"Counters in {here}: {listed(asked.wrong)}.",
    }


def orders(asked: Asked) -> Mapping[str, str]:
    """What the target's armies are ordered to do this season."""
    rows = list(
        asked.session.execute(
            select(Character.name, Army.province, MarchOrder.route)
            .join(Army, Army.id == MarchOrder.army)
            .join(Character, Character.id == Army.general)
            .where(Army.clan == asked.target.clan, Army.standing.is_(True))
            .order_by(Army.id)
        )
    )
    if not rows:
        return {"exact": f"No army of {asked.clan} has an order yet."}
    land, near = asked.scenario.provinces, asked.scenario.geography.neighbours

    def way(route: Iterable[str]) -> str:
        return " – ".join(land[one].name for one in route)

    marching = [name for name, _, route in rows if route]
    true = [f"{name} {f'marches {way(route)}' if route else 'stays'}" for name, _, route in rows]
    wrong = []
    for name, here, route in rows:
        other = [one for one in sorted(near(here)) if one not in route]
        wrong.append(f"{name} {f'marches {way([asked.chance.choice(other)])}' if other else 'stays'}")
    return {
        "exact": f"{in_a_row(true)}.",
        "rounded": f"{in_a_row(marching)} will march this season." if marching else f"No army of {asked.clan} marches.",
        "false": f"{in_a_row(wrong)}.",
    }


def works(asked: Asked) -> Mapping[str, str]:
    """What the target has and what it builds, whoever ordered it (R24). That it stands or was begun last year is one
    thing to who comes late; what is false it builds where neither is."""
    clan, year = asked.session.get_one(Clan, asked.target.clan), Game.only(asked.session).year
    stand = list(standing_of(asked.session, asked.scenario, clan))
    in_hand = [one for one in under_way(asked.session, clan.id) if not one.lost_to]
    begun = select(Work.province).where(Work.kind == "fortress", Work.state == "ordered")
    plain = select(Province.name).where(
        Province.holder == clan.id, Province.castle != "fortress", Province.id.not_in(begun)
    )
    home = asked.session.scalar(plain.order_by(Province.id).limit(1))

    def listed(which: Iterable[Standing | UnderWay]) -> str:
        return in_a_row(f"{UNNAMED.get(one.what, one.what)} in {one.where}" for one in which)

    before: list[Standing | UnderWay] = [*stand, *(one for one in in_hand if one.ready <= year)]
    builds = f"builds {listed(in_hand) or 'nothing'}"
    numbers = ((len(stand), "work that stands", "works that stand"), (len(in_hand), "work in hand", "works in hand"))
    so_many = in_a_row(counted(*one) for one in numbers if one[0])
    return {
        "exact": f"{asked.clan} {f'has {listed(stand)}; it ' if stand else ''}{builds}.",
        "rounded": f"{asked.clan} has {so_many}." if so_many else "",
        "old": f"{asked.clan}, as of last year: {listed(before)}." if before else "",
        "false": f"{asked.clan} builds a fortress in {home}." if home else "",
    }


def treaties(asked: Asked) -> Mapping[str, str]:
    """With whom the target has agreed on what."""
    me, names = asked.target.clan, clan_names(asked.session)
    rows = list(
        asked.session.scalars(select(Treaty).where((Treaty.one == me) | (Treaty.other == me)).order_by(Treaty.id))
    )
    game = Game.only(asked.session)
    stand, gone = ([one for one in rows if binds(game, one) is standing] for standing in (True, False))
    friends = {one.other if one.one == me else one.one for one in stand}
    strangers = [clan for clan in played_clans(asked.session) if clan not in friends and clan != me]

    def words(which: Iterable[Treaty]) -> str:
        return "; ".join(f"{names[one.one]} {WORDS.get(one.kind, 'bound to')} {names[one.other]}" for one in which)

    with_whom = in_a_row(sorted(names[clan] for clan in friends))
    return {
        "exact": f"{words(stand)}." if stand else f"{asked.clan} has agreed on nothing with anybody.",
        "rounded": f"{asked.clan} has an understanding with {with_whom}." if stand else "",
        "old": f"Until lately: {words(gone)}." if gone else "",
        "false": f"{asked.clan} is in secret allied with {names[asked.chance.choice(strangers)]}." if strangers else "",
    }


def wanted(asked: Asked) -> Mapping[str, str]:
    """What the target wants, as the scenario has it; a false report gives it the goal of another."""
    mine = goals(asked.scenario, asked.target.clan)
    theirs = [one for clan in sorted(asked.scenario.clans) for one in goals(asked.scenario, clan) if one not in mine]
    return {
        "exact": f"{asked.clan} wants: {'; '.join(mine)}." if mine else "",
        "rounded": f"{asked.clan} wants, before all else: {mine[0]}." if mine else "",
        "false": f"{asked.clan} wants: {asked.chance.choice(theirs)}." if theirs else "",
    }


def dissent(asked: Asked) -> Mapping[str, str]:
    """Who of the target's people might not be his: those that others hold, those whom a bribe has turned, and where its
    land is restless; a false report names one of its own who is none of these."""
    rows = list(
        asked.session.scalars(
            select(Character)
            .where(Character.clan == asked.target.clan, Character.alive.is_(True))
            .order_by(Character.id)
        )
    )
    names, restless = clan_names(asked.session), restless_land(asked)
    bought = bought_people(asked, rows)
    held = [f"{one.name} is a hostage of {names[one.held_by]}" for one in rows if one.held_by]
    open_ = (one for one in rows if not one.held_by and one.id not in bought)
    others_ = [one.name for one in open_ if one.role not in HEADS]
    turned = [f"{one.name} has taken money of {bought[one.id]}" for one in rows if one.id in bought]
    true = [*held, *turned, *(f"the people of {one} are restless" for one in restless)]
    parts = [(len(held), "hostage abroad", "hostages abroad"), (len(turned), "man bought", "men bought")]
    parts.append((len(restless), "restless province", "restless provinces"))
    return {
        "exact": f"{in_a_row(true)}." if true else f"All of {asked.clan} hold to their lord.",
        "rounded": f"{asked.clan} has {in_a_row(counted(*part) for part in parts if part[0])}." if true else "",
        "false": f"{asked.chance.choice(others_)} speaks against his lord at night." if others_ else "",
    }


def bought_people(asked: Asked, people: Iterable[Character]) -> dict[str, str]:
    """Those of them whom a bribe has turned, with the name of the clan that paid last."""
    names, theirs = clan_names(asked.session), {one.id for one in people}
    paid = select(Commission).filter_by(kind="bribe", outcome="success").order_by(Commission.number, Commission.id)
    found = {}
    for one in asked.session.scalars(paid):
        whom = target_of(asked.session, one.kind, one.target)
        if whom is not None and whom.key in theirs and one.id != asked.commission:
            found[whom.key] = names[one.clan]
    return found


def restless_land(asked: Asked) -> list[str]:
    """The target's provinces in which there is unrest, or rebels stand (R42)."""
    held = select(Province.name).where(Province.holder == asked.target.clan).order_by(Province.name)
    return list(asked.session.scalars(held.where(Province.unrest.is_(True) | Province.id.in_(risen(asked.session)))))


def others(asked: Asked) -> Mapping[str, str]:
    """Who else commissioned something against the target in the season of this commission: against all of its clan, or
    where no clan has it, against it alone. Who pays at its own table against somebody there is not named."""
    rows = select(Commission).where(
        Commission.number == asked.season, Commission.kind != "counter_spy", Commission.id != asked.commission
    )
    names, target = clan_names(asked.session), asked.target
    mine = []
    for one in asked.session.scalars(rows.order_by(Commission.id)):
        against = target_of(asked.session, one.kind, one.target)
        if against is None or against.what == "words" or (one.clan == against.clan and against.what != "character"):
            continue
        if (against.clan == target.clan) if target.clan else (against.key == target.key):
            mine.append(one)
    known = {target.clan, *(one.clan for one in mine)}
    strangers = [clan for clan in played_clans(asked.session) if clan not in known]

    def payer(clan: str) -> str:
        return "somebody of its own house" if clan == target.clan else names[clan]

    said = {f"{payer(one.clan)} ({rules.KINDS[one.kind].lower()})" for one in mine}
    return {
        "exact": f"Against {asked.clan} {asked.when}: {in_a_row(sorted(said))}."
        if mine
        else f"Nobody else asks after {asked.clan}.",
        "rounded": f"{counted(len(said), 'other')} paid for something against {asked.clan}." if mine else "",
        "false": f"{names[asked.chance.choice(strangers)]} pays for eyes on {asked.clan}." if strangers else "",
    }


def ago(asked: Asked) -> str:
    """How long ago an old report is."""
    return "a year ago" if asked.old == 4 else f"{counted(asked.old, 'season')} ago"
