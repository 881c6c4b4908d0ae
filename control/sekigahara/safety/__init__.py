"""Going on from paper."""
