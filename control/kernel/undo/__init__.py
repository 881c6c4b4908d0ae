"""Taking back: an entry alone, or with all that rests on it."""
