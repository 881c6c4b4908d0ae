"""When something broke: a day is typed back in from paper, and the game goes on from it.

The paper itself is in `control/sengoku/paper/fallback`, copies and the spare in `control/kernel`.
"""
