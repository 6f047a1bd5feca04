"""What must be true after every step, whatever has failed."""
