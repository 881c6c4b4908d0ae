"""The edicts of the Bakufu (handbook 8): public from the moment they are issued, and on record when withdrawn."""

from __future__ import annotations

from sqlalchemy import select
from sqlalchemy.orm import Session

from control.kernel.codes import read_code
from control.kernel.database.made import made_from
from control.kernel.values import dataclass
from control.sengoku.rows import Edict
from control.sengoku.rules.seasons import InASeason

AUTHORITIES = {"shogun": "the Shogun", "emperor": "the Emperor", "bakufu": "the Bakufu"}
"""In whose name an edict may be given."""


@dataclass(frozen=True)
class EdictView(InASeason):
    """An edict: in whose name (in words), its title, its paragraphs, when it was given, whether it was withdrawn."""

    number: int
    code: str
    authority: str
    title: str
    paragraphs: tuple[str, ...]
    year: int
    season: str
    withdrawn: bool

    @property
    def words(self) -> str:
        """All that it says."""
        return " ".join((self.title, *self.paragraphs))


def edicts(session: Session) -> list[EdictView]:
    """All edicts, the latest first."""
    return [view(one) for one in session.scalars(select(Edict).order_by(Edict.id.desc()))]


def edict(session: Session, code: str) -> EdictView | None:
    """The edict with this code; None if there is none. Raises OrderNotUnderstood for what is no code."""
    read = read_code(code)
    one = session.get(Edict, read.number) if read.kind == "E" else None
    return view(one) if one else None


def view(one: Edict) -> EdictView:
    """An edict as people read it."""
    said = tuple(one.text.split("\n"))
    return made_from(EdictView, one, number=one.id, authority=AUTHORITIES[one.authority], paragraphs=said)
