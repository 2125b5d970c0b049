"""The report of an audit for people."""
