"""This season's orders: one at a time, in the grid, or as a list; who may march and whose order is missing."""
