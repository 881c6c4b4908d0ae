"""Claims: who is at work on an encounter or a battle, so that two umpires never settle the same one."""
