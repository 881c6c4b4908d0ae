"""Reading what somebody sent into a typed order, with a sentence at the field where it cannot be read.

JSON is read strictly (``"18"`` is no number); a web form sends nothing but text, so there digits count as a
number and an empty box as "not filled in".
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from typing import Annotated, Any, TypeVar, get_args

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    ValidationError,
    ValidationInfo,
    WithJsonSchema,
    create_model,
)
from pydantic_core import ErrorDetails, PydanticCustomError

from control.kernel.codes import read_code
from control.kernel.errors import LeftOpen, OrderError, OrderNotUnderstood, did_you_mean, left_open
from control.kernel.memory import throwing_nothing_away
from control.kernel.values import dataclass
from control.kernel.wording import UNWRITABLE, capital, figure, is_plural, legible


class Order(BaseModel):
    """What an action or a script is asked to do: a fixed set of typed fields, read with `read`."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True, defer_build=True)


def made_order(name: str, said: str, base: type[Order] = Order, /, **fields: Any) -> type[Order]:
    """An order whose fields have the names that a game gives them: of each its type, with its default if it has one."""
    pairs: dict[str, Any] = {key: of if isinstance(of, tuple) else (of, ...) for key, of in fields.items()}
    return create_model(name, __base__=base, __doc__=said, **pairs)


Model = TypeVar("Model", bound=BaseModel)


@dataclass(frozen=True)
class Label:
    """How a field is called on a form, and whether it has room for several lines."""

    words: str
    lines: bool = False


def described(kind: type, check: Callable[..., Any], noun: str, label: str, lines: bool = False, **schema: Any) -> Any:
    """A type that is read by ``check``. On a form it is called by its ``label``: by its noun, unless one is given."""
    words = label or capital(re.sub(r"^(an?|the) (number of (?!an? |the ))?| \(.*\)$", "", noun))
    return Annotated[kind, BeforeValidator(check), WithJsonSchema({**schema, "description": noun}), Label(words, lines)]


def label_of(order: type[Order], name: str) -> Label:
    """How a field of an order is called on a form: its name, if its type does not say."""
    field = order.model_fields[name]
    inside = [mark for part in get_args(field.annotation) for mark in getattr(part, "__metadata__", ())]
    found = (mark for mark in (*field.metadata, *inside) if isinstance(mark, Label))
    return next(found, Label(capital(name.replace("_", " "))))


def wrong(kind: str, sentence: str, named: dict[str, Any]) -> PydanticCustomError:
    """What is wrong, in a sentence whose verb goes with the noun: a card is, the cards are."""
    if is_plural(named["noun"]):
        sentence = re.sub("^{noun} is ", "{noun} are ", re.sub("^{noun} has ", "{noun} have ", sentence))
    return PydanticCustomError(kind, sentence, named)


def number(low: int, high: int, noun: str, label: str = "", card: str = "") -> Any:
    """A whole number from ``low`` to ``high``; ``noun`` names it in the sentence ("a die", "experience"). What has
    cards of its own, of these kinds, may be named by the code on one."""
    bounds = {"noun": noun, "low": figure(low), "high": figure(high)}

    def check(value: Any, info: ValidationInfo) -> int:
        if isinstance(value, str) and value.strip()[:1].upper() in {*card}:
            value = of_a_card(value)
        if isinstance(value, str) and from_a_form(info):
            value = whole_number(value)
        if isinstance(value, bool) or not isinstance(value, int):
            raise wrong(
                "number",
                "{noun} is a whole number from {low} to {high}, not {shown}.",
                {**bounds, "shown": quoted(value)},
            )
        if not low <= value <= high:
            raise wrong(
                "number",
                "{noun} is from {low} to {high}, not {shown}.",
                {**bounds, "shown": figure(value) if abs(value) < 10**18 else quoted(value)},
            )
        return value

    return described(int, check, noun, label, type="integer", minimum=low, maximum=high)


def of_a_card(typed: str) -> int:
    """The number that the code on a card stands for."""
    try:
        return read_code(typed).number
    except OrderNotUnderstood as error:
        raise wrong("code", "{said}", {"noun": "", "said": error.sentence}) from None


THOUSANDS = re.compile(r"(?<=\d)[,\s](?=\d{3}(?!\d))")
"""The comma in 12,000, or the blank; that in 4,5 is none of these, and a point may begin decimals."""
NO_DECIMALS = re.compile(r"(?<=\d)\.0{1,2}$")


def whole_number(typed: str) -> int | str:
    """The whole number that somebody typed (``8``, ``+2``), or that a spreadsheet wrote (``8.0``, ``1,000``); the text
    itself if it is none, or too long to be meant."""
    digits = THOUSANDS.sub("", NO_DECIMALS.sub("", typed.strip().replace("−", "-")))
    return int(digits) if re.fullmatch(r"[+-]?[0-9]{1,18}", digits) else typed


Die = number(1, 6, "a die")


