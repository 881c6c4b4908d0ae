"""Who lives, leads, succeeds and bears which title, and whose papers have become wrong.

What an umpire does with people goes to the chapter `people`.
"""
