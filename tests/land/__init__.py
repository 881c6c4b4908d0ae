"""Places and land that changes hands."""
