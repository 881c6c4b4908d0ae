"""Letters written in winter, and how they arrive (handbook 2; R34)."""