def one_of(noun: str, *choices: str, label: str = "") -> Any:
    """One word of a short list; ``noun`` names it in the sentence ("a tactic")."""

    def check(value: Any) -> str:
        if value not in choices:
            raise wrong(
                "choice",
                "{noun} is one of {choices}, not {shown}.{near}",
                {
                    "noun": noun,
                    "choices": ", ".join(filter(None, choices)),
                    "shown": quoted(value),
                    "near": did_you_mean(value, choices) if isinstance(value, str) else "",
                },
            )
        return str(value)

    return described(str, check, noun, label, enum=list(choices))


def text(
    noun: str,
    least: int = 0,
    most: int = 400,
    *,
    lines: bool = False,
    gaps: bool = False,
    label: str = "",
    meant: Callable[[Any], Any] = lambda typed: typed,
) -> Any:
    """A line of text, or several ``lines``; ``least`` letters at least (so a reason says something), needless blanks
    dropped, and empty lines too, unless one between two others is a gap that is kept (``gaps``). ``meant`` says what
    is kept of what was typed, where that can be written in several ways."""

    def check(value: Any) -> str:
        value = meant(value)
        if not isinstance(value, str):
            raise wrong("text", "{noun} is text, not {shown}.", {"noun": noun, "shown": quoted(value)})
        value = legible(value)
        if lines:
            tidy = [" ".join(part.split()) for part in value.splitlines()]
            kept = [part for part, before in zip(tidy, ["", *tidy], strict=False) if part or (gaps and before)]
            line = "\n".join(kept).rstrip("\n")
        else:
            line = " ".join(value.split())
        if not is_writable(line):
            raise wrong("text", "{noun} has characters that are none.", {"noun": noun})
        if len(line) < least:
            needed = "{noun} is needed." if least == 1 else "{noun} is needed, in {least} letters or more."
            raise wrong("text", needed, {"noun": noun, "least": least})
        if len(line) > most:
            raise wrong(
                "text", "{noun} has {length} letters; {most} fit.", {"noun": noun, "length": len(line), "most": most}
            )
        return line

    return described(str, check, noun, label, lines, type="string", minLength=least, maxLength=most)


def several(noun: str, *choices: str, label: str = "") -> Any:
    """A list of words, each one of ``choices`` if there are any; or a line of them with commas in between."""
    each = "Each of {noun} is" if is_plural(noun) else "{noun} is"
    a_list = "{noun} is " + ("" if is_plural(noun) else "named in ") + "a list in square brackets, not {shown}."

    def check(value: Any) -> list[str]:
        parts = value.split(",") if isinstance(value, str) else value
        if not isinstance(parts, list) or not all(isinstance(part, str) and is_writable(part) for part in parts):
            raise wrong("text", a_list, {"noun": noun, "shown": quoted(value)})
        found = list(dict.fromkeys(part.strip() for part in parts if part.strip()))
        for part in found:
            if choices and part not in choices:
                raise wrong(
                    "choice",
                    each + " one of {choices}, not {shown}.{near}",
                    {
                        "noun": noun,
                        "choices": ", ".join(choices),
                        "shown": quoted(part),
                        "near": did_you_mean(part, choices),
                    },
                )
        return found

    items = {"type": "string", **({"enum": list(choices)} if choices else {})}
    return described(list, check, noun, label, type="array", items=items)


def several_numbers(most: int, noun: str, label: str = "") -> Any:
    """A list of whole numbers from 1 to ``most``, or a line of them with commas in between; ``noun`` names one."""

    def check(value: Any) -> list[int]:
        parts = [part for part in value.split(",") if part.strip()] if isinstance(value, str) else value
        if not isinstance(parts, list):
            said = "{noun} is named in a list in square brackets, not {shown}."
            raise wrong("text", said, {"noun": noun, "shown": quoted(value)})
        found = [
            int(part) if isinstance(part, str) and re.fullmatch(r"\s*[0-9]{1,15}\s*", part) else part for part in parts
        ]
        for part in found:
            if isinstance(part, bool) or not isinstance(part, int) or not 1 <= part <= most:
                said = "{noun} is a whole number from 1 to {most}, not {shown}."
                raise wrong("number", said, {"noun": noun, "most": figure(most), "shown": quoted(part)})
        return list(dict.fromkeys(found))

    items = {"type": "integer", "minimum": 1, "maximum": most}
    return described(list, check, noun, label, type="array", items=items)


def whole_text(noun: str, most: int) -> Any:
    """A whole file of text, kept as it is but for the ends of its lines."""

    def check(value: Any) -> str:
        if not isinstance(value, str):
            raise wrong("text", "{noun} is text, not {shown}.", {"noun": noun, "shown": quoted(value)})
        found = value.replace("\r\n", "\n")
        if not found.strip() or not is_writable(found):
            raise wrong("text", "{noun} is needed, without characters that are none.", {"noun": noun})
        if len(found) > most:
            raise wrong(
                "text", "{noun} has {length} letters; {most} fit.", {"noun": noun, "length": len(found), "most": most}
            )
        return found if found.endswith("\n") else f"{found}\n"

    return described(str, check, noun, "", True, type="string", minLength=1, maxLength=most)


