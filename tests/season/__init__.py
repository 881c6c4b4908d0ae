"""The gate, the seasons, the first of them."""
