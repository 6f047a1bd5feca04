"""Poker: equity of hands and ranges, and what the rake costs."""
