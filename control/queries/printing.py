"""The state as the printouts want it."""

from __future__ import annotations

from collections.abc import Callable

from sqlalchemy.orm import Session

from control.queries.forces import ArmyView, armies, neighbours, rule_options
from control.queries.standing import standing
from control.rules.errors import OrderNotAllowed
from control.rules.sengoku.movement import effective_experience
from control.scenario.model import Scenario
from printouts.army_cards import ArmyCard
from printouts.order_cards import OrderCard

MakeUrl = Callable[[str], str]


def order_card_data(
    session: Session, scenario: Scenario, make_url: MakeUrl, only: int | None = None
) -> list[OrderCard]:
    """An order card for each army on the map, or for one of them."""
    when = standing(session, scenario).when
    return [
        OrderCard(
            code=army.order_code, url=make_url(army.order_code), clan=army.clan.name, clan_code=army.clan.code,
            clan_kanji=army.clan.kanji, colour=army.clan.colour, text_colour=army.clan.text_colour,
            general=army.general, province=army.province_name, season=when, allowance=(level := able(session, army)),
            allowance_note="−1 for each sea crossing; +1 along the Tōkaidō, or in spring and summer the Nakasendō",
            phases=" ".join(str(phase) for phase in scenario.tables.movement.phases[level]),
            neighbours=tuple(name for _, name, _ in neighbours(scenario, army.province)),
        )
        for army in chosen(session, scenario, only)
    ]


def able(session: Session, army: ArmyView) -> int:
    """How far the army may go before its route is known: the general's experience, less for a wound (R12, R19)."""
    return effective_experience(army.experience, army.wounded, rule_options(session))


def army_card_data(session: Session, scenario: Scenario, make_url: MakeUrl, only: int | None = None) -> list[ArmyCard]:
    """An army card for each army on the map, or for one of them."""
    when = standing(session, scenario).when
    homes = {clan.id: clan.home_province for clan in scenario.clans.values()}
    return [
        ArmyCard(
            code=army.code, url=make_url(army.code), clan=army.clan.name, clan_code=army.clan.code,
            clan_kanji=army.clan.kanji, colour=army.clan.colour, text_colour=army.clan.text_colour,
            flag=army.clan.code, general=army.general, experience=army.experience,
            home_province=scenario.provinces[home].name if (home := homes.get(army.clan.id)) else "",
            season=when, troops=army.troops,
        )
        for army in chosen(session, scenario, only)
    ]


def chosen(session: Session, scenario: Scenario, only: int | None) -> list[ArmyView]:
    """The armies to print cards for. Raises OrderNotAllowed if there are none."""
    found = [army for army in armies(session, scenario) if only is None or army.id == only]
    if not found:
        raise OrderNotAllowed(
            "There is no army on the map to print a card for; form one first." if only is None
            else f"There is no army {only} on the map.", field="army",
        )
    return found
