"""Rounds by the chart, as kernels over random shoes."""
