"""What cards that somebody has seen are worth: counted through a shoe, or lying on the table."""
