"""How far results stray: one bet over many Rounds, several together, and how unlikely a result is."""
