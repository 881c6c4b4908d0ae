"""People: visiting, going along with an army, hostages, who follows a dead Daimyo."""
