"""What was entered, and the state, as each desk may read it. What enters something is in `actions`."""
