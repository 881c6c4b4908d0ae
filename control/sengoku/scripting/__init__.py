"""The rules on the command line, from JSON to JSON: a battle, its odds, a season of orders.

What anything comes to is in `rules`; what a running game is asked over HTTP is in `control/kernel/pages`.
"""
