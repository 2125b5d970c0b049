"""A bot that is a Python object: lays the most cards it can, else the first move that is no fold."""


class Longest:
    """Made anew for every game and seat, so it may remember the game, and nothing of other games."""

    def __call__(self, view, legal, chance, seen):
        most = max(len(move.get("use", "")) for move in legal)
        best = [move for move in legal if len(move.get("use", "")) == most and move["type"] != "fold"]
        return chance.pick(best or legal)
