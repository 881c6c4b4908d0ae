"""The week and its phases: cards and bids, movement, the battles one by one and what follows them."""
