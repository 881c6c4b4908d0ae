"""Covert work: what is commissioned, rolled for, found out and reported (handbook 5, R37)."""
