"""Commands about the documents: reading, comparing, checking, settings, coverage."""
