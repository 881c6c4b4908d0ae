"""A battle from its opening, round by round, to its end; its page, its sheet, and what may come of it."""
