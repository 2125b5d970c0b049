"""`decide` and `evolve` for a dispute (RULES 13). The actor is `seat:N`, `arbiter:<player>` or `system`."""

from collections.abc import Callable
from dataclasses import dataclass, fields, replace
from typing import Any, Final

from app.games.codec import Codec
from app.service.event_log import DecisionRefused, NoSuchLog
from app.service.log_decider import AppendOptions
from app.store.append_options import NONE, after
from replays.disputes import commands as disputes_commands
from replays.disputes import events as disputes_events
from replays.disputes.state import (
    ACCEPTED,
    CONTESTED,
    Claim,
    Closing,
    Dispute,
    DisputeState,
    Evidence,
    Party,
    Statement,
    VerdictOutcome,
)

STATEMENTS_MAX: Final = 20
"""Maximum of statements of one actor in a dispute."""

LARGEST: Final = 10**9
"""The most that a correction may move to or from a seat."""

EVIDENCE_MAX: Final = 10
"""Maximum of additions of evidence to a dispute."""

SYSTEM: Final = "system"
ARBITER: Final = "arbiter:"

_JUDGE_MS: Final = 5_000
_REVEAL_MS: Final = 60_000

_OBJECTS: Final = dict.fromkeys(("receipt", "refused", "refusal", "checkpoint", "verdict"), dict)

Events = tuple[disputes_events.Event, ...]


class DisputeRefused(DecisionRefused):
    """A command is not possible; nothing changes.

    `code` is the stable reason (RULES 13). `dispute` is the id of an existing dispute. `rule` is the
    paragraph of the reason, None for that of the code. `ply` is that of the dispute's log on which the
    command was decided; for an opening, that of the game's log as far as it can be read. `frozen` means that
    the hand cannot end before the operator ends its game.
    """

    def __init__(
        self, code: str, dispute: str | None = None, rule: str | None = None, *, frozen: bool = False
    ) -> None:
        super().__init__(code)
        self.frozen = frozen
        self.code = code
        self.dispute = dispute
        self.rule = rule


@dataclass(frozen=True, slots=True)
class Disputes:
    """The decider of disputes; `limit_ms` is the time for answers, and then for a ruling."""

    limit_ms: int
    commands: Codec[disputes_commands.Command] = Codec(disputes_commands.COMMANDS, _OBJECTS, {})
    events: Codec[disputes_events.Event] = Codec(disputes_events.EVENTS, _OBJECTS, {})
    refusals: tuple[type[Exception], ...] = (DisputeRefused,)

    def decide(
        self, state: Dispute | None, actor: str, command: disputes_commands.Command, now: int
    ) -> Events:
        """Return the events of `command`. Raises DisputeRefused, or NoSuchLog for an unknown dispute."""
        if isinstance(command, disputes_commands.Open):
            if state is not None:
                raise DisputeRefused("dispute_repeated")
            seats = [party["seat"] for party in command.parties]
            if actor != f"seat:{command.seat}" or command.seat not in seats:
                raise DisputeRefused("dispute_party")
            return (_opened(command, now),)
        if state is None:
            raise NoSuchLog
        late = state.until is not None and now > state.until
        if state.is_over or (late and not isinstance(command, disputes_commands.ExpireDispute)):
            raise DisputeRefused("dispute_closed")
        return _DECIDE[type(command)](state, actor, command, _Moment(now, now + self.limit_ms))

    def evolve(self, state: Dispute | None, event: disputes_events.Event) -> Dispute:
        """Return the dispute after `event`."""
        if isinstance(event, disputes_events.DisputeOpened):
            return _begun(event)
        if state is None:
            raise ValueError("the first event of a dispute opens it")
        return _COPY[type(event)](state, event)

    def terms(self, state: Dispute, now: int) -> AppendOptions:
        """Return the due time: the verdict is due at once or at the reveal, the end when the time is over."""
        if state.is_over:
            return AppendOptions(str(state.state), hint="end")
        if state.state is DisputeState.OPEN:
            return AppendOptions(str(state.state), hint="judge", due_in_ms=_JUDGE_MS)
        if state.until is None:
            return AppendOptions(str(state.state), due_in_ms=_REVEAL_MS)
        return AppendOptions(
            str(state.state), deadline=after(max(0, state.until - now)) if state.until else NONE
        )


@dataclass(frozen=True, slots=True)
class _Moment:
    """Now, and until when what begins now may last."""

    now: int
    until: int


