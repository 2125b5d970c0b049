"""`conquian log`: checkpoints of a witness, compared with honest and dishonest services."""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from flask import Flask
from sqlalchemy import Engine

from app.cli.log import log
from app.http.problems import install
from app.service.signing import KeyRing
from replays.api.transparency import blueprint
from replays.catalogue.connecting import connect, prepare, writing
from replays.transparency import store
from replays.transparency.checkpoints import read
from replays.transparency.merkle import Leaf
from replays.transparency.remote import split
from tests.loopback import on_loopback

from .transparency.rings import ring

RING = ring(0, 4_500)
SIZES = (2, 3, 7, 12)
Make = Callable[..., Engine]


def game(number: int) -> str:
    return f"g-{number % 64:02x}{number:022}"


@pytest.fixture
def make(tmp_path: Path) -> Iterator[Make]:
    """Makes trees that are signed at some sizes; `other` is the number of a game that ended otherwise."""
    made: list[Engine] = []

    def tree(*sizes: int, keys: KeyRing = RING, other: int | None = None) -> Engine:
        made.append(prepare(connect(f"sqlite:///{tmp_path}/{len(made)}.sqlite")))
        for begin, end in zip((0, *sizes), sizes, strict=False):
            ended = [Leaf(game(n), 1 + (n == other), bytes(32)) for n in range(begin, end)]
            with writing(made[-1]) as connection:
                store.append(connection, ended)
                store.checkpoint(connection, keys, 1_000 * end)
        return made[-1]

    yield tree
    for engine in made:
        engine.dispose()


@contextmanager
def serving(engine: Engine) -> Iterator[str]:
    """The address of a service that has nothing but the log."""
    app = Flask(__name__)
    install(app)
    app.register_blueprint(blueprint(lambda: engine, lambda name: None))
    with on_loopback(app) as address:
        yield address


@pytest.fixture
def keys(tmp_path: Path) -> str:
    """The list of keys in a file."""
    return keys_of(RING, tmp_path / "keys.json")


def keys_of(key_ring: KeyRing, path: Path) -> str:
    path.write_text(json.dumps(key_ring.document()))
    return str(path)


def run(url: str, *words: str) -> Result:
    return CliRunner().invoke(log, [*words, "--url", url])


def exported(engine: Engine, path: Path, *more: str) -> str:
    with serving(engine) as url:
        result = run(url, "export", *more)
    assert result.exit_code == 0
    path.write_text(result.stdout)
    return str(path)


def test_an_export_holds_every_checkpoint_and_can_be_continued(make: Make, tmp_path: Path) -> None:
    engine = make(*SIZES)
    whole = Path(exported(engine, tmp_path / "whole")).read_text()
    assert [read(note).size for note in split(whole)] == list(SIZES)
    begun = Path(exported(make(*SIZES[:2]), tmp_path / "begun")).read_text()
    rest = Path(exported(engine, tmp_path / "rest", "--after", "3")).read_text()
    assert begun + rest == whole


def test_an_honest_service_agrees_with_the_exported_checkpoints(
    make: Make, tmp_path: Path, keys: str
) -> None:
    files = [exported(make(*sizes), tmp_path / f"{len(sizes)}") for sizes in (SIZES[:2], SIZES)]
    with serving(make(*SIZES, 20)) as url:
        alone = run(url, "verify", files[1], "--keys", keys)
        both = run(url, "verify", *files, "--keys", keys)
    assert (alone.exit_code, both.exit_code) == (0, 0)
    assert "4 checkpoints, from 2 games on 1970-01-01 00:00:02 UTC to 12 games" in alone.stdout
    assert "log now, 20 games" in alone.stdout
    assert "2 keys of conquian/test" in alone.stdout
    assert "Not proved: that others were shown the same log" in alone.stdout
    assert "Not proved" not in both.stdout


