"""What a player may decide besides another card: split, double, follow, surrender, insure."""
