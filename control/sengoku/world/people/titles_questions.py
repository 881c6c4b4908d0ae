"""The titles that people hold, in words, and those that the dead left behind (handbook 4; R30, R39)."""

from __future__ import annotations

from sqlalchemy import bindparam, select, union_all
from sqlalchemy.orm import Session, contains_eager, joinedload

from control.kernel.values import dataclass
from control.sengoku.rows import Character, Clan, Courtier, Succession
from control.sengoku.rows import Title as Held
from control.sengoku.rules.people.precedence import ordinal
from control.sengoku.rules.people.titles import AUTHORITIES, chain
from control.sengoku.scenario.model import HEADS
from control.sengoku.world.land.land_questions import ClanSign, clan_signs

OFFICES = {"governor": "Governor", "constable": "Constable"}
ORDER = ("court_rank", "governor", "constable")


def titles(session: Session) -> dict[str, tuple[str, ...]]:
    """What everybody who lives holds, by the person's id: his court rank, then his offices, the higher first. What the
    dead held is vacant and nobody's (R39)."""
    living = select(Held).join(Held.the_character).where(Character.alive.is_(True)).order_by(Held.id)
    rows = session.scalars(living.options(joinedload(Held.the_province)))
    found: dict[str, tuple[str, ...]] = {}
    for row in sorted(rows, key=lambda one: (ORDER.index(one.kind), one.rank or 0)):
        found[row.character] = (*found.get(row.character, ()), held_title_in_words(row))
    return found


def title_in_words(kind: str, where: str, rank: int | None) -> str:
    """A title as it is announced: "Constable of Kai", "Noble of the 8th rank"."""
    return f"Noble of the {ordinal(rank or 0)} rank" if kind == "court_rank" else f"{OFFICES[kind]} of {where}"


def held_title_in_words(title: Held) -> str:
    """One title as it is announced."""
    return title_in_words(title.kind, title.the_province.name if title.the_province else "", title.rank)


def id_of_title(session: Session, kind: str, person: str, province: str | None, rank: int | None) -> str:
    """An id for a new title, with a number if one has it that was his before: it keeps its own when it goes to another
    (R39)."""
    key, count = f"{kind}-{person}-{province or rank}", 1
    while session.get(Held, key if count == 1 else f"{key}-{count}") is not None:
        count += 1
    return key if count == 1 else f"{key}-{count}"


def is_home_office(title: Held, clan: Clan) -> bool:
    """Whether a title is constable of the home province of a clan, which goes with its head (R39)."""
    return title.kind == "constable" and title.province is not None and title.province == clan.home_province


def authorities(session: Session) -> dict[str, str]:
    """Those from whom titles come, by name where somebody living is known to be it (R30)."""
    return AUTHORITIES | {role: by_name(role, name) for role, name in in_office(session)}


def by_name(role: str, name: str) -> str:
    """Who holds an office, in a sentence. An Emperor whose name nobody has told is *The Emperor*: the handbook does not
    tell it."""
    if role.capitalize() in name:
        return AUTHORITIES[role] if name.casefold() == AUTHORITIES[role].casefold() else name
    return f"{AUTHORITIES[role]} {name}"


def in_office(session: Session) -> list[tuple[str, str]]:
    """The living Shogun and Emperor: the key of each in AUTHORITIES, and his name."""
    shogun = select(Character.role, Character.name).where(Character.role == "shogun", Character.alive.is_(True))
    emperor = select(Courtier.role, Courtier.name).where(Courtier.role == "emperor", Courtier.alive.is_(True))
    return [(role, name) for role, name in session.execute(union_all(shogun, emperor))]


def vacancies(session: Session) -> dict[str, str]:
    """The authorities that nobody is now, as a sentence; of an Emperor only where the scenario has a court."""
    there = {role for role, _ in in_office(session)}
    court = session.scalar(select(Courtier.id).limit(1)) is not None
    return {
        role: f"There is no {role.capitalize()} now."
        for role in ("shogun", *(["emperor"] if court else []))
        if role not in there
    }


@dataclass(frozen=True)
class HeldTitle:
    """A title that somebody living holds; ``comes_from`` is the key of who grants its kind, and takes it back;
    ``asked_by``, ``granted`` and ``when`` say how he came by it, empty of what he had before the game."""

    id: str
    words: str
    holder: str
    clan: ClanSign
    comes_from: str
    asked_by: str
    granted: str
    when: str


def held(session: Session) -> list[HeldTitle]:
    """Every title that somebody living holds: court ranks from the highest, then governors and constables."""
    signs = clan_signs(session)
    living = select(Held).join(Held.the_character).where(Character.alive.is_(True))
    rows = session.scalars(living.options(contains_eager(Held.the_character), joinedload(Held.the_province))).all()
    return [
        HeldTitle(
            row.id,
            held_title_in_words(row),
            row.the_character.name,
            signs[row.the_character.clan],
            chain(row.kind, row.rank).granted,
            row.asked_by,
            row.granted,
            f"{row.season} {row.year}" if row.year else "",
        )
        for row in sorted(rows, key=lambda one: (ORDER.index(one.kind), one.rank or 0, one.province or ""))
    ]


