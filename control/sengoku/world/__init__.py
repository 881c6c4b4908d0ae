"""What several chapters ask: land, sides, people, titles, treaties, the ledger, who must be told.

What serves one chapter alone goes there.
"""
