"""What lies on the cloth map or stands on a table: sheets for it, and the signs of the clans."""
