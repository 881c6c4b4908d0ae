"""Announcements to the umpires, and who has read them."""
