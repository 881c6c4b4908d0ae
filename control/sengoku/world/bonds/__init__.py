"""Who is bound to whom by what: treaties, hostages, vassals, the Bakufu's calls, attitudes of those whom nobody plays.

Making and breaking a bond goes to `people`, `politics` and `land`, the chapters.
"""
