"""The campaign of 1600: its rules, its drawing, its scenarios, its play, its papers.

What every umpired game needs is in `control/kernel`; nothing of Sengoku belongs here.
"""
