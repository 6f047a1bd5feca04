"""Agents against each other: duplicate deals, all-in adjustment, ratings."""
