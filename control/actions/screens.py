"""The displays on the walls: what they show."""
