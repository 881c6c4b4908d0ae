"""Secret tactics: both generals choose, each on his own page or through the umpire; sealed until both have chosen."""
