"""The campaign on the command line, from JSON to JSON: a combat, a march, a whole campaign.

What anything comes to is in `rules`; what a running game is asked over HTTP is in `control/kernel/pages`.
"""
