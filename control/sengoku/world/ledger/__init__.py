"""The books: what each clan has, and the one way by which points move.

What makes somebody pay goes to the chapter that says why.
"""
