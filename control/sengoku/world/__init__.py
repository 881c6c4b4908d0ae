"""What several chapters ask: land, sides, people, titles, the ledger; and how a game begins.

What serves one chapter alone goes there.
"""
