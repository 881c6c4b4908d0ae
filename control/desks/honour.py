"""The ledger of honour on a Controller’s phone; trend, levelling and release for Game Control."""

from __future__ import annotations

from flask import Blueprint

bp = Blueprint("honour", __name__, url_prefix="/honour")
