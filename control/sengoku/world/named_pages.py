"""Names as people type them into a form, and the keys that they mean."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from flask import g, request

from control.sengoku.world.land_questions import clan_signs
from control.sengoku.world.names import Named, id_of
from control.sengoku.world.people_questions import by_id, living

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


def keys_of(field: str, known: str) -> list[str]:
    """The keys of a list of names with commas between them."""
    things = KNOWN[known]()
    return [id_of(part.strip(), things) for part in request.form.get(field, "").split(",") if part.strip()]
