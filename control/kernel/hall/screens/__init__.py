"""The screens on the walls, and what they show."""
