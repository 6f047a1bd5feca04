"""Multi-Link Progressive Texas Hold'em Poker: every deal counted."""
