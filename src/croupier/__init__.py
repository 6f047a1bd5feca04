"""Croupier runs casino table games exactly as their approved rule documents say."""

__version__ = "1.0.0"
