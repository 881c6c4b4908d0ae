"""Treaties between clans, and passages."""

from __future__ import annotations

from flask import Blueprint

bp = Blueprint("treaties", __name__, url_prefix="/treaties")
