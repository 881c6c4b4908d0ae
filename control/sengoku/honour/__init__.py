"""Honour: claims, the table, the board of status."""
