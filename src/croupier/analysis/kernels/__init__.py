"""Compiled arithmetic. Nothing here knows a pay table; importing it imports Numba, so import it late."""
