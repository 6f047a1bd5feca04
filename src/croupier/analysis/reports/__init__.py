"""Figures on paper: par sheets, strategy cards, tables for other programs."""
