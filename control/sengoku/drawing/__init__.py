"""What only this game draws: the crests of its clans."""
