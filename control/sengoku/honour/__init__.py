"""Honour: claims, the table, the board of status.

Honour that another chapter proposes is in `control/sengoku/world/people`, the order that it gives in
`control/sengoku/rules/people`.
"""
