"""The Shogun, and who might be: where he is, who holds him, his heirs, and for somebody else each of the five
conditions with what speaks for it and against it (handbook 8; R32, R43). For the Bakufu and Game Control: all of it is
known in the hall, or theirs to know."""

from __future__ import annotations

from sqlalchemy import func, select
from sqlalchemy.orm import Session, joinedload

from control.kernel.values import dataclass
from control.kernel.wording import counted, in_a_row
from control.sengoku.honour.status_questions import board
from control.sengoku.rows import Character, Clan, Place, Province, ShogunCondition, Succession, Title
from control.sengoku.rules.people.shogun import CONDITIONS, HIGH, of_the_house
from control.sengoku.world.land.land_questions import ClanSign, clan_signs
from control.sengoku.world.people.titles_questions import held_title_in_words


def reigning(session: Session) -> Character | None:
    """The Shogun who lives; None while there is none."""
    found = select(Character).filter_by(role="shogun", alive=True).order_by(Character.id).limit(1)
    return session.scalar(found.options(joinedload(Character.the_province), joinedload(Character.the_clan)))


def pretenders(session: Session, but: str = "") -> list[Character]:
    """The living of the Bakufu's own family, of the blood that makes a Shogun, but the Shogun himself and one more."""
    found = select(Character).join(Clan, Clan.id == Character.clan).where(Clan.kind == "bakufu", Character.alive)
    mine = found.where(Character.ancestor.in_(HIGH), Character.role != "shogun", Character.id != but)
    return list(session.scalars(mine.order_by(Character.id)))


@dataclass(frozen=True)
class ShogunView:
    """The Shogun: of which clan, where he is and who holds him, and his heirs."""

    id: str
    name: str
    clan: ClanSign
    where: str
    heirs: tuple[str, ...]


def the_shogun(session: Session) -> ShogunView | None:
    """The Shogun as he is; None while there is none."""
    one = reigning(session)
    if one is None:
        return None
    signs = clan_signs(session)
    heirs = session.scalars(select(Character.name).filter_by(clan=one.clan, role="heir", alive=True))
    if one.held_by:
        where = f"held by {signs[one.held_by].name}"
    else:
        where = f"in {one.the_province.name}" if one.the_province else "with his own"
    return ShogunView(one.id, one.name, signs[one.clan], where, tuple(heirs))


@dataclass(frozen=True)
class ConditionView:
    """One of the five conditions: what speaks ``for_it`` and ``against``, and whether and by whom it was ticked."""

    number: int
    words: str
    for_it: tuple[str, ...]
    against: tuple[str, ...]
    met: bool
    ticked: str


@dataclass(frozen=True)
class Candidate:
    """Somebody who might be Shogun; ``needed`` says that he is not of the Shogun's own house, so all five must be met
    (R32)."""

    id: str
    name: str
    clan: ClanSign
    needed: bool
    conditions: tuple[ConditionView, ...]

    @property
    def is_ready(self) -> bool:
        """Whether nothing is missing."""
        return not self.needed or all(one.met for one in self.conditions)


def candidate(session: Session, key: str) -> Candidate | None:
    """Somebody who lives, with the five conditions as they stand for him."""
    one = session.scalar(select(Character).filter_by(id=key, alive=True).options(joinedload(Character.the_clan)))
    if one is None or one.role == "shogun":
        return None
    ticks = {tick.condition: tick for tick in session.scalars(select(ShogunCondition).filter_by(character=key))}
    views = []
    for number, (for_it, against) in facts(session, one).items():
        tick = ticks.get(number)
        told = f"{'met' if tick.met else 'not met'}, {tick.umpire}, {tick.season} {tick.year}" if tick else ""
        met = bool(tick and tick.met)
        views.append(ConditionView(number, CONDITIONS[number], tuple(for_it), tuple(against), met, told))
    needed = not of_the_house(one.the_clan.kind, one.ancestor)
    return Candidate(one.id, one.name, clan_signs(session)[one.clan], needed, tuple(views))


def candidates(session: Session) -> list[tuple[str, str]]:
    """Those of whom a condition was ticked: id and name."""
    rows = select(Character.id, Character.name).join(ShogunCondition, ShogunCondition.character == Character.id)
    rows = rows.where(Character.alive.is_(True), Character.role != "shogun").distinct()
    return [(row.id, row.name) for row in session.execute(rows.order_by(Character.name, Character.id))]


def facts(session: Session, one: Character) -> dict[int, tuple[list[str], list[str]]]:
    """What the game knows for and against each condition."""
    now, others = the_shogun(session), [person.name for person in pretenders(session, one.id)]
    found: dict[int, tuple[list[str], list[str]]] = {number: ([], []) for number in CONDITIONS}
    if now is None:
        found[1][0].append("There is no Shogun now.")
        dead = select(Character.name).join(Succession, Succession.character == Character.id)
        asked = dead.where(Character.role == "shogun", Succession.heir.is_(None), Succession.closed == "")
        found[1][1].extend(f"Who follows {name} is still asked." for name in session.scalars(asked))
    else:
        found[1][1].append(f"{now.name} is Shogun, {now.where}.")
        found[1][1].extend(f"His heir is {heir}." for heir in now.heirs)
    if others:
        found[2][1].append(
            f"Of the Shogun’s house and blood there {'is' if len(others) == 1 else 'are'} {in_a_row(others)}."
        )
    else:
        found[2][0].append("Nobody of the Shogun’s house and blood is left.")
    if one.ancestor in HIGH:
        found[3][0].append(f"He is of the blood of the {one.ancestor}.")
    else:
        found[3][1].append(f"His ancestor is {one.ancestor}." if one.ancestor else "He has no illustrious ancestor.")
    for way, words in pre_eminence(session, one):
        found[4][0 if way else 1].append(words)
    rows = session.scalars(
        select(Title).filter_by(character=one.id, kind="court_rank").options(joinedload(Title.the_province))
    )
    found[5][0].extend(f"He is {held_title_in_words(title)}." for title in rows)
    for capital in capitals(session):
        mine = capital.holder == one.clan
        found[5][0 if mine else 1].append(
            f"His clan holds {capital.name}." if mine else f"{capital.name}, where the Emperor is, is not his."
        )
    return found


def capitals(session: Session) -> list[Place]:
    """Where the Bakufu is at home, and the Emperor; none where a scenario names no such place."""
    homes = select(Place).join(Clan, Clan.home_place == Place.id).where(Clan.kind == "bakufu")
    return list(session.scalars(homes.order_by(Place.id)))


def pre_eminence(session: Session, one: Character) -> list[tuple[bool, str]]:
    """His clan among the others: provinces, and its place on the board that the hall has seen; true is for him."""
    rows = session.execute(
        select(Province.holder, func.count()).where(Province.holder.is_not(None)).group_by(Province.holder)
    )
    lands = {row[0]: row[1] for row in rows}
    mine, most = lands.get(one.clan, 0), max(lands.values(), default=0)
    held = counted(mine, "province")
    found = [(mine == most and mine > 0, f"His clan holds {held}; the most that any holds is {most}.")]
    if seen := board(session):
        ranks = [line.rank for line in seen.lines if line.clan.id == one.clan]
        found += [(rank == 1, f"His clan is number {rank} on the status board of {seen.when}.") for rank in ranks]
    return found
