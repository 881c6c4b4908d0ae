"""Papers to be printed again: each once, with all that made it wrong. For Map Control and Game Control: it tells who
leads an army."""

from __future__ import annotations

from collections.abc import Callable

from sqlalchemy import select
from sqlalchemy.orm import Session, joinedload

from control.kernel.database.reading import asked_once
from control.kernel.printing.manifest_questions import ever_printed
from control.kernel.rows import JournalEntry, Touch
from control.kernel.values import dataclass
from control.kernel.wording import folded
from control.sengoku.rows import Army, Character, Reprint
from control.sengoku.world.land.land_questions import ClanSign, clan_signs


@dataclass(frozen=True)
class Paper:
    """A kind of paper: its name, of what it is one (clan, character, army), the kind of printout if there is one."""

    name: str
    of: str
    print: str = ""


PAPERS = {
    "character_card": Paper("character card and briefing", "character", "personal_briefing"),
    "clan_sheet": Paper("clan sheet", "clan", "clan_sheet"),
    "army_card": Paper("army card", "army", "army_cards"),
    "generals_code": Paper("general’s code", "army", "generals_codes"),
    "order_cards": Paper("order cards", "army", "order_cards"),
}


BY_HAND = ("reprint.add", "reprint.done", "army.new_code")
"""The actions by which an umpire says himself that a paper is to be printed."""


@dataclass(frozen=True)
class PaperView:
    """A paper that has become wrong. ``id`` is its latest cause, ``why`` all of them, ``print`` the printout's kind and
    ``key`` which one of it; ``print`` is empty for one there is no more. ``none`` says why there is none for now."""

    id: int
    paper: str
    of: str
    clan: ClanSign
    key: str
    why: tuple[str, ...]
    print: str
    none: str = ""


@dataclass(frozen=True)
class PaperList:
    """What is to be printed again, by clan, and what was ticked off last. ``last`` is the newest cause shown."""

    open: tuple[PaperView, ...]
    done: tuple[PaperView, ...]
    last: int


def alike(row: Reprint) -> tuple[str, str | None, str | None, int | None]:
    """What makes two rows the same paper."""
    return row.paper, row.clan, row.character, row.army


def papers(session: Session) -> PaperList:
    """The list of papers."""
    signs = clan_signs(session)
    army = joinedload(Reprint.the_army).joinedload(Army.the_general)
    found = select(Reprint).options(joinedload(Reprint.the_character), army).order_by(Reprint.id.desc())
    rows, before = session.scalars(found).all(), printed_before(session)
    whys: dict[tuple[object, ...], dict[str, None]] = {}
    first: dict[tuple[object, ...], Reprint] = {}
    for row in rows:
        if row.done or before(row):
            key: tuple[object, ...] = (row.done, *alike(row))
            whys.setdefault(key, {})[row.why] = None
            first.setdefault(key, row)
    views: dict[bool, list[PaperView]] = {False: [], True: []}
    for paper, row in first.items():
        person, led = row.the_character, row.the_army
        clan = row.clan or (person.clan if person else led.clan if led else "")
        of = person.name if person else f"{led.code}, {led.the_general.name}" if led else signs[clan].name
        kind = PAPERS[row.paper]
        views[row.done].append(
            PaperView(
                id=row.id,
                paper=kind.name,
                of=of,
                clan=signs[clan],
                key=str(row.clan or row.character or row.army),
                why=tuple(whys[paper]),
                print=kind.print if there_is(person, led) else "",
            )
        )
    ranked = sorted(views[False], key=lambda one: (folded(one.clan.name), one.paper, one.of))
    return PaperList(tuple(ranked), tuple(views[True][:20]), rows[0].id if rows else 0)


def there_is(person: Character | None, army: Army | None) -> bool:
    """Whether there still is a person, or an army, whose paper it is."""
    return (person is None or person.alive) and (army is None or army.standing)


def open_papers(session: Session) -> int:
    """How many papers are to be printed again."""
    before = printed_before(session)
    found = session.scalars(select(Reprint).where(Reprint.done.is_(False)))
    return len({alike(row) for row in found if before(row)})


@asked_once
def printed_before(session: Session) -> Callable[[Reprint], bool]:
    """Tells of a row whether there is anything to print again: its paper was printed (or ticked off), or an umpire
    asked for it by hand. A paper that nobody has printed yet comes out right the first time."""
    printed = ever_printed(session, [kind.print for kind in PAPERS.values()])
    ticked = {alike(row) for row in session.scalars(select(Reprint).where(Reprint.done.is_(True)))}
    by_hand = {
        int(key)
        for key in session.scalars(
            select(Touch.key)
            .join(JournalEntry, JournalEntry.number == Touch.entry)
            .where(Touch.table == "reprint", JournalEntry.action.in_(BY_HAND))
        )
    }

    def before(row: Reprint) -> bool:
        key = str(row.clan or row.character or row.army)
        return row.id in by_hand or alike(row) in ticked or key in printed[PAPERS[row.paper].print]

    return before
