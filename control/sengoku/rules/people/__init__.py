"""People and clans: who goes before whom, who may give a title, the order by honour, the Shogun, how those whom
nobody plays answer; codes of generals, and names in kana.
"""
