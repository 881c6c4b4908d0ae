"""Papers of battle: its sheet, its slip, its cards."""
