"""The cloth map and the program compared, province by province."""

from __future__ import annotations

from flask import Blueprint

bp = Blueprint("walk_round", __name__, url_prefix="/walk-round")
