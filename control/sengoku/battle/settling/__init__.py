"""Settling encounters: called by hand, answered by the people, parleyed, passed, given way in, or fought."""
