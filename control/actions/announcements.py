"""Announcements from Game Control to the desks, with who has read them."""
