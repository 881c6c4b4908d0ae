"""The ledger of honour and its pages."""
