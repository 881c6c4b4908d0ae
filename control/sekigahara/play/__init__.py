"""The campaign as it is played: orders, the state of play in its tables, what each side sees, how it begins."""
