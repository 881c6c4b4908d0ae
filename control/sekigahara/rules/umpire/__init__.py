"""What only an umpire does: pieces named as they lie on the real table, and steps that he forces."""
