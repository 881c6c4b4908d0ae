"""The season's news, chosen from the journal or written, and released by hand."""
