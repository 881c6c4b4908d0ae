"""What every umpired game needs: store and journal, actions and undo, sign-in, live screens, copies, printing, drawing.

A file belongs here if it would serve a game of another century as it is. What knows a clan, a season or an army goes to
the game's own folder.
"""
