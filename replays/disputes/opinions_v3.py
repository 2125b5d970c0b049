"""The third version of the judge: evidence that the log bears out leaves `history_altered` undecided."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Final

from replays.disputes import opinions_v2
from replays.disputes.case import Case, Opinion
from replays.disputes.state import Claim, VerdictOutcome


def _history_altered(case: Case) -> Opinion:
    """Evidence that was signed after a change of the log is borne out as well, so it rejects nothing."""
    found = opinions_v2.OPINIONS[Claim.HISTORY_ALTERED](case)
    return (
        replace(found, outcome=VerdictOutcome.UNDECIDED)
        if found.outcome is VerdictOutcome.REJECTED
        else found
    )


OPINIONS: Final[Mapping[Claim, Callable[[Case], Opinion]]] = MappingProxyType(
    {**opinions_v2.OPINIONS, Claim.HISTORY_ALTERED: _history_altered}
)
"""What each claim comes to."""
