"""A desk's one job on one page, for a volunteer who has not read the book: what it does, and what of it in each part
of a season."""

from __future__ import annotations

from control.kernel.values import dataclass
from printouts.listing import Column, Head, Section, rows_in, sheets
from printouts.paper import Paper
from printouts.styles import FINE, STRONG

DOES = (Column("", 34, STRONG), Column("", 136), Column("", 16, FINE))
WHEN = (Column("", 34, STRONG), Column("", 152))


@dataclass(frozen=True)
class DeskJob:
    """A desk's job: what it ``does`` (in a word, how, by which ruling), and ``when`` (the part of the season, what)."""

    eyebrow: str
    title: str
    foot: str
    does: tuple[tuple[str, str, str], ...]
    when: tuple[tuple[str, str], ...]


NPD = DeskJob(
    "For Non-Player Daimyo Control",
    "The job of the locals",
    "Nobody is safe because nobody plays his neighbour: be civil, and never certain.",
    (
        ("Know them", "Each clan that nobody plays has a dossier: what it is like and wants, whom it stands near.", ""),
        ("Who was touched", "Locals begins with them: armies beside them, letters, treaties, a neighbour fallen.", ""),
        ("Answer", "Roll, read what speaks for and against, decide as you like. Then tell whoever asked.", ""),
        ("Attitude", "Five steps, hostile to devoted. Book what is proposed, or set it with a reason.", ""),
        (
            "Let them act",
            "They raise troops, march, call friends, submit, give hostages, marry, break a word.",
            "R33",
        ),
        ("Rebels", "You raise them, with a reason; they are the enemies of the holder of that province alone.", "R42"),
        ("Letters, bonds", "You carry their letters in winter, and record what they promise and who may know.", "R35"),
        ("Handed over", "Where players take such a clan, its dossier goes with it to Team Control.", ""),
    ),
    (
        ("Orders", "Write the orders of armies that are to march. Look who stands beside your clans."),
        ("Movement", "Stay in reach of the map: Map Control asks whether your clans fight, talk or let pass."),
        ("Discussion", "Receive envoys and answer them, record bonds, go through what waits on attitudes."),
        ("Raising troops", "Announce what your clans raise. Raise rebels where a land has reason to rise."),
        ("Winter", "Books, works and letters of your clans; then each dossier once: what does it want next year?"),
    ),
)

INTELLIGENCE = DeskJob(
    "For Intelligence Control",
    "The job of the shadows",
    "What you know you say to nobody, neither at the map nor at a table. F2 hides your screen.",
    (
        ("Take it", "Who pays, against whom, what, how many points, through whom. The points are gone at once.", "R37"),
        ("The cover", "The clan’s books show the line that you type; nobody else sees that the money left.", "R37"),
        ("One of a kind", "A clan commissions one of a kind against one target in a season.", "R37"),
        ("Roll", "Two dice, the money, −3 to +3 with a reason. You may overrule what comes out.", "R37"),
        (
            "What he finds",
            "Choose from what the game offers: exact, rounded, old or false. Invent nothing.",
            "",
        ),
        ("The slip", "Print it, seal it, take it to the client’s Controller, and tick that he has it.", ""),
        ("Blood and bribes", "Said in the open, and never who paid. A head of clan wants a second umpire.", "R44"),
        (
            "Caught",
            "The outcome says whether he was caught, and whether his client is known: tell the target.",
            "",
        ),
    ),
    (
        ("Orders", "Take commissions at your own table, one client at a time."),
        ("Movement", "Roll for what waits. Write the slips while everybody looks at the map."),
        ("Discussion", "Take the sealed slips to the Controllers. What happens to persons happens now."),
        ("Raising troops", "Take what comes late; look that no slip lies about."),
        ("Winter", "A season as any other: spies do not mind the snow."),
    ),
)

BAKUFU_WHEN = (
    ("Orders", "Note what was answered to calls. Contingents are put under their commander."),
    ("Movement", "Read what is new; write the next call, edict or patent."),
    ("Discussion", "Hear petitions, hand letters and patents over, have edicts read out."),
    ("Raising troops", "Who has not answered by the end of the season is silent: decide what that means."),
    ("Winter", "Titles of the dead, levies that fell due, services that deserve a reward."),
)
"""The same for the Bakufu, whose sheet says besides what waits."""

JOBS = {"npd": NPD, "intelligence": INTELLIGENCE}


def through_the_season(when: tuple[tuple[str, str], ...]) -> Section:
    """What a desk does in each part of a season."""
    return Section("Through a season", WHEN, rows_in(WHEN, when), "")


def desk_job(paper: Paper, job: DeskJob) -> None:
    """The sheet, A4 upright."""
    head = Head(job.eyebrow, job.title, "", job.foot)
    sheets(paper, head, [Section("What you do", DOES, rows_in(DOES, job.does)), through_the_season(job.when)])
