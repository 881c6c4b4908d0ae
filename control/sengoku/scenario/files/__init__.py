"""One reader for each file of a scenario folder, each fault with its line."""
