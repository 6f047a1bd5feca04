"""Agents against each other at Poker: duplicate deals, all-in adjustment, confidence intervals, ratings."""
