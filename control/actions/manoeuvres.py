"""Splitting and merging armies; garrisons that go along with an army, and counters it leaves behind."""
