"""Papers of honour and rank."""
