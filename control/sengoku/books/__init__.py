"""Income and expenditure: the books of a clan, musters, works and the winter.

What a clan has, and the way by which points move, is in `control/sengoku/world/ledger`.
"""
