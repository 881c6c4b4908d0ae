"""Spending, giving and correcting points, and troops announced for the next season (handbook 5; R23–R27)."""
