"""A catalogue signed with another key is refused at every start, and `/readyz` reports it."""

from functools import partial
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from redis import Redis
from sqlalchemy import Engine

from app.api.parts import ApiParts
from app.cli import main
from app.i18n import Message
from app.service.secret_keys import keys
from app.service.signing import KeyRing
from app.settings.environment import load
from app.store.signing_state import StoredGenerations
from replays.catalogue.connecting import connect as catalogue_at
from replays.catalogue.connecting import prepare, writing
from replays.installation.parts import InstallationFault
from replays.installation.starting import join
from replays.transparency import store
from replays.transparency.merkle import Leaf
from replays.transparency.store import foreign
from tests.api.helpers import say_farewell
from tests.closing import at_end
from tests.server.helpers import free_port
from tests.service.helpers import GAME, Clock
from wsgi import create_app

OURS, THEIRS = "5e" * 32, "7f" * 32


@pytest.fixture
def environ(redis_url: str, tmp_path: Path) -> dict[str, str]:
    """The settings of a service beside a store."""
    return {
        "CONQUIAN_DATA": str(tmp_path / "data"),
        "REDIS_URL": redis_url,
        "CONQUIAN_SECRET": OURS,
        "CATALOGUE_URL": f"sqlite:///{tmp_path / 'catalogue.sqlite'}",
    }


@pytest.fixture
def engine(environ: dict[str, str]) -> Engine:
    """The catalogue that the settings name."""
    catalogue = catalogue_at(environ["CATALOGUE_URL"])
    at_end(catalogue.dispose)
    return catalogue


def _ring(redis: Redis, environ: dict[str, str], clock: Clock | None = None) -> KeyRing:
    settings = load(environ)
    return KeyRing(keys(settings).sign, StoredGenerations(redis), settings.origin, clock or Clock())


def _sign(engine: Engine, ring: KeyRing, at_ms: int) -> None:
    with writing(engine) as connection:
        store.append(connection, [Leaf(GAME, 3, b"d" * 32)])
        assert store.checkpoint(connection, ring, at_ms)


def _found(engine: Engine, ring: KeyRing) -> Message | None:
    with engine.connect() as connection:
        return foreign(connection, ring)


def test_a_catalogue_without_checkpoints_is_anybodys(
    redis: Redis, environ: dict[str, str], engine: Engine
) -> None:
    prepare(engine)
    assert _found(engine, _ring(redis, environ)) is None


def test_a_catalogue_is_recognised_after_rotations_and_if_the_store_lost_them(
    redis: Redis, environ: dict[str, str], engine: Engine
) -> None:
    clock = Clock()
    clock.now = 4_000_000_000_000
    ring = _ring(redis, environ, clock)
    ring.rotate()
    clock.now += 60_000
    _sign(engine, ring, clock.now)
    assert _found(engine, ring) is None
    redis.flushall()
    assert _found(engine, _ring(redis, environ)) is None


@pytest.mark.parametrize("more", [{"CONQUIAN_SECRET": THEIRS}, {"CONQUIAN_ORIGIN": "elsewhere.example"}])
def test_a_catalogue_signed_otherwise_is_refused_and_both_are_named(
    more: dict[str, str], redis: Redis, environ: dict[str, str], engine: Engine
) -> None:
    theirs, ours = _ring(redis, environ | more), _ring(redis, environ)
    _sign(engine, theirs, 1_790_000_000_000)
    with pytest.raises(InstallationFault, match="belongs to another installation") as refused:
        join(load(environ))
    assert theirs.origin in str(refused.value)
    assert ours.origin in str(refused.value)
    assert "CATALOGUE_URL" in str(refused.value)


def test_one_origin_and_two_keys_are_two_installations(
    redis: Redis, environ: dict[str, str], engine: Engine
) -> None:
    environ["CONQUIAN_ORIGIN"] = "games.example"
    _sign(engine, _ring(redis, environ | {"CONQUIAN_SECRET": THEIRS}), 1_790_000_000_000)
    assert _found(engine, _ring(redis, environ)) is not None


@pytest.mark.parametrize("words", [("serve",), ("worker",), ("clock",), ("archive", "now")], ids=" ".join)
def test_every_process_that_archives_or_signs_refuses_to_start(
    words: tuple[str, ...], redis: Redis, environ: dict[str, str], engine: Engine
) -> None:
    _sign(engine, _ring(redis, environ | {"CONQUIAN_SECRET": THEIRS}), 1_790_000_000_000)
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("PORT", str(free_port()))
        done: Result = CliRunner().invoke(main, words, env=environ)
    assert done.exit_code == 1
    assert "belongs to another installation" in done.output


def test_readiness_reports_a_foreign_catalogue_during_operation(
    redis: Redis, environ: dict[str, str], engine: Engine
) -> None:
    app = create_app(ApiParts(load(environ), keys(load(environ)), redis))
    at_end(partial(say_farewell, app))
    client = app.test_client()
    ready = client.get("/readyz")
    assert (ready.status_code, ready.get_json()["checks"]["catalogue"]) == (200, "ok")
    _sign(engine, _ring(redis, environ | {"CONQUIAN_SECRET": THEIRS}), 1_790_000_000_000)
    away = client.get("/readyz")
    assert away.status_code == 503
    assert "belongs to another installation" in away.get_json()["detail"]
