"""Jobs of disputes: the automatic verdict, and the end of disputes without an answer."""

from collections.abc import Callable

from app.store.keys import LogKind, kind_of

Job = Callable[[str], object]


def by_kind(play: Job, settle: Job) -> Callable[[str], None]:
    """Return the job of the bots' queue: `settle` for a dispute, `play` for everything else."""

    def job(log: str) -> None:
        settle(log) if kind_of(log) is LogKind.DISPUTE else play(log)

    return job
