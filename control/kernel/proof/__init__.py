"""Proving that the journal makes the game again. Copies from which a proof goes on lie in `copies`."""
