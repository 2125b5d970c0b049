"""The meld solver: which cards can be laid out as combinations, and how (RULES 2 and 6)."""
