"""The rota: which umpire minds what, and codes of one's own."""
