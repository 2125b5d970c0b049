"""Random playouts of RLCard's gin-rummy environment, run by an interpreter that has it."""

from importlib import import_module
from random import Random

if __name__ == "__main__":
    from rounds import answer

    environment = import_module("rlcard").make("gin-rummy", config={"seed": 1})

    def play(chance: Random) -> int:
        """One game."""
        state, _ = environment.reset()
        decisions = 0
        while not environment.is_over():
            actions = list(state["legal_actions"])
            state, _ = environment.step(actions[int(chance.random() * len(actions))])
            decisions += 1
        return decisions

    answer(play)
