"""Codes on cards: read however they are typed, and any one slip is noticed."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from control.kernel.codes import CHECKS, KINDS, Code, read_code
from control.kernel.errors import OrderNotUnderstood

CODES = st.builds(Code, st.sampled_from(sorted(KINDS)), st.integers(1, 999_999))
LETTERS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"


@given(CODES)
def test_what_is_printed_is_read_again(code):
    assert read_code(str(code)) == code


@given(CODES, st.data())
def test_capitals_blanks_and_hyphens_do_not_matter(code, data):
    typed = str(code).replace("-", data.draw(st.sampled_from(["", " ", "-", " - ", "--"])))
    assert read_code(f"  {typed.lower() if data.draw(st.booleans()) else typed} ") == code


@given(CODES, st.data())
def test_one_wrong_character_is_noticed(code, data):
    letters = str(code).replace("-", "")
    spot = data.draw(st.integers(0, len(letters) - 1))
    wrong = data.draw(st.sampled_from([letter for letter in LETTERS if letter != letters[spot]]))
    with pytest.raises(OrderNotUnderstood):
        read_code(letters[:spot] + wrong + letters[spot + 1 :])


@given(CODES, st.data())
def test_two_swapped_characters_are_noticed(code, data):
    letters = list(str(code).replace("-", ""))
    one, other = data.draw(st.lists(st.integers(0, len(letters) - 1), min_size=2, max_size=2, unique=True))
    if letters[one] == letters[other]:
        return
    letters[one], letters[other] = letters[other], letters[one]
    with pytest.raises(OrderNotUnderstood):
        read_code("".join(letters))


def test_the_check_character_is_never_one_that_people_confuse():
    assert not set(CHECKS) & set("ILO01")
    assert len(CHECKS) == 31


@pytest.mark.parametrize(
    "typed", ["", " ", "-", "A", "A-", "7-K", "A7", "AA-3", "A٣-3", "A1234567890-K", "X1-3", "😀", "A1-3-5"]
)
def test_what_is_no_code_gets_a_sentence_with_an_example(typed):
    with pytest.raises(OrderNotUnderstood) as caught:
        read_code(typed)
    assert caught.value.field == "code"
    assert caught.value.sentence.startswith(f'"{typed}" ')


def test_an_army_card_and_the_order_card_of_the_same_army_differ():
    assert str(Code("A", 7)) != str(Code("M", 7)).replace("M", "A")
