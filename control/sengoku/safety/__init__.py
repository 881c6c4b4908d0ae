"""When something breaks: copies, the fallback pack, and typing a day back in from paper."""
