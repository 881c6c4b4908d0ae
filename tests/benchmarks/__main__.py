"""`python -m tests.benchmarks`: measure everything and print the table."""

from tests.benchmarks.run import main

main()
