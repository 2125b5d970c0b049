"""Random playouts of OpenSpiel's gin_rummy, run by an interpreter that has it."""

from importlib import import_module
from random import Random

if __name__ == "__main__":
    from rounds import answer

    game = import_module("pyspiel").load_game("gin_rummy")

    def play(chance: Random) -> int:
        """One game; the deal is drawn evenly, card by card, as its chance nodes have it."""
        state, decisions = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes = state.chance_outcomes()
                state.apply_action(outcomes[int(chance.random() * len(outcomes))][0])
            else:
                actions = state.legal_actions()
                state.apply_action(actions[int(chance.random() * len(actions))])
                decisions += 1
        return decisions

    answer(play)
