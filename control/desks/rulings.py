"""The rulings: options in force, who changed what, and what would have been different."""

from __future__ import annotations

from flask import Blueprint

bp = Blueprint("rulings", __name__, url_prefix="/rulings")
