"""Income and expenditure: the books of a clan, musters, works and the winter."""
