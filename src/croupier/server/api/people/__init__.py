"""People over HTTP: signing in, accounts, staff, and players' own limits."""
