"""Names as people type them into a form, and the keys that they mean."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from flask import g, request

from control.kernel.errors import OrderNotUnderstood
from control.kernel.wording import folded
from control.sengoku.world.land.land_questions import clan_signs
from control.sengoku.world.names import Named, id_of, no_clan
from control.sengoku.world.people.people_questions import by_id, living

KNOWN: Mapping[str, Callable[[], Mapping[str, Named]]] = {
    "provinces": lambda: g.room.scenario.provinces,
    "places": lambda: g.room.scenario.places,
    "clans": lambda: g.room.scenario.clans,
    "clans and rebels": lambda: clan_signs(g.session),
    "people": lambda: by_id(g.session),
    "living": lambda: {one.id: one for one in living(g.session)},
}
"""What may be named, by its key."""


def form_of_keys(**fields: str) -> dict[str, str]:
    """The form that was sent, in which these fields name something of KNOWN (``clan="clans"``), by the keys of what was
    typed; what nothing is called stays as it was typed."""
    read = {
        field: id_of(request.form[field], KNOWN[known]()) for field, known in fields.items() if field in request.form
    }
    return {**request.form, **read}


def names_of(known: str) -> list[str]:
    """What something of KNOWN may be called, in order, for a box to offer."""
    return sorted((one.name for one in KNOWN[known]().values()), key=folded)


def clan_of(key: str) -> Named:
    """The clan with this id. Raises OrderNotUnderstood if there is none."""
    clans: Mapping[str, Named] = g.room.scenario.clans
    if key not in clans:
        raise OrderNotUnderstood(no_clan(key, clans.values()), field="clan")
    return clans[key]


def keys_of(field: str, known: str) -> list[str]:
    """The keys of a list of names with commas between them."""
    things = KNOWN[known]()
    return [id_of(part.strip(), things) for part in request.form.get(field, "").split(",") if part.strip()]
