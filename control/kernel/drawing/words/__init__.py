"""Words on a map: where each has room, and how it is set."""
