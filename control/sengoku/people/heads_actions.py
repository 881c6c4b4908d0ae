"""Taking office at the head of a clan, and leaving it alive (handbook 4; R39)."""

from __future__ import annotations

from control.sengoku.rows import Character, Clan
from control.sengoku.rules.people.shogun import OFFICE, head_alone
from control.sengoku.world.acting import World
from control.sengoku.world.people.reprints_actions import person_changed
from control.sengoku.world.people.titles_actions import inherit
from control.sengoku.world.telling.notices_actions import tell


def takes_office(
    world: World, clan: Clan, before: Character, heir: Character, office: tuple[str, str], told: str
) -> str:
    """Somebody stands at the head of a clan after another, dead or alive: its ``office``, role and title, and constable
    of the home province are his (R39), and his clan is ``told``. For the sentence."""
    heir.role, heir.title = office
    heir.relation = ""
    world.session.flush()
    home = inherit(world, clan, before, heir)
    tell(world, "succession", told, None, [clan.id])
    person_changed(world, heir, told.removesuffix("."))
    return home


def steps_down(person: Character, clan: Clan) -> None:
    """Who stood at the head of a clan lives on as an elder of it, as a Shogun does who retires (R43)."""
    title = head_alone(person.title, clan.kind)[1] if person.title.startswith(OFFICE) else person.title
    person.role, person.title = "elder", f"Retired {title}"[:60]
