"""Sharing a side's losses out among its units: by their size, or as the umpire says (R5)."""
