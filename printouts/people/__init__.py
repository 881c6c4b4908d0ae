"""What players and their Controllers are handed."""
