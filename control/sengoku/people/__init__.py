"""Who plays whom and who they are: casting, the door, players, kin, the court, titles, succession, codes, corrections;
what binds people and clans: bonds, hostages, dues."""
