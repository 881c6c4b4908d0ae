"""The book: what it says about something, rulings and options, and what changing a table would have altered."""
