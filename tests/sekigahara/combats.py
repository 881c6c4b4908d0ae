"""Combats of 1600 in short: blocks and cards in words, plays in words, as `control-room combat` reads them.

Blocks of the west are w1, w2, … in their order, its cards c1, c2, …; those of the east e1, … and k1, …
A block reads ``mori leader``, ``ukita 2`` or ``ii wild 4``; a card ``ukita``, ``mori special``, ``ukita double`` or
``loyalty``. A play reads ``w1`` (a leader without a card), ``w2 c1``, ``k2!`` (a challenge), ``west shows c3``,
``west shows nothing`` or ``west passes``.
"""

from control.sekigahara.rules.combat.choices import choices

SIDE_OF = {"w": "west", "c": "west", "e": "east", "k": "east"}


def a_block(name, text):
    """A block of the document."""
    clan, *rest = text.split()
    if rest[0].isdigit():
        return {"id": name, "clan": clan, "type": "infantry", "mon": int(rest[0])}
    return {"id": name, "clan": clan, "type": rest[0], "mon": int(rest[1]) if len(rest) > 1 else 1}


def a_card(name, text):
    """A card of the document."""
    if text == "loyalty":
        return {"id": name, "type": "loyalty"}
    clan, *kind = text.split()
    return {"id": name, "clan": clan, "type": kind[0] if kind else "normal"}


def a_play(text):
    """A play of the document."""
    words = text.split()
    if text.endswith("!"):
        return {"side": SIDE_OF[text[0]], "challenge": text[:-1]}
    if len(words) > 1 and words[1] == "shows":
        return {"side": words[0], "refute": None if words[2] == "nothing" else words[2]}
    if len(words) > 1 and words[1] == "passes":
        return {"side": words[0], "pass": True}
    card = {"card": words[1]} if len(words) > 1 else {}
    return {"side": SIDE_OF[text[0]], "block": words[0], **card}


def pieces(letter, listed, read):
    """Blocks or cards by their number."""
    return [read(f"{letter}{place}", text) for place, text in enumerate(listed, 1)]


def a_combat(
    west=("mori leader",),
    east=("tokugawa leader",),
    west_cards=(),
    east_cards=(),
    plays=(),
    edition="gmt",
    attacker="west",
    castle=None,
    losses=None,
):
    """A document for `control-room combat`; with a ``castle`` (its side, and a disk) a siege."""
    document = {
        "edition": edition,
        "kind": "siege" if castle else "battle",
        "attacker": attacker,
        "blocks": {"west": pieces("w", west, a_block), "east": pieces("e", east, a_block)},
        "cards": {"west": pieces("c", west_cards, a_card), "east": pieces("k", east_cards, a_card)},
        "castle": None,
        "plays": [a_play(text) for text in plays],
    }
    if castle:
        side, _, disk = castle.partition(" ")
        document["castle"] = {"side": side, "disk": disk or None}
    return document | ({"losses": losses} if losses is not None else {})


def open_to(combat, side):
    """The plays that a side may do."""
    return [one for one in choices(combat, side) if one.after]


def may_act(combat):
    """The sides that are expected to do something now: who was challenged, whose double card asks for a second block,
    or who has the initiative; nobody when it is over."""
    if combat.over:
        return ()
    if combat.challenge:
        return (combat.latest[-1].side,)
    if combat.must_follow and combat.open:
        return (combat.open.side,)
    return (combat.initiative,)


BATTLE = a_combat(
    west=["mori leader", "ukita 2", "ukita 3"],
    west_cards=["ukita double"],
    east=["tokugawa 3", "ii wild 4"],
    east_cards=["tokugawa", "loyalty"],
    plays=["w1", "e1 k1", "w2 c1", "w3 c1", "k2!", "west shows nothing", "west passes", "east passes"],
    losses={"west": ["w2", "w3"]},
)
"""A battle with a double card, a challenge and losses on one side."""
