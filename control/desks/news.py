"""The season’s news, chosen and released by Game Control."""

from __future__ import annotations

from flask import Blueprint

bp = Blueprint("news", __name__, url_prefix="/news-desk")
