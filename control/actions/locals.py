"""What the locals of a non-aligned province answer: join, let pass, fight, or raise an army (R16)."""
