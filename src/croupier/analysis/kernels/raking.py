"""The rake of the table, compiled: the very functions that a table counts with."""

from croupier.analysis.kernels.compiling import njit
from croupier.money import raking

collect = njit(cache=True, error_model="numpy")(raking.collect)
walk_base = njit(cache=True, error_model="numpy")(raking.walk_base)