@pytest.mark.parametrize(
    ("sizes", "other", "why"),
    [
        ((*SIZES, 20), 0, "is not proved to begin with that of"),
        ((*SIZES, 20), 11, "is not proved to begin with that of"),
        (SIZES, 5, "different roots: there are two logs"),
        (SIZES[:3], None, "now has 7 leaves; 12 were signed before"),
    ],
)
def test_a_service_that_changed_or_lost_a_game_is_caught(
    make: Make, tmp_path: Path, keys: str, sizes: tuple[int, ...], other: int | None, why: str
) -> None:
    kept = exported(make(*SIZES), tmp_path / "kept")
    with serving(make(*sizes, other=other)) as url:
        result = run(url, "verify", kept, "--keys", keys)
    assert result.exit_code == 1
    assert result.stderr.startswith("Not proved: ")
    assert why in result.stderr


def test_two_witnesses_of_two_different_logs_find_the_fork(make: Make, tmp_path: Path, keys: str) -> None:
    honest = make(*SIZES)
    files = [exported(honest, tmp_path / "one"), exported(make(*SIZES, other=1), tmp_path / "two")]
    with serving(honest) as url:
        result = run(url, "verify", *files, "--keys", keys)
    assert (result.exit_code, "there are two logs" in result.stderr) == (1, True)


def test_checkpoints_of_strangers_and_of_retired_keys_are_not_believed(
    make: Make, tmp_path: Path, keys: str
) -> None:
    stranger = ring(0, seed=b"stranger")
    with serving(make(*SIZES)) as url:
        for number, signers in enumerate((stranger, ring(0))):
            kept = exported(make(*SIZES, keys=signers), tmp_path / f"kept {number}")
            result = run(url, "verify", kept, "--keys", keys)
            assert result.exit_code == 1
            assert result.stderr.startswith("Not proved: ")


@pytest.mark.parametrize("text", ["", "nothing", "a\n\nb\n", "a\n\nb\n\nc"])
def test_an_invalid_file_of_checkpoints_is_refused(make: Make, tmp_path: Path, keys: str, text: str) -> None:
    (tmp_path / "kept").write_text(text)
    with serving(make(2)) as url:
        result = run(url, "verify", str(tmp_path / "kept"), "--keys", keys)
    assert result.exit_code == 2
    assert "no file of checkpoints" in result.stderr


def test_proofs_are_verified_before_they_are_shown(make: Make, keys: str) -> None:
    with serving(make(*SIZES)) as url:
        note = run(url, "checkpoint", "--keys", keys)
        proved = run(url, "inclusion", game(4), "--keys", keys)
        between = run(url, "inclusion", game(4), "--size", "9")
        grown = run(url, "consistency", "3", "12", "--keys", keys)
        missing = run(url, "inclusion", game(99))
    assert [each.exit_code for each in (note, proved, between, grown, missing)] == [0, 0, 0, 0, 2]
    assert read(note.stdout).size == 12
    assert json.loads(proved.stdout)["leaf"]["game"] == game(4)
    assert (proved.stderr, "no checkpoint of this size" in between.stderr) == ("", True)
    assert json.loads(grown.stdout)["path"]
    assert "not_logged" in missing.stderr


def test_a_proof_signed_by_a_stranger_is_not_shown(make: Make, tmp_path: Path) -> None:
    keys = keys_of(ring(0, seed=b"stranger"), tmp_path / "other.json")
    with serving(make(*SIZES)) as url:
        for words in (["checkpoint"], ["inclusion", game(1)], ["consistency", "2", "7"]):
            result = run(url, *words, "--keys", keys)
            assert (result.exit_code, result.stdout) == (1, "")
            assert "no known key" in result.stderr


def test_a_refusal_names_the_wrong_argument_in_one_sentence(make: Make) -> None:
    with serving(make(*SIZES)) as url:
        misnamed, backwards = run(url, "inclusion", "g-nope"), run(url, "consistency", "5", "2")
    assert "'validation_failed': game: This text must match " in misnamed.stderr
    assert backwards.stderr.endswith("old before new.\n")
    assert (misnamed.exit_code, backwards.exit_code) == (2, 2)


def test_an_unavailable_service_is_reported() -> None:
    result = run("http://127.0.0.1:9", "checkpoint")
    assert (result.exit_code, "does not answer" in result.stderr) == (2, True)
