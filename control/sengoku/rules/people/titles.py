"""Who may give a title: handbook 4, "Ranks and Awards" (ruling R30).

Each title has its chain: who recommends it, who approves it, who grants it. `missing` says what is not as it should be.
"""

from __future__ import annotations

from collections.abc import Mapping

from control.kernel.values import dataclass
from control.kernel.wording import capital
from control.sengoku.rules.people.precedence import ordinal

KINDS = ("governor", "constable", "court_rank")
LOWEST = 10
"""The lowest court rank; 1 is the highest."""

HEADS = ("daimyo", "shogun", "abbot")
"""The roles that stand at the head of a clan: when one dies, somebody has to follow him."""
AUTHORITIES = {"emperor": "the Emperor", "shogun": "the Shogun", "bakufu": "the Bakufu"}
"""Those from whom titles come."""


@dataclass(frozen=True)
class Chain:
    """By whom a title is ``granted``, on whose recommendation, with whose approval: keys of AUTHORITIES, or empty where
    nobody's is needed, or none was given."""

    granted: str
    recommended: str = ""
    approved: str = ""

    def words(self, names: Mapping[str, str] = AUTHORITIES) -> str:
        """The chain as people read it: "the Shogun, with the approval of the Emperor"; by these ``names``."""
        by = names[self.granted]
        if self.recommended:
            by += f", on the recommendation of {names[self.recommended]}"
        if self.approved:
            by += f", with the approval of {names[self.approved]}"
        return by


def chain(kind: str, rank: int | None = None) -> Chain:
    """The chain that a title of this kind wants; ``rank`` is the court rank, 1 to 10 (R30)."""
    if kind == "governor":
        return Chain("shogun", approved="emperor")
    if kind == "constable":
        return Chain("shogun")
    assert rank is not None
    if rank <= 5:
        return Chain("emperor")
    return Chain("emperor", recommended="shogun") if rank <= 7 else Chain("bakufu")


def missing(kind: str, rank: int | None, given: Chain) -> tuple[str, str]:
    """What the given chain lacks, as a sentence, and at which of its parts (a field of `Chain`); empty if nothing.

    More than is wanted does no harm: a constable may be approved by the Emperor too.
    """
    wanted = chain(kind, rank)
    what = f"a noble of the {ordinal(rank or 0)} rank" if kind == "court_rank" else f"a {kind}"
    whole = f"{capital(what)} is made by {wanted.words()} (R30)"
    if given.granted != wanted.granted:
        return f"{whole}, not by {AUTHORITIES[given.granted]}.", "granted"
    if wanted.recommended and given.recommended != wanted.recommended:
        return f"{whole}. The recommendation of {AUTHORITIES[wanted.recommended]} is missing.", "recommended"
    if wanted.approved and given.approved != wanted.approved:
        return f"{whole}. The approval of {AUTHORITIES[wanted.approved]} is missing.", "approved"
    return "", ""
