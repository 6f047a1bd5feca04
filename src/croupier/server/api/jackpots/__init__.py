"""Jackpot links over HTTP: what they are, what their displays show, what staff may do with them."""
