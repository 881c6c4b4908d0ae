"""A campaign: its state and its beginning, what hands do at the table, how it is scored, and what may be done in it."""
