"""Announcements, and who has read them."""

from __future__ import annotations

from flask import Blueprint

bp = Blueprint("announcements", __name__, url_prefix="/announcements")
