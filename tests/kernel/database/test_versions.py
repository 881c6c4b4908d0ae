"""A row that went and comes again has no version that it had before: a form that showed the one does not change the
other."""

from __future__ import annotations

from control.kernel.errors import ChangedElsewhere
from control.kernel.proof.verify import verify
from control.sengoku.rows import MarchOrder
from tests.conftest import sign_in


def test_a_form_that_showed_an_order_which_was_taken_back_overwrites_no_other(hall):
    army = hall.an_army()
    hall.undo(hall.march(army, "shinano", version=0).number)
    hall.march(army, "suruga", version=0)
    hall.refuse(ChangedElsewhere, "army.order_march", army=army, route=["shinano"], version=1)
    assert hall.get(MarchOrder, army).route == ["suruga"]
    assert verify(hall.room).differences == ()


def test_an_order_that_an_undo_brings_back_goes_on_too(hall):
    army = hall.an_army()
    back = hall.undo(hall.march(army, "shinano").number)
    hall.undo(back.number)
    assert hall.get(MarchOrder, army).version == 2
    hall.march(army, "suruga", version=2)
    assert hall.get(MarchOrder, army).version == 3
    assert verify(hall.room).differences == ()


def test_an_order_given_after_a_restore_has_none_that_a_form_saw_before_it(hall, app):
    army = hall.an_army()
    copy = app.copies.make("asked")
    hall.march(army, "shinano", version=0)
    game = sign_in(app, "game")
    game.post(f"/safety/copies/{copy.name}/restore", data={"journal": len(hall.entries()), "key": "k"}, answers=303)
    hall.march(army, "suruga", version=0)
    hall.refuse(ChangedElsewhere, "army.order_march", army=army, route=["shinano"], version=1)
    assert verify(hall.room).differences == ()
