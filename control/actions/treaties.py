"""Treaties between clans, and passages granted (R16)."""
