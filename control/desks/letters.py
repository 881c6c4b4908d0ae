"""Winter letters and winter travel."""

from __future__ import annotations

from flask import Blueprint

bp = Blueprint("letters", __name__, url_prefix="/letters")
