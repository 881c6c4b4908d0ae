"""Dice, cards and seeds; sealed choices; games of two in which one wins what the other loses. No rule of a game."""
