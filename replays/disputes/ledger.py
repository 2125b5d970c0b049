"""What disputes do to a ledger: the hands that are provisional, and what is corrected (RULES 13.7)."""

from collections.abc import Iterable, Sequence

from app.games.codec import Json
from replays.disputes.dispute import Dispute


def told(balances: Sequence[int], disputes: Sequence[Dispute]) -> Json:
    """What disputes say of a ledger with these `balances` by seat, as members of an object; none if none."""
    if not disputes:
        return {}
    return {
        "provisional": provisional(disputes),
        "corrections": corrections(disputes),
        "corrected": list(corrected(balances, disputes)),
    }


def provisional(disputes: Iterable[Dispute]) -> list[Json]:
    """The hands whose payment does not count yet, with the dispute that keeps it from counting."""
    return [
        {"hand_number": one.hand_number, "dispute": one.id, "state": str(one.state)}
        for one in disputes
        if not one.is_over
    ]


def corrections(disputes: Iterable[Dispute]) -> list[Json]:
    """What disputes that are over have changed: by dispute the amounts by seat, which sum to zero.

    A hand is paid back once: where two disputes about it come to the same amounts, the first counts.
    """
    found: dict[tuple[int, tuple[int, ...]], Json] = {}
    for one in disputes:
        if one.correction is not None:
            told = {"hand_number": one.hand_number, "dispute": one.id, "amounts": list(one.correction)}
            found.setdefault((one.hand_number, tuple(one.correction)), told)
    return list(found.values())


def corrected(balances: Sequence[int], disputes: Iterable[Dispute]) -> tuple[int, ...]:
    """The balances after every correction.

    >>> corrected((5, -5), ())
    (5, -5)
    """
    amounts = [one["amounts"] for one in corrections(disputes)]
    return tuple(balance + sum(change[at] for change in amounts) for at, balance in enumerate(balances))
