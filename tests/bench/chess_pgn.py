"""python-chess reading games from text (PGN), run by an interpreter that has it: positions at every ply."""

from importlib import import_module
from io import StringIO
from random import Random

LONGEST = 300


def texts(games: int, chance: Random) -> list[str]:
    """So many random games as PGN, none longer than `LONGEST` plies."""
    chess, pgn = import_module("chess"), import_module("chess.pgn")
    pgns = []
    for _ in range(games):
        board = chess.Board()
        while board.ply() < LONGEST and not board.is_game_over():
            moves = list(board.legal_moves)
            board.push(moves[int(chance.random() * len(moves))])
        pgns.append(str(pgn.Game.from_board(board)))
    return pgns


if __name__ == "__main__":
    from rounds import answer

    pgn = import_module("chess.pgn")
    kept: list[str] = []

    def replay(chance: Random) -> int:
        """One game read, which takes it through all of its positions."""
        if not kept:
            kept.extend(texts(40, chance))
        game = pgn.read_game(StringIO(kept[int(chance.random() * len(kept))]))
        return sum(1 for _ in game.mainline_moves())

    answer(replay)
