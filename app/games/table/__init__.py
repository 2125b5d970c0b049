"""The table: one pure decider for every game, from the first seat taken to the reveal."""
