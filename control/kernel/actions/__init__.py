"""What changes a game: what an action is, doing it in one transaction, and what is true whatever is done. The kernel's
own actions lie in the rooms that they serve."""
