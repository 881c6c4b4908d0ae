"""Winter letters: written, posted, handed over."""
