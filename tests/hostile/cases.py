"""Hostile inputs as rows: number, name, and the required outcome.

The numbers are those of the list that `test_all_covered.py` holds.
"""

from collections.abc import Callable
from dataclasses import dataclass

import pytest

from tests.hostile.service import Answer, Game, Service

Send = Callable[[Service, Game], list[Answer]]
Statuses = int | tuple[int, ...]


@dataclass(frozen=True)
class Case:
    """A hostile input: what is sent, and the status and code of the one answer to it."""

    number: int
    name: str
    send: Send
    status: Statuses
    code: str

    def check(self, service: Service, game: Game) -> Answer:
        """The answer, which is the only one and as foreseen, and nothing was written."""
        before = service.stored()
        answers = self.send(service, game)
        assert service.stored() == before, "a refused request has written something"
        assert len(answers) == 1, answers
        (answer,) = answers
        allowed = (self.status,) if isinstance(self.status, int) else self.status
        assert answer.status in allowed, (answer.status, answer.body)
        assert answer.code == self.code, answer.body
        return answer


def table(cases: list[Case]) -> pytest.MarkDecorator:
    """The parameters of a test that runs every case."""
    return pytest.mark.parametrize("case", cases, ids=[f"{case.number}: {case.name}" for case in cases])
