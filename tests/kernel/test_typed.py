"""Reading orders: strictly from JSON, kindly from forms, and always with a sentence at the field."""

from __future__ import annotations

import gc
import json
from contextlib import nullcontext

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import Field, create_model

from control.kernel.errors import OrderNotUnderstood
from control.kernel.typed import (
    Order,
    number,
    one_of,
    one_or_each,
    parse,
    quoted,
    read,
    several,
    several_numbers,
    text,
    whole_number,
)


class Leg(Order):
    """A part of a trial order."""

    to: text("a province", 1)


class Trial(Order):
    """An order with every kind of field."""

    troops: number(-3, 10_000, "a number of counters")
    tactic: one_of("a tactic", "outflank", "fortify") = "outflank"
    reason: text("a reason", 3, 20) = "for a test"
    legs: list[Leg] = Field(default_factory=list)
    sure: bool = False
    late: bool | None = None


def refusal(data, **more):
    """The error an order is refused with."""
    with pytest.raises(OrderNotUnderstood) as caught:
        read(Trial, data, **more)
    return caught.value


@pytest.mark.parametrize(
    ("data", "field", "sentence"),
    [
        ({}, "troops", '"troops" is missing.'),
        ({"troops": "18"}, "troops", 'A number of counters is a whole number from −3 to 10,000, not "18".'),
        ({"troops": None}, "troops", "A number of counters is a whole number from −3 to 10,000, not null."),
        ({"troops": 10**9}, "troops", "A number of counters is from −3 to 10,000, not 1,000,000,000."),
        ({"troops": -4}, "troops", "A number of counters is from −3 to 10,000, not −4."),
        ({"troops": 1, "tactic": "outflnk"}, "tactic",
         'A tactic is one of outflank, fortify, not "outflnk". Did you mean "outflank"?'),
        ({"troops": 1, "tactic": ["outflank"]}, "tactic", 'A tactic is one of outflank, fortify, not ["outflank"].'),
        ({"troops": 1, "reason": " a  "}, "reason", "A reason is needed, in 3 letters or more."),
        ({"troops": 1, "reason": "x" * 21}, "reason", "A reason has 21 letters; 20 fit."),
        ({"troops": 1, "reason": 7}, "reason", "A reason is text, not 7."),
        ({"troops": 1, "reason": "abc\ud800"}, "reason", "A reason has characters that are none."),
        ({"troops": 1, "reason": "abc\x00"}, "reason", "A reason has characters that are none."),
        ({"troops": 1, "legs": "kai"}, "legs", '"legs" is a list in square brackets, not "kai".'),
        ({"troops": 1, "legs": [{"to": "kai"}, {"two": "x"}]}, "legs.1.to", '"to" is missing.'),
        ({"troops": 1, "legs": [{"to": ""}]}, "legs.0.to", "A province is needed."),
        ({"troops": 1, "legs": [7]}, "legs.0", 'One of "legs" is an object in braces, not 7.'),
        ({"troops": 1, "sure": "perhaps"}, "sure", '"sure" is true or false, not "perhaps".'),
        ({"troops": 1, "trops": 2}, "trops", 'There is no field "trops" here. Did you mean "troops"? '
         "Possible: troops, tactic, reason, legs, sure, late."),
        ({"troops": 10**4000}, "troops", f"A number of counters is from −3 to 10,000, not {10**56}…."),
        ({"troops": 1, "t" * 9999: 2}, "t" * 9999, f'There is no field "{"t" * 56}…" here. '
         "Possible: troops, tactic, reason, legs, sure, late."),
    ],
)  # fmt: skip
def test_what_is_wrong_is_told_with_what_would_be_right(data, field, sentence):
    error = refusal(data)
    assert (error.field, error.sentence) == (field, sentence)


class Person(Order):
    """An order with a choice that may stay empty."""

    sex: one_of("a sex", "", "male", "female") = ""


