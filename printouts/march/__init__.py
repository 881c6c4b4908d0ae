"""Papers of the march: cards, orders, the log, the walk round the table."""
