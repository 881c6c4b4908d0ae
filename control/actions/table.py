"""The cloth map and the program, compared province by province."""
