"""Movement: the land and its ways, how far an army may go, a season by experience phases."""
