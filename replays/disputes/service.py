"""Commands to disputes: opened on games, continued by seats and arbiters, judged and ended by jobs."""

import hmac
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import reduce
from hashlib import sha256
from typing import Final

from app.games.cards import Seat
from app.games.codec import Json
from app.games.table.state import Table, Visibility
from app.http.blocking_calls import in_thread_pool
from app.service.aggregates import Aggregate, AggregateState, check_ply
from app.service.entry_codec import Position
from app.service.event_log import EventLog, NoSuchLog, TooManyConflicts
from app.service.games import GameService
from app.service.log_decider import Accepted
from app.service.readable_log import ReadableLog, readable
from app.service.signing import now_ms
from app.store.append_options import IdempotencyKey
from app.store.canonical import parse
from app.store.dispute_index import DisputeIndex, DisputePhase, DisputePlace
from app.store.entry import START_DIGEST
from app.store.errors import ILLEGIBLE, Damaged
from app.store.index_filling import in_steps
from app.store.keys import GameId, LogKind, game_id_from
from app.store.schedule import LiveGame
from replays.archive.errors import DamagedBlob, RecordRemoved
from replays.archive.unavailable import passed_over
from replays.disputes.commands import (
    AddEvidence,
    AwaitReveal,
    Command,
    ExpireDispute,
    Judge,
    Open,
    WithdrawDispute,
)
from replays.disputes.decide import SYSTEM, DisputeRefused, Disputes
from replays.disputes.evidence import Subject, is_command
from replays.disputes.formats import is_inclusion
from replays.disputes.hands import HandSpan, ended_at, hand_at, hand_before
from replays.disputes.lookup import DisputeLookup, EndedDisputes, none_ended
from replays.disputes.places import parties_of, phase_of, places_of
from replays.disputes.state import JUDGE, Claim, Dispute, DisputeState, Evidence, VerdictOutcome
from replays.disputes.verdict import of_damage, ready, verdict

DAY_MS: Final = 86_400_000
_LOOK_AGAIN_MS: Final = 60_000
Genuine = Callable[[str, Json], bool]
"""Returns whether this service signed evidence of a kind; see `replays.disputes.evidence`."""


@dataclass(frozen=True, slots=True)
class Complaint:
    """Complaint of a seat: the disputed entry, the claim, a text, and evidence."""

    ply: int
    claim: Claim
    text: str
    evidence: Evidence = Evidence()


