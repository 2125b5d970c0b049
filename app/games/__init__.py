"""The games: pure rules without clock, chance, input or output; standard library only."""
