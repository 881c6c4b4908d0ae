"""What hangs, lies or is cut out in the hall."""
