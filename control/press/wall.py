"""Printouts of this chapter."""

from __future__ import annotations

from control.press.kinds import Kind

KINDS: tuple[Kind, ...] = ()
