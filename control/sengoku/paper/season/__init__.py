"""What is printed anew each season: cards, slips and sheets to fill in."""