def test_a_choice_that_may_stay_empty_is_not_named_among_those_that_are_right():
    with pytest.raises(OrderNotUnderstood) as caught:
        read(Person, {"sex": "boy"})
    assert caught.value.sentence == 'A sex is one of male, female, not "boy".'


@pytest.mark.parametrize(
    ("kind", "given", "sentence"),
    [
        (several("the blocks"), 7, "The blocks are a list in square brackets, not 7."),
        (several("the blocks", "ii", "mori"), ["iii"], 'Each of the blocks is one of ii, mori, not "iii".'),
        (several("a province"), 7, "A province is named in a list in square brackets, not 7."),
        (several_numbers(99, "the number of a card"), 7, "The number of a card is named in a list in square brackets"),
        (several_numbers(99, "a card"), [3, "E3"], 'A card is a whole number from 1 to 99, not "E3".'),
        (several_numbers(99, "a card"), "3, 100", "A card is a whole number from 1 to 99, not 100."),
        (several_numbers(99, "a card"), [True], "A card is a whole number from 1 to 99, not true."),
        (text("the terms", 3), "a", "The terms are needed, in 3 letters or more."),
        (text("the terms of the news", 1, 2), "abc", "The terms of the news have 3 letters; 2 fit."),
        (text("the news of the clans"), 7, "The news of the clans is text, not 7."),
        (number(1, 9, "points"), 10, "Points are from 1 to 9, not 10."),
        (number(1, 9, "the number of east blocks"), 10, "The number of east blocks is from 1 to 9, not 10."),
        (text("a witness", 1), "", "A witness is needed."),
    ],
)
def test_a_sentence_about_several_things_has_the_verb_of_several(kind, given, sentence):
    with pytest.raises(OrderNotUnderstood) as caught:
        read(create_model("Some", it=(kind, ...)), {"it": given})
    assert caught.value.sentence.startswith(sentence)


@pytest.mark.parametrize("given", [[3, 7, 3], ["3", 7], "3, 7,"])
def test_a_list_of_numbers_is_read_as_scripts_and_forms_write_it(given):
    assert read(create_model("Some", it=(several_numbers(9, "a card"), ...)), {"it": given}).it == [3, 7]


@pytest.mark.parametrize(
    ("typed", "meant"),
    [("1,000", 1000), ("1 000", 1000), ("8.0", 8), ("−12,000.00", -12000), ("1.000", "1.000"), ("4,5", "4,5"),
     ("1,0000", "1,0000"), ("8.5", "8.5")],
)  # fmt: skip
def test_a_figure_is_read_as_a_spreadsheet_writes_it_where_it_means_one_thing(typed, meant):
    assert whole_number(typed) == meant


def test_the_possible_fields_of_an_inner_object_are_its_own():
    error = refusal({"troops": 1, "legs": [{"to": "kai", "form": "x"}]})
    assert (error.field, error.sentence) == ("legs.0.form", 'There is no field "form" here. Possible: to.')


def test_all_faults_are_told_the_first_first():
    error = refusal({"troops": "x", "tactic": "y", "reason": ""})
    assert [error.field, *(other.field for other in error.more)] == ["troops", "tactic", "reason"]


@pytest.mark.parametrize("data", [None, 7, "x", [], [1], True])
def test_an_order_is_an_object(data):
    assert "is a JSON object in braces" in refusal(data).sentence


@pytest.mark.parametrize(("typed", "meant"), [("18", 18), (" 18 ", 18), ("-3", -3), ("−3", -3), ("007", 7), ("+5", 5)])
def test_a_form_sends_numbers_as_text(typed, meant):
    assert read(Trial, {"troops": typed}, form=True).troops == meant


@pytest.mark.parametrize(
    "typed", ["ten", "1.5", "--5", "-", "−", "1e3", "٣", "²", "0x10", "1_000", "9" * 5000, "++5", "+", "+-5", "5 5"]
)
def test_a_form_does_not_guess_at_numbers(typed):
    error = refusal({"troops": typed}, form=True)
    assert (error.field, error.sentence.partition(", not ")[0]) == (
        "troops",
        "A number of counters is a whole number from −3 to 10,000",
    )
    assert len(error.sentence) < 200


