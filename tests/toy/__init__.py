"""A second game, which proves the seam: the kernel serves, undoes, verifies and prints it, and keeps its secrets."""
