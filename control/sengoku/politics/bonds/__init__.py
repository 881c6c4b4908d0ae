"""The register of bonds, what looks like a broken one, and how clans that nobody plays stand to others.

Making and breaking bonds is in `control/sengoku/people/bonds`.
"""
