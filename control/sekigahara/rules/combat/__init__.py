"""Combat (8): battles and sieges, play by play, every figure with its reason. A file for each thought."""
