"""What stands on a map and beside it: crests, symbols, patterns, who serves whom; whether colours can be told apart."""
