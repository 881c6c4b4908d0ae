"""Letters, edicts, treaties, and the Bakufu: calls, rebels, petitions.

Making, paying and breaking bonds, titles and the Shogun are in `people`.
"""
