"""What waits for a second umpire."""
