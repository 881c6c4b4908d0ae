"""Players, the parts they play, who is in the hall, the umpires’ rota, papers to be printed again."""
