"""Orders by keyboard: the grid of all armies, the missing ones by clan, and a list pasted or sent as a file."""

from __future__ import annotations

from flask import Blueprint

bp = Blueprint("order_grid", __name__, url_prefix="/orders")
