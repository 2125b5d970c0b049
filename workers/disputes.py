"""What the service owes disputes, as jobs: the machine's verdict, and the end of what nobody answered."""

from collections.abc import Callable

from app.store.keys import Kind, kind_of

Job = Callable[[str], object]


def by_kind(play: Job, settle: Job) -> Callable[[str], None]:
    """The job of whatever is rung for: `settle` for a dispute, `play` for everything else."""

    def job(log: str) -> None:
        settle(log) if kind_of(log) is Kind.DISPUTE else play(log)

    return job
