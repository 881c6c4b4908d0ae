"""What each audience may see, as frozen dataclasses: a page cannot show what was never fetched."""
