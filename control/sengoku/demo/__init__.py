"""The demo game: a year that plays itself to any moment, to learn on; and the rehearsal of a whole day."""
