"""Orders, phases, manoeuvres, the map desk."""
