"""What can go wrong at a table (section 5), a room for each kind of mistake."""
