"""What every umpired game needs: the store, copies, typed orders, undo, verify, the API."""
