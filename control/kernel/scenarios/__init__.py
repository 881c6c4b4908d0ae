"""Reading a scenario: its tables and sheets, and every fault in them with its place."""