class DisputeService(DisputeLookup):
    """Commands to the disputes about `games`; each step may take `days`. Safe between threads.

    `id_key` makes the ids, so that one claim of one seat on one hand is one dispute. `archived` and `ended`
    are those of DisputeLookup. `contest` is called for each dispute about a game of a tournament, with the
    tournament, the number of the fixture, and the dispute. `remake` is called with a tournament after each
    change of a dispute about one of its games, so that its reports are made again.
    """

    def __init__(
        self,
        games: GameService,
        links: DisputeIndex,
        id_key: bytes,
        days: int,
        genuine: Genuine = lambda kind, document: False,
        clock: Callable[[], int] = now_ms,
        archived: Callable[[Sequence[str]], Iterable[tuple[str, str]]] = lambda games: (),
        contest: Callable[[str, int, GameId], object] = lambda tournament, fixture, dispute: None,
        remake: Callable[[str], object] = lambda tournament: None,
        ended: EndedDisputes = none_ended,
    ) -> None:
        self._limit_ms = days * DAY_MS
        self._decider = Disputes(self._limit_ms)
        decider = Aggregate(self._decider)
        super().__init__(EventLog(games.store, decider, clock), links, archived, ended)
        self._games = games
        self._id_key = id_key
        self._genuine = genuine
        self._clock = clock
        self._contest = contest
        self._remake = remake

    def open(
        self, position: Position, seat: Seat, complaint: Complaint, once: IdempotencyKey | None
    ) -> Accepted[AggregateState[Dispute]]:
        """Open a dispute of `seat` about a game. Raises DisputeRefused if the seat may not (RULES 13.1).

        `position` is the last one that can be read, if the log of the game is damaged.

        A claim that was not upheld for lack of evidence can be repeated with the evidence, once the first
        dispute takes no more. The second dispute has a log of its own; a first one of version 1 is withdrawn.
        """
        left = readable(self._games, position.game)
        with _decided_on(len(left.entries)):
            return self._open(left, position, seat, complaint, once)

    def _open(
        self,
        left: ReadableLog,
        position: Position,
        seat: Seat,
        complaint: Complaint,
        once: IdempotencyKey | None,
    ) -> Accepted[AggregateState[Dispute]]:
        game, table = position.game, position.table
        publics, hand = in_thread_pool(lambda: _read(left, complaint.ply))
        if hand is None:
            raise DisputeRefused("dispute_ply")
        given = complaint.evidence
        if given.refused is None and complaint.claim is Claim.WRONG_REFUSAL:
            raise DisputeRefused("dispute_command")
        self._check_evidence(table, Subject(complaint.claim, seat, hand, given.refused), given)
        bare = self._completed(self._id(game, seat, hand.number, complaint.claim), complaint)
        dispute = self._id(game, seat, hand.number, complaint.claim, again=bare is not None)
        parties = tuple({"seat": person, "player": table.places[person].player} for person in table.taken)
        players = tuple(player for person in table.taken if (player := table.places[person].player))
        opening = Open(
            dispute=dispute,
            game=game,
            ply=complaint.ply,
            digest=self._digest(left, game, complaint.ply),
            hand_number=hand.number,
            first=hand.first,
            last=hand.last or complaint.ply,
            seats=len(table.places),
            seat=seat,
            claim=str(complaint.claim),
            text=complaint.text,
            parties=parties,
            refused=given.refused,
            receipt=given.receipt,
            refusal=given.refusal,
            checkpoint=given.checkpoint,
            judge=JUDGE,
        )

        def command(before: AggregateState[Dispute] | None) -> Open:
            self._check_time(publics, hand, frozen=table.is_frozen)
            if before is not None:
                raise DisputeRefused("dispute_repeated", dispute)
            if bare is not None and not bare.state.is_over:
                self.act(GameId(bare.log), f"seat:{seat}", WithdrawDispute(), None, None)
            now, is_public = self._clock(), table.visibility is Visibility.PUBLIC
            self._index.add(game, dispute, now)
            self._index.place([DisputePlace(dispute, now, DisputePhase.OPEN, players, is_public)])
            self._tell_tournament(publics, dispute)
            return opening

        done = self._log.act(dispute, f"seat:{seat}", command, once)
        self._remake_reports(publics)
        return done

    def _digest(self, left: ReadableLog, game: GameId, ply: int) -> str:
        """Return the digest of an entry; for an unreadable entry the stored one, or zeros without one."""
        if ply <= len(left.entries):
            return left.entries[ply - 1].digest.hex()
        try:
            place = self._games.store.place(game, ply)
        except Damaged:
            place = None
        stored = b"" if place is None else place.digest
        return (stored if len(stored) == len(START_DIGEST) else START_DIGEST).hex()

    def _tell_tournament(self, publics: Sequence[Json], dispute: GameId) -> None:
        named = _tournament_in(publics)
        if named:
            self._games.store.marked.add(named["tournament"], publics[0]["game"])
            self._contest(named["tournament"], named["fixture"], dispute)

    def _remake_reports(self, publics: Sequence[Json]) -> None:
        named = _tournament_in(publics)
        if named:
            self._remake(named["tournament"])

    def _completed(self, dispute: GameId, complaint: Complaint) -> AggregateState[Dispute] | None:
        """Return the judged dispute that lacks the evidence of `complaint` and takes no more.

        None if there is no such dispute, if it was upheld, or if an arbiter ruled on it.
        """
        given = complaint.evidence
        for current in self._existing(dispute):
            first = current.state
            history = first.claim is Claim.HISTORY_ALTERED
            lacking = (
                first.command is None and given.refused is not None,
                not first.refusals and given.refusal is not None,
                history and not first.receipts and given.receipt is not None,
                history and not first.checkpoints and given.checkpoint is not None,
            )
            judged = first.verdict is not None and first.verdict["outcome"] != VerdictOutcome.UPHELD
            takes = first.judge > 1 and not first.is_over
            if any(lacking) and judged and first.ruling is None and not takes:
                return current
        return None

    def add(
        self,
        dispute: GameId,
        position: Position,
        seat: Seat,
        evidence: Evidence,
        once: IdempotencyKey | None,
        expected: int | None,
    ) -> Accepted[AggregateState[Dispute]]:
        """Add evidence of `seat` (RULES 13.9). Errors are those of `act`; `position` is that of `open`."""
        current, table = self.current(dispute), position.table
        state = current.state
        command = evidence.refused or state.command
        hand = HandSpan(state.hand_number, state.first, state.last, revealed=False, settled=None)
        with _decided_on(current.ply):
            self._check_evidence(table, Subject(state.claim, Seat(state.seat), hand, command), evidence)
        adding = AddEvidence(evidence.refused, evidence.receipt, evidence.refusal, evidence.checkpoint)
        return self.act(dispute, f"seat:{seat}", adding, once, expected)

    def act(
        self, dispute: GameId, actor: str, command: Command, once: IdempotencyKey | None, expected: int | None
    ) -> Accepted[AggregateState[Dispute]]:
        """Carry out a command. Raises DisputeRefused, UnexpectedPly, NoSuchLog or an error of the store."""

        def checked(before: AggregateState[Dispute] | None) -> Command:
            check_ply(before, expected)
            return command

        return self._carried_out(dispute, actor, checked, once)

    def _carried_out(
        self,
        dispute: GameId,
        actor: str,
        command: Callable[[AggregateState[Dispute] | None], Command],
        once: IdempotencyKey | None = None,
    ) -> Accepted[AggregateState[Dispute]]:
        """Carry out a command, update the lists and the reports, and return its result."""
        known = list[Dispute]()

        def placed(before: AggregateState[Dispute] | None) -> Command:
            made = command(before)
            if before is not None:
                known.append(before.state)
                self._place_after(before.state, actor, made)
            return made

        written = self._log.act(dispute, actor, placed, once)
        state = written.position.state
        if state.is_over:
            self._index.settled(dispute, parties_of(state))
        elif known and not written.replayed and phase_of(known[-1]) is not phase_of(state):
            self._index.leave(places_of(known[-1], public=True))
            self._place(self.current(dispute).state)  # another command may have led back to the phase
        with passed_over(set()), suppress(*ILLEGIBLE, DamagedBlob, RecordRemoved):
            self._remake_reports(
                [parse(entry.public) for entry in self._games.entries(GameId(state.game), 0, 1)]
            )
        return written

    def _place_after(self, before: Dispute, actor: str, command: Command) -> None:
        """List a dispute in the phase to which a command leads, unless it is refused or changes no phase."""
        with suppress(DisputeRefused):
            events = self._decider.decide(before, actor, command, self._clock())
            after = reduce(self._decider.evolve, events, before)
            if phase_of(after) is not phase_of(before):
                self._place(after)

    def _place(self, state: Dispute) -> None:
        """List a dispute in its phase, among those about public games if it is one of them in any phase."""
        public = self._index.is_public(GameId(state.id), parties_of(state))
        self._index.place(places_of(state, public=public))

    def is_about_public(self, dispute: Dispute) -> bool:
        """Return whether every caller may find the game of a dispute in a list."""
        with suppress(*ILLEGIBLE, DamagedBlob, RecordRemoved, NoSuchLog):
            return self._games.current(GameId(dispute.game)).table.visibility is Visibility.PUBLIC
        return False

    def earlier(self, at_once: int = 100) -> Callable[[], None]:
        """Return a function that lists the disputes of an earlier version, see `in_steps`."""

        def add(some: Iterable[LiveGame]) -> None:
            places = list[DisputePlace]()
            for listed in some:
                with suppress(*ILLEGIBLE, DamagedBlob, RecordRemoved, NoSuchLog):
                    state = self.current(listed.game).state
                    places += places_of(state, public=self.is_about_public(state))
            self._index.place(places)

        return in_steps(self._index.mark, self._index.every, add, at_once)

    def settle(self, dispute: GameId) -> DisputeState | None:
        """Carry out the command that is due, if any. Return the state; None if there is no such dispute."""
        with suppress(DisputeRefused, TooManyConflicts, NoSuchLog):  # another copy of the job was faster
            current = self.current(dispute)
            command = self._due_command(current.state)
            if command is not None:
                self._carried_out(dispute, SYSTEM, lambda _: command)
            elif current.state.state is DisputeState.AWAITING_REVEAL:
                self._games.store.postpone(dispute, _LOOK_AGAIN_MS)
        with suppress(NoSuchLog):
            return self.current(dispute).state.state
        return None

    def _due_command(self, state: Dispute) -> Command | None:
        if state.state is DisputeState.JUDGED:
            return ExpireDispute() if state.until is not None and self._clock() > state.until else None
        if state.is_over:
            return None
        try:
            left = readable(self._games, GameId(state.game))
        except Damaged as damage:
            return Judge(of_damage(state.claim, damage.ply, state.judge))
        if left.damage is not None:
            return Judge(of_damage(state.claim, left.damage.ply, state.judge))
        entries = left.entries
        publics = [parse(entry.public) for entry in entries]
        self._tell_tournament(publics, GameId(state.id))  # a dispute of an earlier version did not
        if ready(state, publics):
            return Judge(verdict(state, entries))
        return AwaitReveal() if state.state is DisputeState.OPEN else None

    def _id(self, game: GameId, seat: Seat, hand: int, claim: Claim, *, again: bool = False) -> GameId:
        source = f"dispute\n{game}\n{seat}\n{hand}\n{claim}" + ("\nagain" if again else "")
        return game_id_from(hmac.digest(self._id_key, source.encode(), sha256), LogKind.DISPUTE)

    def _check_time(self, publics: Sequence[Json], hand: HandSpan, *, frozen: bool) -> None:
        if hand.last is None:
            raise DisputeRefused("dispute_hand_open", frozen=frozen)
        ended = ended_at(publics)
        if ended is not None and self._clock() > ended + self._limit_ms:
            raise DisputeRefused("dispute_closed")

    def _check_evidence(self, table: Table, about: Subject, given: Evidence) -> None:
        """Raise DisputeRefused unless evidence belongs to the claim and is signed by this service."""
        refused, receipt, checkpoint = given.refused, given.receipt, given.checkpoint
        if refused is not None and not (about.is_refusal and is_command(table.play, refused)):
            raise DisputeRefused("dispute_command")
        if receipt is not None and not (
            receipt.get("game") == table.game and self._genuine("receipt", receipt)
        ):
            raise DisputeRefused("dispute_receipt")
        if given.refusal is not None and not (
            self._genuine("refusal", given.refusal) and about.bears_out(table.game, given.refusal)
        ):
            raise DisputeRefused("dispute_refusal")
        if checkpoint is not None and not (
            is_inclusion(checkpoint, table.game) and self._genuine("checkpoint", checkpoint)
        ):
            raise DisputeRefused("dispute_checkpoint")


@contextmanager
def _decided_on(ply: int) -> Iterator[None]:
    """Set `ply` as the one on which refusals within the block were decided."""
    try:
        yield
    except DisputeRefused as refusal:
        refusal.ply = ply
        raise


def _read(left: ReadableLog, ply: int) -> tuple[Sequence[Json], HandSpan | None]:
    """Return the public parts of a log, and the hand that entry `ply` belongs to."""
    publics = [parse(entry.public) for entry in left.entries]
    return publics, hand_at(publics, ply) if left.damage is None else hand_before(publics, ply, left.plies)


def _tournament_in(publics: Sequence[Json]) -> Json | None:
    """Return the tournament of a game, from its first entry; None without one or if it is unreadable."""
    named: Json | None = publics[0]["events"][0].get("tournament") if publics else None
    return named
