"""People as the order of precedence looks at them, and who bows to whom (handbook 4; R29)."""

from __future__ import annotations

from collections.abc import Iterable

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from control.kernel.database.reading import by_key
from control.kernel.values import dataclass
from control.sengoku.rows import Character, Clan, Courtier, Title
from control.sengoku.rules.people.precedence import Person, order, why
from control.sengoku.world.people.people_questions import Named
from control.sengoku.world.people.titles_questions import title_in_words, titles


def persons(session: Session, ids: Iterable[str]) -> list[Person]:
    """The characters and those of the court with these ids, each once, with the highest court rank they hold; ids of
    nobody are left out. What a dead person held is vacant (R39)."""
    wanted = list(dict.fromkeys(ids))
    ranks = by_key(
        session,
        select(Title.character, func.min(Title.rank))
        .join(Title.the_character)
        .where(Title.kind == "court_rank", Title.character.in_(wanted), Character.alive.is_(True))
        .group_by(Title.character),
    )
    found = {one.id: one for one in session.scalars(select(Character).where(Character.id.in_(wanted)))}
    people = {
        key: Person(one.id, one.name, one.role, ranks.get(one.id), one.ancestor, one.age) for key, one in found.items()
    }
    if len(people) < len(wanted):
        nobles = session.scalars(select(Courtier).where(Courtier.id.in_(wanted)))
        people |= {one.id: Person(one.id, one.name, one.role, one.rank, one.ancestor, one.age) for one in nobles}
    return [people[key] for key in wanted if key in people]


def court(session: Session) -> list[Named]:
    """The living of the Emperor's court, and himself, by name; for boxes in which a person is named."""
    living = select(Courtier.id, Courtier.name).where(Courtier.alive.is_(True))
    found = session.execute(living.order_by(Courtier.name, Courtier.id))
    return [Named(key, name, THE_COURT) for key, name in found]


THE_COURT = "the Emperor’s court"
"""Where a clan is named, for those who are of none."""


@dataclass(frozen=True)
class Styled:
    """A person as he is to be announced: ``style`` is all that belongs to his name, ``clan`` the id of his clan, empty
    of one at court."""

    id: str
    name: str
    clan: str
    style: str


@dataclass(frozen=True)
class Bow:
    """Two people who meet: ``lower`` bows to ``higher``, and the deeper; ``why`` is the reason. Where nothing but
    their names sets them apart, it is not ``is_settled``, and they bow alike."""

    higher: Styled
    lower: Styled
    why: str
    is_settled: bool


def bow(session: Session, one: str, other: str) -> Bow | None:
    """Who bows to whom of two people by their ids; None unless both are there and not the same (handbook 4; R29)."""
    met = [place.person for place in order(persons(session, (one, other)))]
    if len(met) < 2:
        return None
    reason, is_settled = why(*met)
    held = titles(session)
    higher, lower = (styled(session, person, held.get(person.id, ())) for person in met)
    return Bow(higher, lower, reason, is_settled)


def styled(session: Session, person: Person, titles: tuple[str, ...]) -> Styled:
    """A person with all that is to be called out: office and clan, titles, ancestor, years."""
    row = session.get(Character, person.id)
    if row is None:
        clan, office = "", session.get_one(Courtier, person.id).title
        titles = (title_in_words("court_rank", "", person.court_rank),) if person.court_rank else ()
    else:
        clan, office = row.clan, f"{row.title} of {session.get_one(Clan, row.clan).name}" if row.title else ""
    parts = [
        office,
        *titles,
        f"of the blood of the {person.ancestor}" if person.ancestor else "",
        f"{person.age} years old" if person.age is not None else "",
    ]
    return Styled(person.id, person.name, clan, ", ".join(filter(None, parts)))
