"""What papers say where nobody has written anything: a clan's and a person's text from the facts alone, and what each
office asks of whoever holds it (handbook 3). Markdown with placeholders, like the files of a scenario."""

from __future__ import annotations

from control.sengoku.paper.players.briefings_questions import Side, Someone
from control.sengoku.scenario.model import HEADS

CLAN = """
**{clan}** is at home in {home}, with {leader} at its head. It holds {provinces}; of cities and temples, {places}. Next
to it live {neighbours}. As things stand, next winter brings it {income}.

## What every clan wants

1. To end the day standing higher in the order of the clans than it began.
2. To lose no land, and to have a neighbour on each side who will not attack.
3. A title, a marriage or a treaty that will still be worth something in ten years.
"""

BAKUFU = """
**{clan}** governs in the name of the Shogun, from {home}, with {leader} at its head. It holds {provinces}; of cities
and temples, {places}. What armies it has, others must lend it: its strength is that what it seals is lawful.

## What the office wants

1. That the Daimyo ask before they act, and that disputes are brought before you.
2. That whoever defies an edict is seen to pay for it.
3. That the next Shogun is lawfully made.
"""

PERSON = """
You are **{person}**, {role} of {clan}, {age} years old. Your clan is at home in {home} and holds {provinces}. Next to
it live {neighbours}.
"""

OFFICES = {
    "daimyo": "You lead the clan and your word is final. Hear the others first, the youngest before the eldest; then "
    "decide. Nobody votes. You answer for what your people promise and for how they behave.",
    "shogun": "You stand above every Daimyo, and only the Emperor stands above you. Titles, edicts and judgements are "
    "given in your name; your office carries them out.",
    "abbot": "You lead the temple as a Daimyo leads a clan. Your monks fight for it, the faithful pay for it, and a "
    "treaty sworn before you binds more than a word.",
    "taisho": "You command the clan’s armies. Write the order cards in time, know where every force stands, and be at "
    "the map when it is open to commanders. Each battle you win makes you a better general.",
    "elder": "You speak for the clan’s own people and its lesser houses. You watch over unrest and money, and you tell "
    "the head of the clan what he would rather not hear, politely.",
    "heir": "You will follow the head of the clan. Until then you stand in for him, lead an army if he trusts you with "
    "one, or are given away as a hostage; all three teach you something.",
    "chamberlain": "You are the clan’s face to the others: you carry proposals, arrange marriages and treaties, "
    "receive visitors and listen. Know what is being said about your clan before the others do.",
    "sohei": "You are a monk under arms. You may lead the temple’s men, carry its letters or guard its gates, as the "
    "abbot decides.",
    "family": "You belong to the family of the head of the clan. You hold no office, and you are worth more than one: "
    "marriages are made with you, and you may be sent to others as a pledge of peace.",
    "official": "You serve an office rather than a house. You know its papers, its precedents and who has broken "
    "which; others need you for that.",
}
"""What each role is for, in words to whoever plays it."""

WANTS = {
    "taisho": ("To win a battle that people speak of in the evening.", "That no army marches without your knowledge.",
               "A province, or a title, in your own name."),
    "elder": ("That the head of the clan asks you before he decides.", "That the treasury is not empty in any winter.",
              "That no province of the clan rebels."),
    "heir": ("To be named heir before the whole clan, so that nobody can doubt it.", "To command an army once.",
             "A good marriage, or none."),
    "chamberlain": ("Two treaties that hold to the end.", "That no letter or envoy surprises your clan.",
                    "A title for the head of your clan, got by your hand."),
    "official": ("That your office is asked before anybody acts.", "A post that outlives the war."),
    "family": ("That your house lives on.", "To be asked before you are given away."),
    "sohei": ("That nobody sets foot in the temple under arms.", "To lead its men once."),
}  # fmt: skip
CHIEF = (
    "That your clan stands higher at the end than it does now.",
    "That none of its lands is lost in your lifetime.",
    "That whoever comes after you is ready for it.",
)


def clan_text(side: Side) -> str:
    """The text of a clan that has no file."""
    return BAKUFU if side.kind == "bakufu" else CLAN


def person_text(one: Someone) -> str:
    """The text of a person who has no file."""
    wants = CHIEF if one.role in HEADS else WANTS[one.role]
    listed = "\n".join(f"{number}. {want}" for number, want in enumerate(wants, start=1))
    return f"{PERSON}\n## What you want\n\n{listed}\n"


HOSTAGE = """## At the table of {host}

You are a hostage of {host}. Your place is at their table; you do not go back to {clan} before they let you go, and go
elsewhere only where they send you. You may lead an army of theirs, and none of {clan}. You may write home in any
season: give the letter to their Controller. If {clan} breaks its word, {host} says what becomes of you.
"""


def hostage_text(host: str) -> str:
    """What a person is told who sits at another clan's table (R36)."""
    return HOSTAGE.replace("{host}", host)


def office_text(one: Someone) -> str:
    """What his office asks of a person."""
    return f"## Your office\n\n{OFFICES[one.role]}\n"
