"""Rounds of play after the fact: found, recalled, replayed, verified, counted."""
