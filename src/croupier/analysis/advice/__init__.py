"""Advice to one player at a practice table, and the process that works it out."""
