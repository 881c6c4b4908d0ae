"""Copies at the pages, packs, starting midway."""
