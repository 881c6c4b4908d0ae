"""Covert work on paper."""
