"""The state as the cards want it; lists are in sheets_questions.py, battle slips in battle/slips_questions.py."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime
from itertools import groupby
from typing import TypedDict

from sqlalchemy.orm import Session

from control.kernel.database.made import made_from
from control.kernel.printing.kinds import MakeUrl
from control.sengoku.march.orders.movers_questions import Leave, leaves
from control.sengoku.march.orders.orders_questions import draft
from control.sengoku.rows import Game
from control.sengoku.rules.march.allowance import effective_experience
from control.sengoku.rules.march.geography import ROAD_NAMES
from control.sengoku.rules.tables import PHASES
from control.sengoku.scenario.model import Scenario
from control.sengoku.world.forces.forces_questions import ArmyView, armies, neighbours
from control.sengoku.world.options_questions import options_in
from control.sengoku.world.people.generals_questions import code_of_army
from control.sengoku.world.standing_questions import standing
from printouts.battle.generals_codes import GeneralsCode
from printouts.march.army_cards import ArmyCard
from printouts.march.order_cards import MOST_LEGS, MOST_STAYING, NoCards, OrderCard, StayingArmy

Given = tuple[ArmyView, Leave]

BEFORE_THE_ROUTE = "−1 for each sea crossing; +1 along the Tōkaidō, or in spring and summer the Nakasendō"
"""What an allowance still depends on: another order is reckoned anew (R12)."""
ON_THE_WAY = "With the way so far (R12). From here "
FAR = 3
"""Who may go so many provinces reads on his card what lies behind the nearest ones."""


def by_leave(session: Session, scenario: Scenario) -> tuple[list[Given], list[Given]]:
    """All armies with what they may do: those that may march, and those that may not."""
    found = armies(session, scenario)
    given = list(zip(found, leaves(session, scenario, found), strict=True))
    return [one for one in given if not one[1].stays], [one for one in given if one[1].stays]


def order_cards_of(
    session: Session, scenario: Scenario, make_url: MakeUrl, marching: Iterable[Given], now: datetime | None
) -> list[OrderCard]:
    """The order cards of these armies; if ``now`` is given, those are stamped late that have no order although orders
    are locked."""
    when, game = standing(session, scenario).when, Game.only(session)

    def card(army: ArmyView, leave: Leave) -> OrderCard:
        level = draft(session, scenario, army, ()).allowance.value  # as if it were to stay from here
        phases = [phase for phase in scenario.tables.movement.phases[level] if phase > game.phase]
        left = max(0, min(level - army.walked, len(phases)))
        return OrderCard(
            code=army.order_code,
            url=make_url(f"/c/{army.order_code}"),
            clan=army.clan,
            general=army.general,
            province=army.where,
            season=when,
            allowance=level,
            allowance_note=f"{ON_THE_WAY if game.phase else ''}{BEFORE_THE_ROUTE}",
            left=left if game.phase else None,
            phases=" ".join(map(str, phases)) if left else "",
            **ways_from(scenario, army.province, left >= FAR),
            back=leave.back,
            legs=1 if leave.back else min(MOST_LEGS - army.walked, PHASES[-1] - game.phase),
            late=how_late(game, army, now),
        )

    return [card(army, leave) for army, leave in marching]


class Ways(TypedDict):
    """Where an army can go from a province, for its order card."""

    neighbours: tuple[str, ...]
    by_sea: tuple[str, ...]
    beyond: tuple[str, ...]
    beyond_by_sea: tuple[str, ...]


def ways_from(scenario: Scenario, province: str, far: bool) -> Ways:
    """The provinces one leg away by land, each with the great road that leads there (R12), and by sea; if ``far`` also
    those two legs away, apart where every way there crosses the sea."""
    near = neighbours(scenario, province)
    dry: set[str] = set()
    wet: set[str] = set()
    for key, _, by_sea in near if far else ():
        for other, name, again in neighbours(scenario, key):
            if other != province and other not in {one for one, _, _ in near}:
                (wet if by_sea or again else dry).add(name)
    return Ways(
        neighbours=tuple(on_its_road(scenario, province, key) for key, _, by_sea in near if not by_sea),
        by_sea=tuple(name for _, name, by_sea in near if by_sea),
        beyond=tuple(sorted(dry)),
        beyond_by_sea=tuple(sorted(wet - dry)),
    )


def on_its_road(scenario: Scenario, here: str, there: str) -> str:
    """The name of a province next to another, with the great road between them: Suruga (Tōkaidō)."""
    roads = [words for road, words in ROAD_NAMES.items() if scenario.geography.on_road(road, here, there)]
    name = scenario.provinces[there].name
    return f"{name} ({', '.join(roads)})" if roads else name


def no_cards(when: str, staying: Iterable[Given]) -> Iterator[tuple[str, int, NoCards]]:
    """For each clan with armies that may not march as many cards as the list of them needs, each with the clan's id
    and its number among them."""
    for clan, group in groupby(staying, key=lambda one: one[0].clan):
        stay = [StayingArmy(army.code, army.general, army.where, leave.stays) for army, leave in group]
        for first in range(0, len(stay), MOST_STAYING):
            yield (
                clan.id,
                first // MOST_STAYING + 1,
                NoCards(clan, when, tuple(stay[first : first + MOST_STAYING])),
            )


def how_late(game: Game, army: ArmyView, now: datetime | None) -> str:
    """The words of the stamp on an order card: how late the order was taken, or, for one that is not in and whose card
    is printed ``now``, how late it is already. Empty for an order that came in time."""
    if army.has_order:
        return stamp(army.late_minutes, army.late_phase) if army.late else ""
    if now is None or not game.locked_at:
        return ""
    passed = now - datetime.fromisoformat(game.locked_at)
    return stamp(max(0, int(passed.total_seconds()) // 60), game.phase)


def stamp(minutes: int | None, phase: int | None) -> str:
    """ "LATE by 4 min, after phase 1", as far as it is known."""
    by = f" by {minutes} min" if minutes else ""
    return f"LATE{by}, after phase {phase}" if phase else f"LATE{by}"


def able(session: Session, army: ArmyView) -> int:
    """How far the army may go before its route is known: the general's experience, less for a wound (R12, R19)."""
    return effective_experience(army.experience, army.wounded, options_in(session))


def army_card_data(session: Session, scenario: Scenario, make_url: MakeUrl) -> list[ArmyCard]:
    """An army card for each army on the map."""
    when = standing(session, scenario).when
    homes = {clan.id: clan.home_province for clan in scenario.clans.values()}
    return [
        made_from(
            ArmyCard,
            army,
            url=make_url(f"/c/{army.code}"),
            flag=army.clan.code,
            home_province=scenario.provinces[home].name if (home := homes.get(army.clan.id)) else "",
            season=when,
        )
        for army in armies(session, scenario)
    ]


def generals_code_data(session: Session, scenario: Scenario, make_url: MakeUrl) -> list[tuple[str, GeneralsCode]]:
    """A paper for the general of each army on the map, with the army's number."""
    when = standing(session, scenario).when
    return [
        (
            str(army.id),
            GeneralsCode(
                clan=army.clan,
                general=army.general,
                army=army.code,
                code=(code := code_of_army(session, army.id)),
                url=make_url(f"/tactic/{code}"),
                door=make_url("/tactic/"),
                season=when,
            ),
        )
        for army in armies(session, scenario)
    ]
