"""The cloth map in the hall beside the program, province by province."""
