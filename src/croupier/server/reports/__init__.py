"""Reports: totals beside what the mathematics expects of the bets made, for pages and files."""