def _opened(command: disputes_commands.Open, now: int) -> disputes_events.DisputeOpened:
    # The event has every field of the command.
    return disputes_events.DisputeOpened(
        at=now, **{item.name: getattr(command, item.name) for item in fields(command)}
    )


def _add(state: Dispute, actor: str, command: disputes_commands.AddEvidence, moment: _Moment) -> Events:
    """Add evidence: any seat may add receipts and checkpoints, only the claimant commands and refusals."""
    own = command.refused is not None or command.refusal is not None
    if _party(state, actor).seat != state.seat and own:
        raise DisputeRefused("dispute_party")
    if len(state.added) >= EVIDENCE_MAX or state.judge == 1:
        raise DisputeRefused("dispute_evidence")
    given = (command.refused, command.receipt, command.refusal, command.checkpoint)
    return (disputes_events.EvidenceAdded(actor, moment.now, *given),)


def _await(state: Dispute, actor: str, command: disputes_commands.AwaitReveal, moment: _Moment) -> Events:
    if actor != SYSTEM or state.state is not DisputeState.OPEN:
        raise DisputeRefused("dispute_closed")
    return (disputes_events.RevealAwaited(),)


def _judge(state: Dispute, actor: str, command: disputes_commands.Judge, moment: _Moment) -> Events:
    if actor != SYSTEM or state.state not in (DisputeState.OPEN, DisputeState.AWAITING_REVEAL):
        raise DisputeRefused("dispute_closed")
    return (disputes_events.DisputeJudged(command.verdict, moment.until),)


def _state(state: Dispute, actor: str, command: disputes_commands.Say, moment: _Moment) -> Events:
    _check_voice(state, actor)
    return (disputes_events.Stated(actor, command.text, moment.now),)


def _accept(state: Dispute, actor: str, command: disputes_commands.Accept, moment: _Moment) -> Events:
    party = _answering(state, actor, ACCEPTED)
    accepted = disputes_events.VerdictAccepted(party.seat)
    if any(other.answer != ACCEPTED for other in state.parties if other.seat != party.seat):
        return (accepted,)
    return accepted, disputes_events.DisputeClosed(str(Closing.ACCEPTED), _standing(state))


def _contest(state: Dispute, actor: str, command: disputes_commands.Contest, moment: _Moment) -> Events:
    party = _answering(state, actor, CONTESTED)
    _check_voice(state, actor)
    until = state.until if state.contested and state.until else moment.until
    return disputes_events.Stated(actor, command.text, moment.now), disputes_events.VerdictContested(
        party.seat, until
    )


def _withdraw(
    state: Dispute, actor: str, command: disputes_commands.WithdrawDispute, moment: _Moment
) -> Events:
    if _party(state, actor).seat != state.seat:
        raise DisputeRefused("dispute_party")
    return (disputes_events.DisputeClosed(str(Closing.WITHDRAWN)),)


def _rule(state: Dispute, actor: str, command: disputes_commands.Rule, moment: _Moment) -> Events:
    by = actor.removeprefix(ARBITER)
    if by == actor or any(party.player == by for party in state.parties):
        raise DisputeRefused("dispute_party")
    if state.state is not DisputeState.JUDGED:
        raise DisputeRefused("dispute_unjudged")
    if not state.contested:
        raise DisputeRefused("dispute_uncontested")
    if not fits(command.correction, state.seats):
        raise DisputeRefused("dispute_correction")
    changes = command.correction if command.correction and any(command.correction) else None
    return (disputes_events.DisputeRuled(by, command.outcome, command.reason, command.paragraph, changes),)


def _expire(state: Dispute, actor: str, command: disputes_commands.ExpireDispute, moment: _Moment) -> Events:
    if actor != SYSTEM or state.until is None or moment.now <= state.until:
        raise DisputeRefused("dispute_unjudged")
    return (disputes_events.DisputeClosed(str(Closing.EXPIRED), _standing(state)),)


def fits(correction: tuple[int, ...] | None, seats: int) -> bool:
    """Return whether a correction names every seat, stays within the limit, and sums to zero."""
    if correction is None:
        return True
    small = all(abs(amount) <= LARGEST for amount in correction)
    return len(correction) == seats and small and sum(correction) == 0


def _standing(state: Dispute) -> tuple[int, ...] | None:
    """Return the correction of the ledger if the machine's verdict stands."""
    verdict = state.verdict
    changes = verdict.get("correction") if verdict and verdict["outcome"] == VerdictOutcome.UPHELD else None
    return tuple(changes) if changes else None


