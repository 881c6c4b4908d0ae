"""Forms as they are drawn from the orders that they send: how a box is called, what fits in, what was typed in it.

A template draws them with the macros `form`, `field`, `tiles`, `tick` and `force`; this is what those ask.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from typing import Any, NamedTuple
from urllib.parse import unquote

from flask import Flask, g, request
from jinja2 import Undefined, pass_context
from jinja2.runtime import Context
from markupsafe import Markup, escape

from control.kernel.errors import ChangedElsewhere, LeftOpen, OrderError
from control.kernel.pages.drawn_once import fresh_key
from control.kernel.typed import Order, label_of
from control.kernel.wording import figure


@cache
def boxes(order: type[Order]) -> dict[str, dict[str, Any]]:
    """What the schema of an order says of each field, with its label and whether it must be there."""
    schema = order.model_json_schema()
    needed, found = schema.get("required", ()), {}
    for name, said in schema.get("properties", {}).items():
        kind = next((one for one in said.get("anyOf", ()) if one.get("type") != "null"), said)
        label = label_of(order, name)
        found[name] = {**vars(label), **kind, "needed": name in needed, "default": said.get("default")}
    return found


class Form:
    """A form that sends the order of an action ``to`` an address; ``before`` goes before the ids of its boxes.

    It is ``here`` if this page answers it: then it shows what was typed, and what is wrong with it; but for one that is
    to be filled in ``anew`` after a conflict, which shows only that.
    """

    def __init__(
        self, order: type[Order], to: str, here: bool, error: OrderError | None, before: str, anew: bool
    ) -> None:
        self.to, self.here, self.before = to, here, before
        self.error = error if here else None
        self.shows_typed = here and not (anew and isinstance(error, ChangedElsewhere))
        self.said = boxes(order)

    def box(self, name: str, label: str, value: Any, also: Iterable[str]) -> Box:
        """One of its fields. What is wrong with those of ``also``, for which it stands too, is told at it."""
        said = self.said.get(name, {})
        field = self.error.field if self.error else ""
        wrong = next((one for one in (name, *also) if field == one or field.startswith(f"{one}.")), "")
        sentence = said_at(self.error, label) if wrong else ""
        return Box(said, self.before + name, label, self.typed(name, value, said.get("default")), wrong, sentence)

    def typed(self, name: str, *shown: Any) -> str:
        """What was typed; the first that is to be shown as long as nothing was."""
        if self.shows_typed and name in request.form:
            return request.form[name]
        return next((str(one) for one in shown if one is not None and not isinstance(one, Undefined)), "")

    def all(self, name: str, shown: Iterable[str] = ()) -> list[str]:
        """What was ticked; as long as nothing was sent, what is to be shown."""
        return request.form.getlist(name) if self.shows_typed else list(shown)

    def kept(self, name: str, value: Any) -> Any:
        """A value that tells what the form was filled in for: it stays as it was first shown, but for a conflict, after
        which one decides on what there is now."""
        return value if isinstance(self.error, ChangedElsewhere) else self.typed(name, value)


def said_at(error: OrderError | None, label: str) -> str:
    """What is said at the field in which something is wrong, if the page calls it by this label."""
    if label and isinstance(error, LeftOpen):
        error = error.called(Markup(label).striptags())
    return error.sentence if error else ""


class Box:
    """A field of a form, as it is drawn."""

    def __init__(self, said: Mapping[str, Any], id: str, label: str, value: str, wrong: str, sentence: str) -> None:
        self.said, self.id, self.value, self.wrong = said, id, value, wrong
        self.label = label or said["words"]
        self.lines: bool = said.get("lines", False)
        self.sentence = sentence

    def marks(self, changed: Mapping[str, Any]) -> Markup:
        """Its attributes: the bounds of the order, unless the template changes them."""
        said = self.said
        marks = {"required": said.get("needed"), "maxlength": said.get("maxLength")}
        if said.get("minLength", 0) > 1:
            marks["minlength"] = said["minLength"]
        if "minimum" in said:
            marks["title"] = f"{figure(said['minimum'])} to {figure(said['maximum'])}"
            if said["minimum"] >= 0:  # a phone's keys for numbers have no minus
                marks["inputmode"] = "numeric"
        return attributes({**marks, **changed, **self.wrongly})

    @property
    def wrongly(self) -> dict[str, str]:
        """The attributes of a box in which something is wrong."""
        return {"aria-invalid": "true", "aria-describedby": f"wrong-{self.wrong}"} if self.wrong else {}

    def chosen(self, changed: Mapping[str, Any]) -> Markup:
        """The attributes of a box in which one chooses."""
        return attributes({"required": self.said.get("needed"), **changed, **self.wrongly})

    def choices(self, given: Any) -> list[Choice]:
        """What one may choose: what the template gives (words, keys with their words, with a hint or not, or what has
        an id or a key, and a name), or what the order lists."""
        rows = given.items() if isinstance(given, Mapping) else given or self.said.get("enum", ())
        return [choice(one) for one in rows]


class Choice(NamedTuple):
    """One of the things that a box offers, with the ``sign`` of whose it is, if that is drawn."""

    key: str
    words: str
    hint: str = ""
    sign: Any = None


def choice(one: Any) -> Choice:
    """A choice as it is given."""
    if isinstance(one, str | int):
        return Choice(str(one), str(one))
    if not isinstance(one, tuple):
        return Choice(
            str(one.id if hasattr(one, "id") else one.key), one.name, sign=one if hasattr(one, "colour") else None
        )
    key, words = one
    return Choice(str(key), *words) if isinstance(words, tuple) else Choice(str(key), words)


def attributes(marks: Mapping[str, Any]) -> Markup:
    """Attributes of an element as a template names them (``hx_get``, ``class_``), without those that are none."""
    return Markup(
        "".join(
            f" {called(name)}" if value is True else f' {called(name)}="{escape(value)}"'
            for name, value in marks.items()
            if value is not None and value is not False and not isinstance(value, Undefined)
        )
    )


def press(
    to: str,
    words: str,
    look: str = "",
    id: str = "",
    label: str = "",
    around: str = "",
    about: str = "",
    secret: bool = False,
    **sent: object,
) -> Markup:
    """A button that sends by itself, with what it names; the words of what it is ``about`` have this id. What is
    ``secret`` leaves none of them on the device while it waits to be sent. A page may have hundreds, so it is no macro;
    nor are `key` and the signs below."""
    named = "".join(
        f'<input type="hidden" name="{escape(name)}" value="{escape(value)}">'
        for name, value in sent.items()
        if value is not None and not isinstance(value, Undefined)
    )
    form = attributes({"class": around or None, "action": to, "data-secret": "" if secret else None})
    button = attributes(
        {"class": look or None, "id": id or None, "aria-label": label or None, "aria-describedby": about or None}
    )
    return Markup(f'<form{form} method="post" novalidate>{key()}{named}<button{button}>{escape(words)}</button></form>')


def key() -> Markup:
    """What tells one sending of a form from another."""
    return Markup(f'<input type="hidden" name="key" value="{fresh_key()}">')


def flag(side: Any) -> Markup:
    """The sign of a side."""
    return flag_of(side.colour, side.text_colour, side.name, side.code)


@lru_cache(maxsize=500)
def flag_of(colour: str, text_colour: str, name: str, code: str) -> Markup:
    """The same, drawn once."""
    style = Markup("--flag:{};--on-flag:{}").format(colour, text_colour)
    return Markup('<span class="flag" style="{}" title="{}">{}</span>').format(style, name, code)


@cache
def called(name: str) -> str:
    """An attribute as HTML spells it."""
    return name.rstrip("_").replace("_", "-")


@pass_context
def form_for(
    context: Context,
    action: str,
    to: str,
    here: bool | None = None,
    before: str = "",
    anew: bool = False,
    which: Mapping[str, object] | None = None,
) -> Form:
    """The form of an action. It is the one that this page answers if it sends to where that came, unless told; of those
    that send to one address, if it is of ``which`` that was sent."""
    if here is None:
        here = request.method == "POST" and unquote(to.partition("?")[0]) == request.script_root + request.path
        here = here and all(request.form.get(name) == str(value) for name, value in (which or {}).items())
    return Form(g.room.game.actions[action].order, to, here, context.get("error"), before, anew)


def register(app: Flask) -> None:
    """What the macros ask."""
    app.add_template_global(form_for)
    app.add_template_filter(attributes)
    app.add_template_filter(said_at)
    for drawn in (press, key, flag):
        app.add_template_global(drawn, f"{drawn.__name__}_drawn")
