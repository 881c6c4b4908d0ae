"""The guides to the desks: what each does in a season, step by step, in the folder ``guides`` beside this file.

They are Markdown. A link names a page by its endpoint (``order_grid.show``), or a passage of the umpires' book by its
anchor (``#orders``).
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

GUIDES = Path(__file__).parent / "guides"


@cache
def guide_of(desk: str) -> str:
    """The guide to a desk."""
    return (GUIDES / f"{desk}.md").read_text(encoding="utf-8")
