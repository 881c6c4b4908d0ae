"""What must hold across the files of a scenario, and what an author should be told besides."""
