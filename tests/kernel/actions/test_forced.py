"""What a rule forbids the desk which leads may force: nobody else, and with a reason that the journal keeps."""

from __future__ import annotations

from control.kernel.errors import OrderNotAllowed

TOO_MANY = {"province": "kai", "troops": 9}


def test_another_desk_is_told_at_the_same_field_who_alone_may_force_it(hall):
    plain = hall.refuse(OrderNotAllowed, "garrison.raise", "map", **TOO_MANY)
    forced = hall.refuse(OrderNotAllowed, "garrison.raise", "map", **TOO_MANY, force="the table says so")
    assert forced.sentence == f"{plain.sentence} Only Game Control may force it."
    assert (forced.field, forced.ruling) == (plain.field, plain.ruling) == ("troops", "R23")


def test_the_journal_says_that_it_was_forced_where_a_rule_forbade_it_and_nowhere_else(hall):
    allowed = hall.do("garrison.raise", "game", province="kai", troops=1, force="the monks pay")
    forced = hall.do("garrison.raise", "game", **TOO_MANY, force="the monks pay")
    assert "Forced" not in allowed.sentence
    assert forced.sentence.endswith(" Forced: the monks pay.")
