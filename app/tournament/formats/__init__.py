"""The formats of tournaments, one a module: each says who meets whom in the next round, and why."""
