"""The season’s news: chosen, edited, released."""
