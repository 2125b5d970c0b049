"""Places of disputes in the lists of those that are not over."""

from typing import Final

from app.store.dispute_index import DisputePhase, DisputePlace
from app.store.keys import GameId
from replays.disputes.state import Dispute, DisputeState

_PHASES: Final = {
    DisputeState.OPEN: DisputePhase.OPEN,
    DisputeState.AWAITING_REVEAL: DisputePhase.AWAITING_REVEAL,
    DisputeState.JUDGED: DisputePhase.JUDGED,
}


def phase_of(dispute: Dispute) -> DisputePhase | None:
    """Return the phase in which a dispute is listed, None if it is over."""
    return DisputePhase.CONTESTED if dispute.for_arbiter else _PHASES.get(dispute.state)


def places_of(dispute: Dispute, *, public: bool) -> tuple[DisputePlace, ...]:
    """Return the place of a dispute about a game that is `public` or not; none if it is over."""
    phase = phase_of(dispute)
    if phase is None:
        return ()
    return (DisputePlace(GameId(dispute.id), dispute.since, phase, parties_of(dispute), public),)


def parties_of(dispute: Dispute) -> tuple[str, ...]:
    """Return the players that are parties to a dispute."""
    return tuple(party.player for party in dispute.parties if party.player is not None)


def wanted_phases(state: str | None, for_arbiter: bool | None) -> tuple[DisputePhase, ...]:
    """Return the phases of the disputes in `state`, and of those on which an arbiter may rule now or not."""
    return tuple(
        phase
        for phase in DisputePhase
        if state in (None, _STATES[phase]) and for_arbiter in (None, phase is DisputePhase.CONTESTED)
    )


_STATES: Final = {phase: state for state, phase in _PHASES.items()} | {
    DisputePhase.CONTESTED: DisputeState.JUDGED
}
