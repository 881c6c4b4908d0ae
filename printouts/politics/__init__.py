"""Letters, edicts, bonds, and the Bakufu’s sheet."""
