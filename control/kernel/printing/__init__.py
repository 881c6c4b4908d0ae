"""The engine of printing: what a kind of paper is, making a printing, jobs and their progress. No paper itself."""
