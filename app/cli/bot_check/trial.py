"""Game in memory: one seat is played from outside, `greedy` plays the others."""

from typing import Any, Final

from marshmallow import ValidationError

from app.api.schemas.commands import move_schema
from app.bots.hand_history import HandHistory
from app.bots.roster import decision
from app.bots.strategy import Seen
from app.cli.simulate.plan import TableSetup
from app.games.cards import Seat
from app.games.codec import freeze
from app.games.errors import GameError
from app.games.table import wire
from app.games.table.commands import Create
from app.games.table.decide import create, decide, pending
from app.games.table.evolve import fold
from app.games.table.state import Table, awaited, bots_awaited
from app.games.table.view import legal, view
from app.http.parser import problem_of
from app.service.pending_decisions import bodies

Json = dict[str, Any]
TESTED: Final = Seat(0)


class Trial:
    """A game at the table of `case`, on the deck of `key` (32 bytes).

    It is advanced until the tested seat is to act, or to its end.
    """

    def __init__(self, game: str, case: TableSetup, key: bytes) -> None:
        self._key = key
        self._history = HandHistory()
        self._table = fold(None, 1, create(_command(game, case, key)))
        self._settle()

    @property
    def is_over(self) -> bool:
        """Return whether the game has ended."""
        return self._table.is_over

    @property
    def decision(self) -> int:
        """Ply of the open question."""
        return self._table.decision

    def question(self) -> tuple[Json, list[Json], Seen]:
        """Return the input of a strategy: the view, the legal moves, and the history of the hand."""
        table = self._table
        return view(table, TESTED), bodies(table, TESTED), self._history.seen(table, TESTED)

    def asked(self, deadline_ms: int) -> Json:
        """Return the open question as in a message to a webhook."""
        table = self._table
        return {
            "game": table.game,
            "ply": table.decision,
            "seat": TESTED,
            "url": f"/v1/games/{table.game}",
            "view": view(table, TESTED),
            "deadline": deadline_ms,
            "moves": table.play.grouped(bodies(table, TESTED)),
        }

    def answer(self, command: Json) -> str | None:
        """Play this move of the tested seat; return the code of the refusal, None if it is accepted."""
        try:
            body = move_schema(self._table.play.name).load(command)
            fields = {name: freeze(value) for name, value in body.items()}
            fields.pop("expected_ply", None)
            self._play(TESTED, wire.command_from_json(self._table.play, fields))
        except ValidationError as wrong:
            return problem_of(wrong.messages).code
        except GameError as refusal:
            return refusal.code
        except ValueError:
            return "validation_failed"
        return None

    def stand_in(self) -> None:
        """Play a move of `greedy` for the tested seat."""
        self._bot(TESTED)
        self._settle()

    def _settle(self) -> None:
        while not self._table.is_over:
            due, asked = pending(self._table), bots_awaited(self._table)
            if due is not None:
                self._move(None, due)
            elif asked:
                self._bot(asked[0])
            elif TESTED in awaited(self._table):
                return
            else:
                raise AssertionError("nobody is asked in a game that goes on")

    def _play(self, seat: Seat, command: Any) -> None:
        self._move(seat, command)
        self._settle()

    def _bot(self, seat: Seat) -> None:
        table = self._table
        commands = legal(table, seat)
        moves = [wire.command_to_json(table.play, command) for command in commands]
        chosen = decision(
            "greedy", view(table, seat), moves, self._key, Seen(table.rules), play=table.play.name
        )
        self._move(seat, commands[moves.index(chosen)])

    def _move(self, seat: Seat | None, command: Any) -> None:
        table: Table = self._table
        events = decide(table, seat, command)
        self._history.record(events)
        self._table = fold(table, table.ply + 1, events)


def _command(game: str, case: TableSetup, key: bytes) -> Create:
    others = [{"kind": "bot", "bot": "greedy"}] * (case.players - 1)
    return Create(
        game=game,
        play=case.play.name,
        rules=case.sheet,
        seats=({"kind": "person"}, *others),
        entropy="none",
        reveal="game",
        token_hashes=("",) * case.players,
        game_key=key.hex(),
    )