def is_writable(line: str) -> bool:
    """Whether this can be kept and shown: JSON can spell halves of characters, and a database takes no NUL."""
    return not UNWRITABLE.search(line)


class NamedTwice(Exception):
    """A field that stands twice in one JSON object; its name."""


def each_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """A JSON object. Raises NamedTwice: Python would take the last of two and say nothing."""
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        raise NamedTwice(next(name for name in names if names.count(name) > 1))
    return found


def parse(document: str, what: str) -> Any:
    """What a JSON document says; ``what`` names it in the sentence. Raises OrderNotUnderstood if it is no JSON, or says
    something of one field twice: which of the two was meant nobody could tell."""
    try:
        found = json.loads(document, object_pairs_hook=each_once)
        if not re.search(r"\\u(d[89a-f]|0000)", document, re.IGNORECASE) or is_writable(plainly(found)):
            return found
        trouble = "has characters that are none (\\ud800 to \\udfff, or \\u0000)"
    except json.JSONDecodeError as error:
        where = f" (line {error.lineno}, column {error.colno})"
        trouble = f"is no JSON: {error.msg}{where}" if document.strip() else "is empty: it should say something in JSON"
    except RecursionError:
        trouble = "is nested too deep"
    except NamedTwice as error:
        trouble = f"names {quoted(error.args[0])} twice in one object, and each field is named once"
    except ValueError:  # Python reads no number of more than 4,300 digits
        trouble = "has a number that is far too long"
    raise OrderNotUnderstood(f"{what} {trouble}.")


def plainly(found: Any) -> str:
    """A JSON value with every character as itself."""
    return json.dumps(found, ensure_ascii=False).replace(r"\u0000", "\0")


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
        first, *more = [understood(detail, model, form) for detail in error.errors()]
        first.more = [*more]
        raise first from None


def understood(detail: ErrorDetails, model: type[BaseModel], form: bool) -> OrderNotUnderstood:
    """One of pydantic's findings as a sentence of ours; on a form, fields are called as people call them."""
    field = ".".join(str(part) for part in detail["loc"])
    name = called(detail["loc"], form)
    match detail["type"]:
        case "missing":
            if form and field in model.model_fields:
                return LeftOpen(left_open(label_of(model, field).words), field=field)  # type: ignore[arg-type]
            sentence = f"{name} is missing."
        case "extra_forbidden":
            known = fields_at(model, detail["loc"][:-1])
            word = str(detail["loc"][-1])
            sentence = f"There is no field {quoted(word)} here.{did_you_mean(word, known)}"
            if known:
                sentence += f" Possible: {', '.join(known)}."
        case "number" | "choice" | "text":
            sentence = capital(detail["msg"])
        case "bool_type" | "bool_parsing":
            sentence = f"{name} is true or false, not {quoted(detail['input'])}."
        case "list_type":
            sentence = f"{name} is a list in square brackets, not {quoted(detail['input'])}."
        case "dict_type" | "model_type" | "model_attributes_type":
            sentence = f"{name} is an object in braces, not {quoted(detail['input'])}."
        case "string_type":
            sentence = f"{name} is text in quotation marks, not {quoted(detail['input'])}."
        case "int_type" | "int_parsing" | "int_from_float":
            sentence = f"{name} is a whole number, not {quoted(detail['input'])}."
        case _:
            sentence = f"{name}: {detail['msg'][:1].lower()}{detail['msg'][1:]}, not {quoted(detail['input'])}."
    return OrderNotUnderstood(sentence, field=field)


def called(place: tuple[int | str, ...], form: bool) -> str:
    """What a field is called in a sentence: its name, or one of a list; on a form without underscores."""
    name = next((part for part in reversed(place) if isinstance(part, str)), "the order")
    quoted_name = f'"{name.replace("_", " ") if form else name}"'
    return f"One of {quoted_name}" if place and isinstance(place[-1], int) else quoted_name


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
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    shown = f'"{value}"' if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)
    return shown if len(shown) <= 60 else shown[:57] + "…" + ('"' if isinstance(value, str) else "")


@throwing_nothing_away()
def one_or_each(document: Any, answer: Callable[[Any], Any], noun: str = "") -> Any:
    """The answer to one thing asked, or to each of a list of them; in a list the number of the thing, from 0, comes
    first in the field of a fault, and one stops all. Raises OrderNotUnderstood for an empty list of a ``noun``."""
    if not isinstance(document, list):
        return answer(document)
    if noun and not document:
        raise OrderNotUnderstood(f"The list of {noun}s is empty; give one {noun} or more.")
    found = []
    for number, one in enumerate(document):
        try:
            found.append(answer(one))
        except OrderError as error:
            raise error.at(str(number)) from None
    return found
