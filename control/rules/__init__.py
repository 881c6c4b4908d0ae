"""The rules of the games the house umpires: pure Python, tables as data, every result with its reasons.

Nothing here knows of Flask, the database, files or the clock; dice and cards come in from outside.
"""
