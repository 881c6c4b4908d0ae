"""The Bakufu's desk: calls, edicts, petitions and rebellions.

Who is Shogun is in `control/sengoku/people/court`.
"""
