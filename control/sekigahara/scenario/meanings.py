"""What the words of the rules mean, for who has never played with blocks: each in a sentence, with its rule and the
figures of the edition."""

from __future__ import annotations

from collections.abc import Iterator

from control.kernel.wording import in_a_row
from control.sekigahara.rules.board.march import FOUR_TO_ONE
from control.sekigahara.rules.edition import Edition


def meanings(edition: Edition) -> Iterator[tuple[str, str]]:
    """Every word with what it means, in the order in which a week brings them."""
    points, impact, gives = edition.points, edition.impact, edition.leadership
    own = [f"a {name} of one’s own" for name, leads in (("capital", gives.capital), ("disk", gives.disk)) if leads]
    castle = "itself the castle of its place" if edition.disk_is_castle else "one more unit in a castle"
    yield "Block", "Some 5,000 men of a clan. Only its owner sees which it is, until it is shown or lost (3.1, 3.2)."
    yield "Mon", "The sign of a clan. So many of it on a block are its strength (3.2)."
    yield (
        "Leader",
        "A block with a banner: its stack marches further, and it may deploy without a card (3.2, 7.3.4, 8.2.4).",
    )
    yield "Disk", f"A lord who stays where he is, {castle}; it neither moves nor fights ({edition.numbers.disk}, S7)."
    yield "Stack", "All blocks of a side at one place (7.1)."
    yield "Resource location", f"A red place. Who came last through it holds it; worth {points.resource} (2.2, 4.2)."
    yield (
        "Castle",
        "Of whoever stands there alone; where both stand, of who was there first; where nobody does, of its colour. "
        f"Worth {points.castle} (2.2, 4.3, S4).",
    )
    yield "Bid", "A card put down for its number; the higher one says who moves first this week (6.3)."
    yield "Muster", "Bring blocks from the recruitment box to a place with a mon of one’s own (7.2)."
    yield "Force march", "A card that takes a group one road further (7.3.3)."
    yield "Leadership", f"One road more from where {in_a_row(['a leader', 'an own castle', *own], 'or')} is (7.3.4)."
    yield (
        "Overrun",
        f"{FOUR_TO_ONE} blocks or more for each of the enemy’s destroy these without a fight (7.4).",
    )
    yield "Deploy", "Show a block in a battle with a card of its clan, so that it counts (8.2)."
    yield (
        "Impact",
        (
            f"What a side has delivered in a battle: the mon deployed, {impact.same_clan} for each of the clan before. "
            f"More of it wins, and every {edition.losses.impact} cost the enemy a block (8.3, 8.7)."
        ),
    )
    yield "Initiative", "Whoever is behind deploys next, or passes for good (8.5)."
    yield "Special card", f"One with swords: {impact.special} more for the cavalry or guns it deploys (8.4.1)."
    yield "Double card", "One that deploys two blocks of its clan, one right after the other (8.4.2)."
    yield (
        "Loyalty challenge",
        (
            "A card that doubts what the enemy has just deployed: without another card that could deploy it too, it "
            "changes sides for this battle (8.6)."
        ),
    )
    yield "Siege", "Combat with blocks or a disk inside a castle: only those outside deploy (8.9)."
