"""When something broke: a day is typed back in from paper, and the game goes on from it."""
