"""The ledger of honour, its levelling, and the release of the status board (handbook 4; R28)."""
