"""The cards that are due and those that were drawn (R19), for Map Control and Game Control only."""

from __future__ import annotations

from collections.abc import Collection

from sqlalchemy import exists, select
from sqlalchemy.orm import Session

from control.kernel.chance.dice import PACK
from control.kernel.database.reading import by_key
from control.kernel.grouping import grouped
from control.kernel.values import dataclass
from control.sengoku.rows import Army, Battle, BattleForce, BattleSide, Character, Game, Province, RiskDraw
from control.sengoku.rules.battle import risk as rules
from control.sengoku.world.dates_questions import season_in_words
from control.sengoku.world.land.land_questions import ClanSign, clan_signs


@dataclass(frozen=True)
class DrawView:
    """A card that is due or was drawn. ``why`` is the cause in words, ``season`` that which it is for, by
    Game.seasons; ``waits`` says what has to end first."""

    id: int
    person: str
    person_id: str
    clan: ClanSign
    cause: str
    why: str
    battle: int | None
    season: int
    card: str
    effect: str
    waits: str
    army: str

    @property
    def is_open(self) -> bool:
        """Whether the card has still to be drawn."""
        return self.card == ""

    @property
    def is_drawn(self) -> bool:
        """Whether there is a card to show."""
        return self.card in PACK

    @property
    def hurts(self) -> bool:
        """Whether the card wounded or killed him."""
        return self.effect in ("wounded", "dead")

    @property
    def rank(self) -> str:
        """The rank of the card: ``ace``, ``7``, ``queen``."""
        return self.card.partition(" ")[0]

    @property
    def suit(self) -> str:
        """The suit of the card: ``spades``."""
        return self.card.rpartition(" ")[2]


@dataclass(frozen=True)
class DueView:
    """The draws that are due for one cause: a battle, or age or winter in one season."""

    title: str
    battle: int | None
    draws: tuple[DrawView, ...]

    @property
    def ready(self) -> tuple[DrawView, ...]:
        """Those that can be drawn now."""
        return tuple(draw for draw in self.draws if not draw.waits)


def one_each(session: Session, numbers: list[int]) -> list[int]:
    """Of these draws the first for each person that is still to be made and need not wait."""
    ready = [one for one in draws(session, open_only=True) if one.id in numbers and not one.waits]
    return [one.id for one in {one.person_id: one for one in reversed(ready)}.values()][::-1]


def draws(
    session: Session,
    number: int | None = None,
    battle: int | None = None,
    open_only: bool = False,
    among: Collection[int] | None = None,
) -> list[DrawView]:
    """Cards that are due or were drawn, in the order people were called: one of them, those of a battle, or these."""
    draw = RiskDraw.id, RiskDraw.cause, RiskDraw.battle, RiskDraw.season, RiskDraw.card, RiskDraw.effect
    found = (  # by columns: hundreds may be due, of whom a page shows some
        select(*draw, Character.name, Character.id, Character.clan, Army.code)
        .join(RiskDraw.the_character)
        .outerjoin(Army, (Army.general == Character.id) & Army.standing.is_(True))
        .order_by(RiskDraw.id)
    )
    if number is not None:
        found = found.where(RiskDraw.id == number)
    if battle is not None:
        found = found.where(RiskDraw.battle == battle)
    if among is not None:
        found = found.where(RiskDraw.id.in_(among))
    if open_only:
        found = found.where(RiskDraw.card == "")
    signs = clan_signs(session)
    fighting = in_battle(session)
    return [
        DrawView(
            id_,
            person,
            key,
            signs[clan],
            cause,
            draw_in_words(battle, cause),
            battle,
            season,
            card,
            effect,
            waits=f"battle {fighting[key]}" if not card and key in fighting else "",
            army=code or "",
        )
        for id_, cause, battle, season, card, effect, person, key, clan, code in session.execute(found)
    ]


def drawn(session: Session, numbers: Collection[int]) -> list[DrawView]:
    """What came of these draws, whoever was hurt first: several that were made in one go."""
    found = [one for one in draws(session, among=numbers) if not one.is_open] if numbers else []
    return sorted(found, key=lambda one: not one.hurts)


def in_battle(session: Session) -> dict[str, int]:
    """Those who command in a battle that is not over, with its number: their cards wait until it is."""
    led = session.execute(
        select(Army.general, Battle.id)
        .join(BattleForce, BattleForce.army == Army.id)
        .join(BattleForce.the_battle)
        .where(Battle.over.is_(False), Army.standing.is_(True))
    )
    commanded = session.execute(
        select(BattleSide.general, Battle.id)
        .join(BattleSide.the_battle)
        .where(Battle.over.is_(False), BattleSide.general.is_not(None))
    )
    return {general: number for general, number in (*led, *commanded) if general is not None}


def draw_in_words(battle: int | None, cause: str) -> str:
    """Why somebody draws a card."""
    return f"after battle {battle}" if battle else rules.CAUSES[cause]


def due(session: Session, battle: int | None = None) -> list[DueView]:
    """The draws that are due, battle by battle, then those for age and travelling in winter, season by season: where
    nobody drew before a season ended, each of them is owed (R19). Or those of one ``battle``."""
    groups = grouped(
        ((draw.battle or 0, draw.cause, 0 if draw.battle else draw.season), draw)
        for draw in draws(session, battle=battle, open_only=True)
    )
    now = Game.only(session)
    provinces = by_key(session, select(Battle.id, Province.name).join(Battle.the_province))
    ordered = sorted(groups.items(), key=lambda item: (item[0][0] == 0, item[0]))
    return [
        DueView(
            f"Battle {battle} in {provinces[battle]}" if battle else TITLES[cause] + left_from(now, season),
            battle or None,
            tuple(found),
        )
        for (battle, cause, season), found in ordered
    ]


def left_from(now: Game, season: int) -> str:
    """For which season that is over a card is still due, at the end of a title; nothing for the one it is now."""
    return f", left from {season_in_words(now, season)}" if season < now.seasons else ""


TITLES = {"battle": "After a battle", "winter_travel": "Travelling in winter", "age": "Of sixty years and more"}


def old_and_uncalled(session: Session) -> list[tuple[str, str, int]]:
    """The living of sixty years and more who have no draw for this season: id, name, age."""
    season = Game.only(session).seasons
    called = exists().where(RiskDraw.character == Character.id, RiskDraw.cause == "age", RiskDraw.season == season)
    rows = session.execute(
        select(Character.id, Character.name, Character.age)
        .where(Character.alive.is_(True), ~called)
        .where(Character.age >= rules.OLD_AGE)
        .order_by(Character.clan, Character.id)
    )
    return [(key, name, age) for key, name, age in rows if age is not None]