def test_an_empty_box_is_not_filled_in():
    assert refusal({"troops": ""}, form=True).sentence == "Counters are missing: choose them, or fill them in."
    assert read(Trial, {"troops": "1", "tactic": "", "late": ""}, form=True) == Trial(troops=1)


@given(st.text())
def test_a_number_is_read_or_given_back_as_it_was(typed):
    assert whole_number(typed) == typed or isinstance(whole_number(typed), int)


@given(st.recursive(st.none() | st.booleans() | st.integers() | st.text(), lambda inner: st.lists(inner, max_size=3)))
def test_what_was_typed_is_quoted_shortly(value):
    assert len(quoted(value)) <= 61


VALUES = st.none() | st.integers() | st.text() | st.lists(st.integers())


@given(st.dictionaries(st.sampled_from([*Trial.model_fields, "unheard_of"]) | st.text(max_size=8), VALUES, max_size=6))
def test_anything_is_read_or_refused_with_a_sentence(data):
    refused = None
    try:
        read(Trial, data)
    except OrderNotUnderstood as error:
        refused = error
    assert refused is None or all(one.sentence[-1] in ".?" for one in (refused, *refused.more))


@pytest.mark.parametrize(
    ("document", "words"),
    [("{", "is no JSON: "), ("", "is empty: it"), ("[" * 100_000, "is nested too deep."), ("9" * 5000, "far too long."),
     ('["\\ud800"]', "characters that are none"),
     ('["\\uDFFF"]', "characters that are none"), ('{"\\u0000": 1}', "characters that are none"),
     ('[{"a": {"to": 1, "to": 1}}]', 'names "to" twice in one object, and each field is named once.')],
)  # fmt: skip
def test_a_document_that_is_no_json_gets_a_sentence(document, words):
    with pytest.raises(OrderNotUnderstood) as caught:
        parse(document, "The letter")
    assert caught.value.sentence.startswith("The letter ")
    assert words in caught.value.sentence


DOCUMENTS = st.recursive(
    st.none() | st.integers() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=8,
)


@given(DOCUMENTS)
def test_every_document_that_can_be_kept_is_read(value):
    if "\x00" not in json.dumps(value, ensure_ascii=False).replace("\\u0000", "\x00"):
        assert parse(json.dumps(value), "it") == value


@pytest.mark.parametrize("looks", [True, False])
@pytest.mark.parametrize("wrong", [True, False])
def test_while_a_list_is_answered_nothing_is_looked_for_that_could_be_thrown_away(looks, wrong):
    """All of it is kept until the last is answered; 12,000 armies in one season take a sixth less so."""
    looked = []

    def answer(one):
        looked.append(gc.isenabled())
        if wrong:
            raise OrderNotUnderstood("It cannot be read.")

    was = gc.isenabled()
    (gc.enable if looks else gc.disable)()
    try:
        with pytest.raises(OrderNotUnderstood) if wrong else nullcontext():
            one_or_each([1, 2], answer)
        assert (set(looked), gc.isenabled()) == ({False}, looks)
    finally:
        (gc.enable if was else gc.disable)()


def test_what_is_no_letter_but_turns_or_moves_those_behind_it_is_dropped():
    class Said(Order):
        words: text("words")
        lines: text("lines", lines=True) = ""

    said = read(Said, {"words": "O\x1bda\u202e ekat\u2069\x7f", "lines": "one\r\ntwo\u202d\x9b\x85three"})
    assert (said.words, said.lines) == ("Oda ekat", "one\ntwo\nthree")
    assert read(Said, {"words": "👩\u200d👧 O\u0301da"}).words == "👩\u200d👧 O\u0301da", "what joins letters stays"
