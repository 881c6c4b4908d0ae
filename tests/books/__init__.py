"""The books, works and winter."""
