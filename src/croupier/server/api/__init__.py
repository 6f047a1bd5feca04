"""The house over HTTP: one file for each group of endpoints, rooms for money, jackpots and people."""
