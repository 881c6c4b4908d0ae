"""Starting in the middle of a day, from what was typed in."""
