"""Splitting: how many hands it leads to, which pairs may be split, how rounds with a split end."""
