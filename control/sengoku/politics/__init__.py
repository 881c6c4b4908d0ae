"""Letters, edicts, treaties, and the Bakufu: calls, rebels, petitions."""
