"""Who plays whom and who they are: casting, the door, players, kin, titles, succession, risk draws, codes."""
