"""Non-Player Daimyo Control: what the locals of a province answer to an army (R16)."""

from __future__ import annotations

from flask import Blueprint

bp = Blueprint("npd", __name__, url_prefix="/npd")
