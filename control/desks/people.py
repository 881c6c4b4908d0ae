"""People: where they are, wounds, hostages, the draws that are due, and who succeeds."""

from __future__ import annotations

from flask import Blueprint

bp = Blueprint("people", __name__, url_prefix="/people")
