"""Money over HTTP: statements, the cashier's window, chips of the cage, hold."""
