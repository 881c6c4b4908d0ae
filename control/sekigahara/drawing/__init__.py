"""The drawing of the board, the same for page and paper, from longitude and latitude."""
