"""What umpires carry and what hangs in the hall."""