def _party(state: Dispute, actor: str) -> Party:
    seat = actor.removeprefix("seat:")
    party = state.party(int(seat)) if seat != actor else None
    if party is None:
        raise DisputeRefused("dispute_party")
    return party


def _answering(state: Dispute, actor: str, answer: str) -> Party:
    """Return the party that answers the verdict. Raises DisputeRefused if it has given this answer before."""
    party = _party(state, actor)
    if state.state is not DisputeState.JUDGED:
        raise DisputeRefused("dispute_unjudged")
    if party.answer == answer:
        raise DisputeRefused("dispute_answered")
    return party


def _check_voice(state: Dispute, actor: str) -> None:
    if not actor.startswith(ARBITER):
        _party(state, actor)
    if sum(statement.by == actor for statement in state.statements) >= STATEMENTS_MAX:
        raise DisputeRefused("dispute_statements")


_DECIDE: dict[type[Any], Callable[[Dispute, str, Any, _Moment], Events]] = {
    disputes_commands.AddEvidence: _add,
    disputes_commands.AwaitReveal: _await,
    disputes_commands.Judge: _judge,
    disputes_commands.Say: _state,
    disputes_commands.Accept: _accept,
    disputes_commands.Contest: _contest,
    disputes_commands.WithdrawDispute: _withdraw,
    disputes_commands.Rule: _rule,
    disputes_commands.ExpireDispute: _expire,
}


def _begun(event: disputes_events.DisputeOpened) -> Dispute:
    return Dispute(
        id=event.dispute,
        game=event.game,
        ply=event.ply,
        digest=event.digest,
        hand_number=event.hand_number,
        first=event.first,
        last=event.last,
        seats=event.seats,
        seat=event.seat,
        claim=Claim(event.claim),
        text=event.text,
        since=event.at,
        parties=tuple(Party(party["seat"], party["player"]) for party in event.parties),
        opened_with=Evidence(event.receipt, event.refused, event.refusal, event.checkpoint),
        judge=event.judge or 1,
    )


def _added(state: Dispute, event: disputes_events.EvidenceAdded) -> Dispute:
    given = Evidence(event.receipt, event.refused, event.refusal, event.checkpoint, event.by, event.at)
    parties = tuple(replace(party, answer=None) for party in state.parties)
    added = (*state.added, given)
    return replace(state, state=DisputeState.OPEN, added=added, parties=parties, verdict=None, until=None)


def _reveal_awaited(state: Dispute, event: disputes_events.RevealAwaited) -> Dispute:
    return replace(state, state=DisputeState.AWAITING_REVEAL)


def _judged(state: Dispute, event: disputes_events.DisputeJudged) -> Dispute:
    return replace(state, state=DisputeState.JUDGED, verdict=event.verdict, until=event.until)


def _stated(state: Dispute, event: disputes_events.Stated) -> Dispute:
    return replace(state, statements=(*state.statements, Statement(event.by, event.text, event.at)))


def _answered(state: Dispute, seat: int, answer: str) -> Dispute:
    parties = tuple(replace(party, answer=answer) if party.seat == seat else party for party in state.parties)
    return replace(state, parties=parties)


def _accepted(state: Dispute, event: disputes_events.VerdictAccepted) -> Dispute:
    return _answered(state, event.seat, ACCEPTED)


def _contested(state: Dispute, event: disputes_events.VerdictContested) -> Dispute:
    return replace(_answered(state, event.seat, CONTESTED), until=event.until)


def _closed(state: Dispute, event: disputes_events.DisputeClosed) -> Dispute:
    closing = Closing(event.reason)
    return replace(state, state=DisputeState.CLOSED, closing=closing, correction=event.correction, until=None)


def _ruled(state: Dispute, event: disputes_events.DisputeRuled) -> Dispute:
    ruling = {"by": event.by, "outcome": event.outcome, "reason": event.reason, "paragraph": event.paragraph}
    return replace(state, state=DisputeState.RULED, ruling=ruling, correction=event.correction, until=None)


_COPY: dict[type[Any], Callable[[Dispute, Any], Dispute]] = {
    disputes_events.EvidenceAdded: _added,
    disputes_events.RevealAwaited: _reveal_awaited,
    disputes_events.DisputeJudged: _judged,
    disputes_events.Stated: _stated,
    disputes_events.VerdictAccepted: _accepted,
    disputes_events.VerdictContested: _contested,
    disputes_events.DisputeClosed: _closed,
    disputes_events.DisputeRuled: _ruled,
}
