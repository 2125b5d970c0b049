"""`tournament watch` across a restart of the service, and its end."""

from collections.abc import Iterable, Iterator
from itertools import chain, repeat
from types import SimpleNamespace
from typing import Any

import pytest

from app.cli.tournament.following import End, Follower, Help
from app.i18n import translate
from app.server.supervisor import StopSignal
from app.store.errors import StoreUnavailable
from app.store.keys import GameId
from app.tournament.state import WAIT_TEXTS, Tournament, Wait
from tests.cli.test_live import after, begun


class Restless(StopSignal):
    """A bell for which no time passes but on its own clock."""

    seconds = 0.0

    def pause(self, seconds: float) -> None:
        self.seconds += seconds


def follower(looks: Iterator[Any], waits: Iterable[Wait | None] = ()) -> Follower:
    """Follow a service that answers with `looks`, each a tournament or an error, and waits by `waits`."""

    def current(_: str) -> SimpleNamespace:
        look = next(looks)
        if isinstance(look, Exception):
            raise look
        return SimpleNamespace(state=look)

    remaining = iter(waits)

    def waits_for(state: Tournament) -> Wait | None:
        return next(remaining, None)

    bell, tournament_service = Restless(), SimpleNamespace(current=current, waits_for=waits_for)
    help_ = Help(lambda: None, lambda: None, alone=False)
    return Follower(tournament_service, help_, bell, lambda: bell.seconds)  # type: ignore[arg-type]


def test_the_reason_to_wait_is_printed_once_each_time(capsys: pytest.CaptureFixture[str]) -> None:
    looks = chain(repeat(begun(), 6), [after(begun(), 6)])
    waits = [None, Wait.ARCHIVE, Wait.ARCHIVE, None, Wait.CATALOGUE, Wait.CATALOGUE]
    assert follower(looks, waits).follow(GameId(begun().id)) is End.FINISHED
    output = capsys.readouterr().err
    assert [output.count(translate("en", WAIT_TEXTS[wait])) for wait in (Wait.ARCHIVE, Wait.CATALOGUE)] == [
        1,
        1,
    ]


AWAY = StoreUnavailable("the store cannot be reached")


def test_a_service_that_is_started_again_is_waited_for(capsys: pytest.CaptureFixture[str]) -> None:
    state, over = begun(), after(begun(), 6)
    looks = chain([state], repeat(AWAY, 20), [state, over])
    assert follower(looks).follow(GameId(state.id)) is End.FINISHED
    assert capsys.readouterr().err.count("The store cannot be reached; waiting for it.") == 1


def test_a_store_that_stays_away_is_not_waited_for_for_ever() -> None:
    with pytest.raises(StoreUnavailable):
        follower(repeat(AWAY)).follow(GameId(begun().id))
