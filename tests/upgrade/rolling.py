"""The trial of an upgrade: from one version to another and back, process by process, under load."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from tests.operator.parts import parts
from tests.operator.roles import Version
from tests.operator.site import Site, site
from tests.soak.client import Service
from tests.unreliable import relay_to
from tests.upgrade.load import Load
from tests.webhooks.receiver import receiving

PROCESSES: Final[Mapping[str, str]] = {
    "worker": "worker",
    "people": "people",
    "courier": "courier",
    "clock": "clock",
    "api-0": "api",
    "api-1": "api",
}
"""The role of each process, in the order of an upgrade: those that only read entries come first."""

_TRACEBACK = "Traceback (most recent call last)"


def roll(versions: Sequence[Version], seed: int, moves: int = 20) -> Iterator[str]:
    """Start the first version, replace each process by the next ones in turn; `moves` are made after each.

    Yields a line for each step. AssertionError if an answer was an error other than 503 with Retry-After, if
    anything acknowledged is lost or doubled, or if a process failed.
    """
    with (
        TemporaryDirectory(prefix="cq-") as home,
        parts(Path(home)) as servers,
        site(servers, 0, Path(home), CONQUIAN_WEBHOOK_NETWORKS="127.0.0.0/8") as started,
        relay_to(started.dial) as relay,
        receiving() as receiver,
    ):
        for name, role in PROCESSES.items():
            started.start(name, role, versions[0])
        load = Load(relay.port, receiver, started.operate, seed)
        load.goes_on(moves)
        for name, version in _replace(started, versions):
            load.goes_on(moves)
            yield f"{name} is of {version.root.name}: {load.moves} moves in {load.games} games"
        load.end()
        started.close()
        assert not any(_TRACEBACK in text for text in started.output), "\n".join(started.output)
        yield f"answers: {_counted(load)}"


def restart(versions: Sequence[Version], seed: int, moves: int = 20) -> Iterator[str]:
    """Stop `conquian serve` under load and start it with the next version on the same data, in turn.

    Yields a line for each step and raises as `roll` does.
    """
    with TemporaryDirectory(prefix="cq-") as home, receiving() as receiver:
        service = Service(Path(home), CONQUIAN_WEBHOOK_NETWORKS="127.0.0.0/8")
        try:
            service.start(versions[0])
            load = Load(service.port, receiver, service.operate, seed)
            for version in versions[1:]:
                load.goes_on(moves)
                service.end()
                service.start(version)
                load.goes_on(moves)
                yield f"conquian serve is of {version.root.name}: {load.moves} moves in {load.games} games"
            load.end()
            yield f"answers: {_counted(load)}"
        finally:
            service.stop()
        log = (Path(home) / "log").read_text()
        assert _TRACEBACK not in log, log


def steps(versions: Sequence[Version]) -> int:
    """Return how many lines `roll` and `restart` yield together."""
    return (len(versions) - 1) * (len(PROCESSES) + 1) + 2


def _replace(started: Site, versions: Sequence[Version]) -> Iterator[tuple[str, Version]]:
    """Replace each process by one of each later version in turn. Yield its name and version when it is ready.

    The way back to the first version is taken in the reverse order.
    """
    for version in versions[1:]:
        for name in reversed(list(PROCESSES)) if version == versions[0] else PROCESSES:
            started.stop(name)
            started.start(name, PROCESSES[name], version)
            yield name, version


def _counted(load: Load) -> str:
    return ", ".join(f"{count} of {answer}" for answer, count in sorted(load.answers.items()))
