"""Finding by the first letters: provinces, clans and people, as the box at the head of every page asks for them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from difflib import get_close_matches
from functools import lru_cache

from sqlalchemy import select
from sqlalchemy.orm import Session

from control.kernel.values import dataclass
from control.kernel.wording import folded
from control.sengoku.people.court.court_questions import courtiers
from control.sengoku.rows import Army, Character, Clan, Province
from control.sengoku.rules.desks import SEES_ARMIES, SEES_BOOKS
from control.sengoku.rules.people.kana import in_letters, short
from control.sengoku.scenario.model import Scenario
from control.sengoku.world.minding_questions import clans_minded

MOST = 24
"""So many matches are shown; who gets more types another letter."""


@dataclass(frozen=True)
class Hit:
    """Something found: ``kind`` is province, clan, person or noble (of the court), ``clan`` the one of a person or the
    holder of a province; ``army`` is the number of the one a person leads, for the desks that may know it."""

    kind: str
    id: str
    name: str
    note: str
    army: int | None = None
    clan: str = ""


@dataclass(frozen=True)
class Names:
    """A thing that can be found, and all it is called: a whole name that fits beats the first letters of others."""

    hit: Hit
    called: tuple[str, ...]


def find(session: Session, scenario: Scenario, typed: str, desk: str) -> list[Hit]:
    """What the typed letters may mean, as far as this desk may know: all that is called just so, or else all with a
    name or a word that begins so. Kana count as letters, long vowels as short ones. Provinces come first, then clans,
    generals in the field, everybody else."""
    wanted = spelt(typed)
    if not wanted:
        return []
    known = list(names(session, scenario, desk))
    exact = [one.hit for one in known if wanted in map(spelt, one.called)]
    some = exact or [one.hit for one in known if any(begins(name, wanted) for name in one.called)]
    return sorted(some, key=lambda hit: hit.kind in ("person", "noble") and hit.army is None)


def begins(name: str, wanted: str) -> bool:
    """Whether a name, or a later word of it, begins with these letters; several words may be typed in one."""
    words, wanted = name.replace("-", " ").split(), spelt(wanted)
    return any(spelt("".join(words[start:])).startswith(wanted) for start in range(len(words)))


@lru_cache(maxsize=5000)
def spelt(name: str) -> str:
    """A name as it is compared, however it was spelt. All of a game are compared with every letter that is typed."""
    return short(folded(in_letters(name)))


def near(session: Session, scenario: Scenario, typed: str, desk: str) -> str:
    """A question about the name nearest to what was typed, to put behind "nothing is called so"; empty if none is."""
    called = {
        spelt(word): one.hit.name
        for one in names(session, scenario, desk)
        for name in one.called
        for word in (name, *name.split())
    }
    close = get_close_matches(spelt(typed), list(called), n=1, cutoff=0.6)
    return f" Did you mean {called[close[0]]}?" if close else ""


def names(session: Session, scenario: Scenario, desk: str) -> Iterator[Names]:
    """Everything that this desk can find: provinces with the places in them, clans, living people, the court."""
    clans = {clan.id: clan for clan in session.scalars(select(Clan).order_by(Clan.id))}
    for province in session.scalars(select(Province).order_by(Province.name)):
        printed = scenario.provinces[province.id]
        called = {province.id: None, province.name: None, printed.handbook_name: None, printed.kanji: None}
        holder = clans[province.holder].name if province.holder else "no holder"
        hit = Hit("province", province.id, province.name, holder, clan=province.holder or "")
        yield Names(hit, tuple(filter(None, called)))
    for place in scenario.places.values():
        province_name = scenario.provinces[place.province].name
        hit = Hit("province", place.province, place.name, f"in {province_name}")
        yield Names(hit, tuple(filter(None, (place.id, place.name, place.kanji))))
    for clan in clans.values():
        yield Names(
            Hit("clan", clan.id, clan.name, clan.code, clan=clan.id),
            tuple(filter(None, (clan.name, clan.code, clan.kanji))),
        )
    yield from people(session, clans, desk)
    for noble in courtiers(session):
        yield Names(Hit("noble", noble.id, noble.name, noble.title or noble.rank or "above all"), (noble.name,))


def people(session: Session, clans: dict[str, Clan], desk: str) -> Iterable[Names]:
    """Everybody alive in these clans, by name; who leads an army with its number, for the desks that see armies."""
    standing = select(Army).where(Army.standing.is_(True))
    led = {army.general: army for army in session.scalars(standing)} if desk in SEES_ARMIES else {}
    living = select(Character).where(Character.alive.is_(True), Character.clan.in_(clans))
    for one in session.scalars(living.order_by(Character.name, Character.id)):
        army = led.get(one.id)
        note = f"{clans[one.clan].name}, {army.code}" if army else clans[one.clan].name
        hit = Hit("person", one.id, one.name, note, army.id if army else None, one.clan)
        yield Names(hit, (one.name,))


def minded(session: Session, desk: str) -> set[str]:
    """The clans of which a desk has dossiers, but for Game Control, who goes to the map."""
    if desk not in SEES_BOOKS or desk in SEES_ARMIES:
        return set()
    return set(session.scalars(select(Clan.id).where(clans_minded(desk))))


@dataclass(frozen=True)
class ClanPage:
    """A clan with all it has on the map."""

    name: str
    code: str
    provinces: tuple[Hit, ...]
    people: tuple[Hit, ...]


def clan(session: Session, key: str, desk: str) -> ClanPage | None:
    """A clan's provinces and people, those who lead an army first for the desks that see them; None if there is no such
    clan."""
    one = session.get(Clan, key)
    if one is None:
        return None
    held = session.scalars(select(Province).where(Province.holder == key).order_by(Province.name))
    members = [found.hit for found in people(session, {key: one}, desk)]
    return ClanPage(
        one.name,
        one.code,
        tuple(Hit("province", row.id, row.name, f"value {row.rice_value}", clan=key) for row in held),
        tuple(sorted(members, key=lambda hit: (hit.army is None, folded(hit.name)))),
    )
