"""What is handed out when the game is over: each clan's results, and each player's story on one page."""

from __future__ import annotations

from collections.abc import Iterator

from control.kernel.printing.kinds import Item, Kinds, Press, single
from control.sengoku.paper.afterwards.afterwards_questions import results_data
from control.sengoku.paper.afterwards.stories_questions import story_data
from printouts.people.results import results
from printouts.people.story import story

PRINTERS = ("game",)  # they tell everything of a clan and of a person
KINDS = Kinds("after")


@KINDS.add(
    "results",
    "Results of the clans",
    "page of results",
    PRINTERS,
    single(results),
    "No clan is played, so there are no results to print.",
)
def result_items(press: Press) -> Iterator[Item]:
    """The results of each played clan."""
    for clan, found in results_data(press.session, press.scenario):
        yield Item(clan, found.clan.name, clan, found)


@KINDS.add(
    "story",
    "Your story",
    "story",
    PRINTERS,
    single(story),
    "Nobody plays a person and nobody has done anything yet, so there is no story to print.",
)
def story_items(press: Press) -> Iterator[Item]:
    """A page for each player, and for whoever did something without one."""
    for key, found in story_data(press.session, press.scenario):
        whose = f"{found.player}, {found.name}" if found.player else found.name
        yield Item(key, whose, found.clan.id, found)
