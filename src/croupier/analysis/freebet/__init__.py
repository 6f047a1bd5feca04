"""The exact mathematics of Free Bet Blackjack. Importing the kernels imports Numba; this file does not."""
