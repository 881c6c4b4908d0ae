"""What must be said in the hall, and to whom.

What the kernel says to every desk (announcements) is in `control/kernel/hall`.
"""
