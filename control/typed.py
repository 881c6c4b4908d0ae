"""Reading what somebody sent into a typed order, with a sentence at the field where it cannot be read.

JSON is read strictly (``"18"`` is no number); a web form sends nothing but text, so there digits count as a
number and an empty box as "not filled in".
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, TypeVar

from pydantic import BaseModel, BeforeValidator, ConfigDict, ValidationError, ValidationInfo, WithJsonSchema
from pydantic_core import ErrorDetails, PydanticCustomError

from control.rules.errors import OrderNotUnderstood, did_you_mean

MOST_TROOPS = 10_000
"""No side, army or garrison is larger (in counters of 1,000 men): more is a slip of the keyboard."""


class Order(BaseModel):
    """What an action or a script is asked to do: a fixed set of typed fields, read with `read`."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


Model = TypeVar("Model", bound=BaseModel)


def number(low: int, high: int, noun: str) -> Any:
    """A whole number from ``low`` to ``high``; ``noun`` names it in the sentence ("a die", "experience")."""

    def check(value: Any, info: ValidationInfo) -> int:
        if isinstance(value, str) and from_a_form(info):
            text = value.strip().replace("−", "-")
            value = int(text) if text.lstrip("-").isascii() and text.lstrip("-").isdigit() else value
        if isinstance(value, bool) or not isinstance(value, int):
            raise PydanticCustomError(
                "number", "{noun} is a whole number from {low} to {high}, not {shown}.",
                {"noun": noun, "low": low, "high": f"{high:,}", "shown": quoted(value)},
            )
        if not low <= value <= high:
            raise PydanticCustomError(
                "number", "{noun} is from {low} to {high}, not {shown}.",
                {"noun": noun, "low": low, "high": f"{high:,}", "shown": f"{value:,}".replace("-", "−")},
            )
        return value

    schema = {"type": "integer", "minimum": low, "maximum": high, "description": noun}
    return Annotated[int, BeforeValidator(check), WithJsonSchema(schema)]


def one_of(noun: str, *choices: str) -> Any:
    """One word of a short list; ``noun`` names it in the sentence ("a tactic")."""

    def check(value: Any) -> str:
        if value not in choices:
            raise PydanticCustomError(
                "choice", "{noun} is one of {choices}, not {shown}.{near}",
                {"noun": noun, "choices": ", ".join(choices), "shown": quoted(value),
                 "near": did_you_mean(value, choices) if isinstance(value, str) else ""},
            )
        return str(value)

    return Annotated[str, BeforeValidator(check), WithJsonSchema({"enum": list(choices), "description": noun})]


def text(noun: str, least: int = 0, most: int = 400) -> Any:
    """A line of text; ``least`` letters at least (so a reason says something), blanks at the ends dropped."""

    def check(value: Any) -> str:
        if not isinstance(value, str):
            raise PydanticCustomError("text", "{noun} is text, not {shown}.", {"noun": noun, "shown": quoted(value)})
        value = " ".join(value.split())
        if len(value) < least:
            raise PydanticCustomError(
                "text", "{noun} is needed, in {least} letters or more.", {"noun": noun, "least": least})
        if len(value) > most:
            raise PydanticCustomError(
                "text", "{noun} has {length} letters; {most} fit.",
                {"noun": noun, "length": len(value), "most": most})
        return value

    schema = {"type": "string", "minLength": least, "maxLength": most, "description": noun}
    return Annotated[str, BeforeValidator(check), WithJsonSchema(schema)]


def from_a_form(info: ValidationInfo) -> bool:
    """Whether this came from a web form, where everything is text."""
    return bool(info.context and info.context.get("form"))


def read(model: type[Model], data: Any, *, form: bool = False, what: str = "the order") -> Model:
    """Read ``data`` (parsed JSON, or a form's fields) as ``model``.

    Raises OrderNotUnderstood for the first fault, with the field's path; ``more`` on it lists the others.
    """
    if not isinstance(data, Mapping):
        raise OrderNotUnderstood(f"{capital(what)} is a JSON object in braces, not {quoted(data)}.")
    if form:
        data = {key: value for key, value in data.items() if value != ""}
    try:
        return model.model_validate(dict(data), context={"form": form}, strict=not form)
    except ValidationError as error:
        first, *more = [understood(detail, model) for detail in error.errors()]
        first.more = more
        raise first from None


def understood(detail: ErrorDetails, model: type[BaseModel]) -> OrderNotUnderstood:
    """One of pydantic's findings as a sentence of ours."""
    field = ".".join(str(part) for part in detail["loc"])
    name = field.rpartition(".")[2]
    match detail["type"]:
        case "missing":
            sentence = f'"{name}" is missing.'
        case "extra_forbidden":
            known = fields_at(model, detail["loc"][:-1])
            sentence = f'There is no field "{name}" here.{did_you_mean(name, known)}'
            if known:
                sentence += f" Possible: {', '.join(known)}."
        case "number" | "choice" | "text":
            sentence = capital(detail["msg"])
        case _:
            sentence = f'"{name}": {detail["msg"][:1].lower()}{detail["msg"][1:]}, not {quoted(detail["input"])}.'
    return OrderNotUnderstood(sentence, field=field)


def fields_at(model: Any, path: tuple[int | str, ...]) -> list[str]:
    """The names of the fields that the model at ``path`` inside ``model`` has; empty if it is no model."""
    for part in path:
        if isinstance(part, str):
            fields = getattr(model, "model_fields", {})
            model = fields[part].annotation if part in fields else None
        model = innermost(model)
    return list(getattr(model, "model_fields", {}))


def innermost(annotation: Any) -> Any:
    """The model inside ``list[Model]`` or ``Model | None``; the annotation itself otherwise."""
    while not hasattr(annotation, "model_fields"):
        inside = [part for part in getattr(annotation, "__args__", ()) if part is not type(None)]
        if not inside:
            return annotation
        annotation = inside[-1]
    return annotation


def quoted(value: Any) -> str:
    """What was typed, short enough to repeat."""
    shown = f'"{value}"' if isinstance(value, str) else {True: "true", False: "false", None: "null"}.get(
        value if isinstance(value, (bool, type(None))) else "", "") or repr(value)
    return shown if len(shown) <= 60 else shown[:57] + "…" + ('"' if isinstance(value, str) else "")


def capital(sentence: str) -> str:
    """The sentence with a capital first letter."""
    return sentence[:1].upper() + sentence[1:]
