"""The gates of the seasons: what is open, what will be written, the Controllers’ ticks; winter step by step."""

from __future__ import annotations

from flask import Blueprint

bp = Blueprint("gate", __name__, url_prefix="/season")
