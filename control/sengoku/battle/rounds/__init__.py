"""A battle from its opening, round by round, to its end; its page, its sheet, and what may come of it.

What it costs goes to `losses`; how a round comes out is in `control/sengoku/rules/battle`.
"""
