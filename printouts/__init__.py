"""How things look on paper: values in, drawn on a `Paper`. What several papers share lies beside the chapters.

No question, rule or row: what is printed, and for whom, is said in files `_papers` of the games.
"""
