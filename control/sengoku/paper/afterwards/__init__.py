"""What is handed out when all is over: the results, and each clan's story."""
