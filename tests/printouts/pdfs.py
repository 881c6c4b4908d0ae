"""Printouts as PDFs of their own, for tests that look at one at a time."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from control.sengoku.battle.rounds.sheet_questions import battle_sheet_data
from control.sengoku.rules.tables import Options, Tables
from printouts.battle import battle_sheet as sheet
from printouts.battle import battle_slip as slip
from printouts.march import army_cards as army
from printouts.march import missing_orders as missing
from printouts.march import order_cards as order
from printouts.march import walk_round as walk
from printouts.paper import printed

MADE: set[bytes] = set()
"""What a test put on paper: looked over at its end (``conftest.py``)."""


def pdf_of(draw: Callable[..., None], *things: Any, title: str = "A printout", stock: str = "A4") -> bytes:
    """What a function of ``printouts`` puts on paper."""
    pdf = printed(title, lambda paper: draw(paper, *things), stock=stock)
    MADE.add(pdf)
    return pdf


def order_cards(cards: Any) -> bytes:
    """Order cards."""
    return pdf_of(order.order_cards, cards, title="Order cards")


def army_cards(cards: Any) -> bytes:
    """Army cards."""
    return pdf_of(army.army_cards, cards, title="Army cards")


def battle_sheet(tables: Tables, options: Options | None = None) -> bytes:
    """The battle sheet."""
    return pdf_of(sheet.battle_sheet, battle_sheet_data(tables, options or Options()), title="Battle sheet")


def battle_slips(slips: Any) -> bytes:
    """Battle slips."""
    return pdf_of(slip.battle_slips, slips, title="Battle slips")


def missing_orders(missed: Any) -> bytes:
    """What is missing from the table."""
    return pdf_of(missing.missing_orders, missed, title="Missing from the table")


def walk_round(round_: Any) -> bytes:
    """The walk-round sheets."""
    return pdf_of(walk.walk_round, round_, title="Walk-round")
