"""The clock, rulings, the journal's page, screens, the handbook's page."""