def claimant(session: Session, dead: str) -> str:
    """Who claims the titles of a dead person: whoever followed him at the head of his clan or, where that one is dead
    too, whoever followed him in turn. Where the last of them was deposed, nobody followed him, and it is whoever stands
    at the head of the clan. Empty while no such lives (R39)."""
    last = last_who_followed(session, dead)
    if last is None:
        return ""
    if stands_at_a_head(last):
        return last.id
    heads = select(Character.id).where(Character.role.in_(HEADS), Character.alive.is_(True)).order_by(Character.id)
    of_the_dead = select(Character.clan).where(Character.id == dead).scalar_subquery()
    return session.scalar(heads.where(Character.clan == of_the_dead).limit(1)) or ""


def stands_at_a_head(person: Character) -> bool:
    """Whether somebody lives and stands at the head of a clan."""
    return person.alive and person.role in HEADS


def last_who_followed(session: Session, dead: str) -> Character | None:
    """The last of those who followed one another at the head of a clan after a dead person: the first who lives, else
    him whom nobody has followed yet. None where nobody followed the dead himself."""
    last, seen, of = None, {dead}, dead
    while (heir := session.scalar(FOLLOWED, {"dead": of})) is not None and heir.id not in seen:
        last, of = heir, heir.id
        if heir.alive:
            break
        seen.add(heir.id)
    return last


FOLLOWED = (
    select(Character)
    .join(Succession, Succession.heir == Character.id)
    .where(Succession.character == bindparam("dead"))
    .order_by(Character.alive.desc(), Succession.id.desc())
    .limit(1)
)


def nobody_claims(session: Session, dead: Character, him: str = "him") -> str:
    """Why nobody claims the titles of a dead person, who is called ``him``: a part of a sentence (R39)."""
    if last := last_who_followed(session, dead.id):
        return f"{last.name}, who followed {him}, {'stands at the head no more' if last.alive else 'is dead too'}"
    asked = session.scalar(select(Succession.id).where(Succession.character == dead.id).limit(1))
    if asked is None and dead.role not in HEADS:
        return f"nobody follows {him}, who was at the head of no clan"
    return f"nobody has followed {him} yet"


@dataclass(frozen=True)
class VacantTitle:
    """A title whose holder is dead: the Bakufu confirms it or lets it fall back (R39). ``claimant`` and his name are
    empty while nobody has followed the dead; ``others`` are the living of his clan: id and name. Of a court rank
    neither is anybody who has as high a one: of such a claimant only his name is there. ``unclaimed`` says why
    nobody claims it. ``passes`` says that it goes to the successor by itself, once he is named."""

    id: str
    words: str
    dead: str
    clan: ClanSign
    claimant: str
    claimant_name: str
    others: tuple[tuple[str, str], ...]
    unclaimed: str
    passes: bool


def as_high_a_rank(session: Session, title: Held) -> set[str]:
    """Who has as high a court rank as a title is, or a higher one; nobody where it is an office."""
    return set(session.scalars(select(Held.character).where(Held.rank <= title.rank))) if title.rank else set()


def vacant(session: Session) -> list[VacantTitle]:
    """The titles that the dead left behind, first those about which the Bakufu is asked; for it and Game Control."""
    signs = clan_signs(session)
    left = select(Held).join(Held.the_character).where(Character.alive.is_(False)).order_by(Held.kind, Held.id)
    holder = contains_eager(Held.the_character)
    left = left.options(holder, holder.joinedload(Character.the_clan), joinedload(Held.the_province))
    found = []
    for title in session.scalars(left):
        dead = title.the_character
        key = claimant(session, dead.id)
        asked = select(Succession.id).where(Succession.character == dead.id, Succession.is_open()).limit(1)
        as_high = as_high_a_rank(session, title)
        others = session.scalars(select(Character).filter_by(clan=dead.clan, alive=True).order_by(Character.id))
        names = {one.id: one.name for one in others}
        found.append(
            VacantTitle(
                title.id,
                held_title_in_words(title),
                dead.name,
                signs[dead.clan],
                "" if key in as_high else key,
                names.get(key, "") or (session.get_one(Character, key).name if key else ""),
                tuple((one, name) for one, name in names.items() if one not in as_high),
                "" if key else nobody_claims(session, dead),
                is_home_office(title, dead.the_clan) and session.scalar(asked) is not None,
            )
        )
    return sorted(found, key=lambda one: one.passes)
