"""Castles, fortresses and public buildings; provinces and places that change hands (R21, R24, R25, R33)."""
