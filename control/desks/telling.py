"""The list of each desk of what it must still tell, and whom."""

from __future__ import annotations

from flask import Blueprint

bp = Blueprint("telling", __name__, url_prefix="/tell")
