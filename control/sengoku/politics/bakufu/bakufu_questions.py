"""What waits at the Bakufu, the nearest first, and who is in rebellion (handbook 8; R38)."""

from __future__ import annotations

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from control.kernel.values import dataclass
from control.sengoku.politics.bakufu.petitions_questions import petitions
from control.sengoku.rows import NoticeTo, Rebellion
from control.sengoku.world.bonds.calls_questions import CallView
from control.sengoku.world.bonds.rebels_questions import rebels
from control.sengoku.world.land.land_questions import ClanSign, clan_signs
from control.sengoku.world.people.titles_questions import vacant


@dataclass(frozen=True)
class Waits:
    """Something to do: in words, why now, where (the name of a page, and what its address needs), whose it is, and how
    it ``glows``: over, now, soon, or empty."""

    words: str
    hint: str
    page: str
    address: tuple[tuple[str, str], ...] = ()
    clan: ClanSign | None = None
    glows: str = ""


def waits(session: Session, calls: list[CallView]) -> list[Waits]:
    """What waits, the nearest deadline first."""
    declared = rebels(session)
    found = [
        Waits(
            f"Call {one.code}: {one.wanted}",
            "silent" if one.is_silent else one.becomes if one.is_declined else one.when,
            "calls.call",
            (("code", one.code),),
            one.clan,
            one.glows,
        )
        for one in calls
        if (one.is_defied and one.clan.id not in declared) or (one.is_open and not one.is_defied)
    ]
    found += [
        Waits(f"{one.words} is vacant", f"{one.dead} is dead", "titles.show", clan=one.clan, glows="soon")
        for one in vacant(session)
        if not one.passes
    ]
    for asked in petitions(session, "bakufu"):
        if asked.is_open:
            at = (("code", asked.code),)
            words = f"Petition {asked.code}: {asked.about}"
            found.append(Waits(words, asked.becomes, "petitions.petition", at, asked.clan, "soon"))
    untold = session.scalar(select(func.count(NoticeTo.id)).filter_by(desk="bakufu", told=False))
    if untold:
        found.append(Waits("To tell at the Bakufu’s own table", f"{untold} not told yet", "telling.show"))
    return sorted(found, key=lambda one: ("over", "now", "soon", "").index(one.glows))


@dataclass(frozen=True)
class Rebel:
    """A clan in rebellion: why, and since when."""

    clan: ClanSign
    reason: str
    since: str


def in_rebellion(session: Session) -> list[Rebel]:
    """The clans that are in rebellion."""
    signs = clan_signs(session)
    rows = session.scalars(select(Rebellion).filter_by(lifted=False).order_by(Rebellion.id))
    return [Rebel(signs[one.clan], one.reason, f"{one.season} {one.year}") for one in rows]
