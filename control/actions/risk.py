"""Risk to persons: the draws that are due, the card, wounds and deaths (R8, R19)."""
