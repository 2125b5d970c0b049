"""Log lines and metrics of a process, and the functions that it calls before it ends."""
