"""The report of an audit for people: one page in their language."""
