"""The printouts that draw on several chapters, and how a printing is made of them.

What is printed for one chapter alone goes there; how it is drawn is in `printouts`.
"""
