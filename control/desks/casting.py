"""Players, parts, the door, the rota, and papers to be printed again."""

from __future__ import annotations

from flask import Blueprint

bp = Blueprint("casting", __name__, url_prefix="/casting")
