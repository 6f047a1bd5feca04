"""Croupier runs casino table games exactly as their approved rule documents say."""
