"""What goes wrong at a poker table, by kind: section 5 of the document."""
