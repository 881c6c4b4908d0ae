"""Show me: what is shown on the first page of each desk, one thing after the other.

Each step names a thing on that page by a selector; what is not there now, or not on this screen, is passed over.
"""

from __future__ import annotations

from control.kernel.values import dataclass


@dataclass(frozen=True)
class Step:
    """A thing ``at`` a place of the page, and what is said of it."""

    at: str
    words: str


NEXT = Step(".next-step, .nothing", "What now: the one next step of your desk, always on the largest button.")
OTHERS = Step(
    ".of-desk", "Below it, what others have to do. You need not: it is only so that you know whom to wait for."
)
CLOCK = Step(".small-clock", "The clock of the hall. It rings, and never does anything to the game by itself.")
LIVE = Step("#live", "Live: you see the game as it is now. Without network it says so; go on, nothing is lost.")
HIDE = Step("#hide", "Somebody behind you? One tap covers the screen; your name opens it again.")
MORE = Step(".menu summary", "Everything else is here. Under Help there is your desk in short, and this once more.")


def way(address: str, words: str) -> Step:
    """A word in the band at the top."""
    return Step(f"nav.desks > a[href$='{address}']", words)


TELL = way("/tell/", "Tell: what your people must still hear. Tick it off when you have said it.")

TOURS: dict[str, tuple[Step, ...]] = {
    "map": (
        NEXT,
        Step("#drawing", "The map. Tap a province: who stands there, what it is worth, what can be done."),
        Step("#business", "What waits for you at the map: encounters to claim, battles to fight on."),
        Step("#forces", "Every army, and whether its order is in. Tap one to write or change it."),
        way("/orders/", "Orders: type what stands on the cards, line by line."),
        way("/people/", "People: generals, and the cards for risk that are due."),
        Step("#code-box", "Find: the code of a card, or the first letters of a province, clan or general."),
        LIVE,
        MORE,
    ),
    "game": (
        NEXT,
        OTHERS,
        CLOCK,
        way("/season/", "Season: what is open before this one can end, and every line that closing it writes."),
        way("/honour/", "Honour: the order of the clans. The hall sees it when you release it, and not before."),
        Step(".besides", "Copies of the game, printing, codes of the desks, figures set right."),
        Step(".journal", "The journal: everything that was done, each line with its Undo."),
        LIVE,
        MORE,
    ),
    "team": (
        NEXT,
        Step("nav[aria-label='Your clans']", "Your clans. Tap one: its books, troops, people, all in a few taps."),
        way("/team/", "Clan leads back to the one that you had open."),
        way("/honour/", "Honour: the reason, the person, done. Never say a number aloud."),
        way("/season/", "Season: at its end, tick each clan off. Game Control waits for that."),
        TELL,
        HIDE,
        LIVE,
        MORE,
    ),
    "npd": (
        NEXT,
        way("/npd/touched", "Locals: the clans that nobody plays, those that were touched this season first."),
        way("/npd/", "Answers: Map Control asks what your people do when somebody enters their land."),
        TELL,
        LIVE,
        MORE,
    ),
    "intelligence": (
        HIDE,
        NEXT,
        way("/shadows/", "Shadows: take a commission, roll for it, write the slip."),
        LIVE,
        MORE,
    ),
    "bakufu": (
        NEXT,
        way("/bakufu/", "Bakufu: what waits, by its deadline; calls, petitions, titles, rebels."),
        way("/edicts/", "Edicts: in whose name, the text, issue it. It is printed with a seal."),
        way("/letters/", "Letters: yours go in winter, as all others do."),
        TELL,
        LIVE,
        MORE,
    ),
}
"""What is shown at each desk, in the order in which one comes to need it."""
