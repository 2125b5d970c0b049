"""Operator commands: list and rotate the signing keys, void a frozen game."""

import json

import pytest
from click.testing import CliRunner, Result
from redis import Redis

from app.cli import operator
from app.games.conquian.commands import Pass
from app.games.table.state import Status
from app.service.games import GameService
from app.service.signing import LEAD_MS, KeyRing
from app.store.canonical import parse
from app.store.client import connect
from app.store.signing_state import StoredGenerations
from replays.audit.audit import audit
from replays.record.receipts import key_list, read_keys
from replays.record.write import write_record
from tests.service.helpers import GAME, KEYS, Clock, key_ring, seated, service, table_for
from tests.service.races import Backup
from tests.verifier.node import auditor, sound


@pytest.fixture
def clock() -> Clock:
    """The clock of every process here, ahead of the store's."""
    clock = Clock()
    clock.now = 4_000_000_000_000
    return clock


@pytest.fixture
def ring(redis: Redis, clock: Clock) -> KeyRing:
    """The keys of the service."""
    return KeyRing(KEYS.sign, StoredGenerations(redis), clock=clock)


@pytest.fixture
def games(redis: Redis, clock: Clock) -> GameService:
    """The games of the service."""
    return service(redis, clock)


def keys(ring: KeyRing, *arguments: str) -> Result:
    return CliRunner().invoke(operator.key_commands(lambda: ring), arguments)


def void(games: GameService, game: str = GAME) -> Result:
    return CliRunner().invoke(operator.game_commands(lambda: games), ["void", game])


def test_a_rotation_prints_the_start_time_of_the_new_key(ring: KeyRing, clock: Clock) -> None:
    result = keys(ring, "rotate")
    assert result.exit_code == 0
    old, new = ring.keys()
    assert (new.from_ms, old.until_ms) == (clock.now + LEAD_MS, new.from_ms)
    assert result.output == f"{new.id}  signs from 2096-10-02T07:06:50.000Z\n"
    listed = keys(ring, "list").output.splitlines()
    assert listed == [
        f"{old.id}  signs from the beginning until 2096-10-02T07:06:50.000Z",
        f"{new.id}  signs from 2096-10-02T07:06:50.000Z",
    ]


def test_a_second_rotation_waits_for_the_first(ring: KeyRing, clock: Clock) -> None:
    keys(ring, "rotate")
    result = keys(ring, "rotate")
    assert (result.exit_code, len(ring.keys())) == (1, 2)
    assert "has not taken effect yet" in result.output
    clock.now += LEAD_MS
    assert keys(ring, "rotate").exit_code == 0
    assert len(ring.keys()) == 3


def test_the_json_list_equals_the_published_keys(ring: KeyRing) -> None:
    keys(ring, "rotate")
    output = keys(ring, "list", "--json").output
    assert json.loads(output) == ring.document()
    assert read_keys(output.encode()) == key_list(ring.document())


def test_a_store_that_is_away_is_one_sentence() -> None:
    away = KeyRing(KEYS.sign, StoredGenerations(connect("unix:///nowhere/at/all")))
    for arguments in (["list"], ["rotate"], ["list", "--json"]):
        result = keys(away, *arguments)
        assert (result.exit_code, result.output.startswith("Error: The store")) == (1, True)


def test_a_frozen_game_is_ended_by_the_operator_and_then_has_a_record(
    redis: Redis, games: GameService
) -> None:
    seated(games)
    backup = Backup(redis)
    games.act(GAME, games.current(GAME).table.hand.turn, Pass())
    backup.restore()
    assert games.current(GAME).table.status is Status.FROZEN
    result = void(service(redis))
    ended = games.current(GAME)
    assert (result.exit_code, result.output) == (
        0,
        f"{GAME}: void since ply {ended.ply}, its keys are open.\n",
    )
    assert (ended.table.status, ended.table.balances) == (Status.VOID, (0, 0))
    lines = b"".join(write_record(games.entries(GAME, 0))).splitlines()
    assert [parse(line)["public"]["command"]["type"] for line in lines[-4:-2]] == ["freeze", "void"]


def test_only_games_can_be_voided_by_the_operator(games: GameService) -> None:
    seated(games)
    for game, why in ((GAME, "is not frozen"), ("g-00" + "0" * 22, "no such game"), ("x", "not the id")):
        result = void(games, game)
        assert (result.exit_code, why in result.output) == (1, True), result.output
    assert games.current(GAME).table.status is Status.PLAYING


def end(games: GameService, game: str = GAME, *, answer: str | None = None) -> Result:
    """Return what comes of the command, answered or told not to ask."""
    words = ["end", game] if answer else ["end", game, "--yes"]
    return CliRunner().invoke(operator.game_commands(lambda: games), words, input=answer)


@pytest.mark.parametrize("seats", ["person open", "person greedy", "person person open"])
@pytest.mark.parametrize("plies", [0, 1])
def test_a_game_voided_by_the_operator_is_clean_for_both_verifiers(
    games: GameService, seats: str, plies: int
) -> None:
    variant = "mexican-3" if seats.count(" ") == 2 else "north-american"
    games.create(table_for(seats, variant), None)
    if plies and "open" not in seats:
        games.act(GAME, games.current(GAME).table.hand.turn, Pass())
    before = games.current(GAME)
    result = end(games)
    ended = games.current(GAME)
    assert (result.exit_code, result.output) == (
        0,
        f"{GAME}: void since ply {ended.ply}, its keys are open.\n",
    )
    assert (ended.table.status, ended.table.void_reason) == (Status.VOID, "operator")
    assert (ended.ply, ended.table.balances) == (before.ply + 1, before.table.balances)
    record = b"".join(write_record(games.entries(GAME, 0)))
    said_there = parse(record.splitlines()[-3])["public"]
    assert (said_there["actor"], said_there["command"]["type"]) == ("system", "void")
    with auditor() as verifier:
        assert sound(verifier.audit(record))
    assert audit(record).sound
    assert end(games).output == "Error: The game is over.\n"


def test_a_voided_frozen_game_keeps_the_reason_of_the_freeze(redis: Redis, games: GameService) -> None:
    seated(games)
    backup = Backup(redis)
    games.act(GAME, games.current(GAME).table.hand.turn, Pass())
    backup.restore()
    assert games.current(GAME).table.status is Status.FROZEN
    assert end(service(redis)).exit_code == 0
    assert games.current(GAME).table.void_reason == "history_rolled_back"


def test_the_command_asks_before_it_voids_a_game(games: GameService) -> None:
    seated(games)
    result = end(games, answer="n\n")
    assert (result.exit_code, "playing at ply 3, 2 persons" in result.output) == (1, True), result.output
    assert games.current(GAME).table.status is Status.PLAYING
    assert end(games, answer="y\n").exit_code == 0
    assert games.current(GAME).table.status is Status.VOID


def test_every_process_signs_with_the_keys_that_the_operator_lists(redis: Redis, ring: KeyRing) -> None:
    keys(ring, "rotate")
    assert key_ring(redis).document() == ring.document()
