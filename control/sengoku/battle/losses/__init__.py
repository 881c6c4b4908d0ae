"""What a battle costs: counters off units, beaten levies, and the cards for risk with wounds and deaths.

The page on which cards are drawn is in `people`.
"""
