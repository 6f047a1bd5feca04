"""Every open table as this process runs and shows it."""
