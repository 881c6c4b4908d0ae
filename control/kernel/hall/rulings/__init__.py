"""What was ruled in play."""
