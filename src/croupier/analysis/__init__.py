"""Exact mathematics, simulation and reports; every number is read from the edition."""
