"""All disputes of a service: opened on games, moved on by seats and arbiters, judged and ended by jobs."""

import hmac
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from hashlib import sha256
from typing import Final

from app.games.cards import Seat
from app.games.codec import Json
from app.games.table.state import Table
from app.http.thread_pool import in_thread_pool
from app.outages.causes import Part
from app.service.aggregates import Aggregate, AggregateState, check_ply
from app.service.entry_codec import Position
from app.service.event_log import EventLog, NoSuchLog, TooManyConflicts
from app.service.games import GameService
from app.service.readable_log import ReadableLog, readable
from app.service.results import Accepted
from app.service.signing import now_ms
from app.store.append_options import IdempotencyKey
from app.store.canonical import parse
from app.store.entry import START_DIGEST, Entry
from app.store.errors import ILLEGIBLE, Damaged
from app.store.indexes import DisputeIndex
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
from replays.disputes.decide import SYSTEM, Disputes
from replays.disputes.errors import DisputeRefused
from replays.disputes.evidence import Subject, is_command
from replays.disputes.formats import is_inclusion
from replays.disputes.hands import HandSpan, ended_at, hand_at, hand_before
from replays.disputes.state import JUDGE, Claim, Dispute, DisputeState, Evidence, VerdictOutcome
from replays.disputes.verdict import of_damage, ready, verdict

DAY_MS: Final = 86_400_000
_LOOK_AGAIN_MS: Final = 60_000
_LOOKS: Final = 200
"""How many disputes are looked at for one page, whether they are wanted or not."""

Genuine = Callable[[str, Json], bool]
"""Whether evidence of a kind is what this service has signed; see `replays.disputes.evidence`."""


@dataclass(frozen=True, slots=True)
class Complaint:
    """What a seat says is wrong: the entry, the claim, its words, and what it can show."""

    ply: int
    claim: Claim
    text: str
    evidence: Evidence = Evidence()


@dataclass(frozen=True, slots=True)
class GameDisputes:
    """The disputes about a game, in the order in which they were opened.

    `missing` are the parts that did not answer, so that some of them may be left out.
    """

    disputes: tuple[AggregateState[Dispute], ...]
    missing: frozenset[Part] = frozenset()


@dataclass(frozen=True, slots=True)
class AboutEach:
    """By game the disputes about it, as `GameDisputes` has them; games without any are left out."""

    by_game: Mapping[GameId, tuple[AggregateState[Dispute], ...]]
    missing: frozenset[Part] = frozenset()


@dataclass(frozen=True, slots=True)
class Unsettled:
    """A page of disputes that are not over; it goes on after `next`, None at its end. See `GameDisputes`."""

    disputes: tuple[AggregateState[Dispute], ...]
    next: LiveGame | None
    missing: frozenset[Part] = frozenset()


class Docket:
    """The disputes about `games`; `days` is how long each step may take. Safe between threads.

    `id_key` makes the ids, so that one claim of one seat on one hand is one dispute. `archived` names those
    about games that are in the archive, each behind its game: a store that was restored from it lists none.
    `contest` hears of each dispute about a game of a tournament: which, and the number of the game there.
    `remake` asks for new reports of a tournament whenever a dispute about a game of it has moved on.
    """

    def __init__(
        self,
        games: GameService,
        links: DisputeIndex,
        id_key: bytes,
        days: int,
        genuine: Genuine = lambda kind, said: False,
        clock: Callable[[], int] = now_ms,
        archived: Callable[[Sequence[str]], Iterable[tuple[str, str]]] = lambda games: (),
        contest: Callable[[str, int, GameId], object] = lambda tournament, fixture, dispute: None,
        remake: Callable[[str], object] = lambda tournament: None,
    ) -> None:
        self._games = games
        self._links = links
        self._id_key = id_key
        self._limit_ms = days * DAY_MS
        self._genuine = genuine
        self._clock = clock
        self._archived = archived
        self._contest = contest
        self._remake = remake
        decider = Aggregate(Disputes(self._limit_ms))
        self._log: EventLog[AggregateState[Dispute]] = EventLog(games.store, decider, clock)

    def current(self, dispute: GameId) -> AggregateState[Dispute]:
        """The dispute as it is now; NoSuchLog if there is none."""
        return self._log.current(dispute)

    def entries(self, dispute: GameId) -> tuple[Entry, ...]:
        """Every entry of a dispute's log; NoSuchLog if there is none."""
        return self._log.entries(dispute)

    def about(self, game: GameId, *, over: bool = True) -> GameDisputes:
        """Every dispute about `game`; the list of archived ones is asked only about a game that is `over`."""
        missing = set[Part]()
        (names,) = self._named([game], [game] if over else [], missing)
        found: list[AggregateState[Dispute]] = []
        for name in names:
            with passed_over(missing):
                found += self._existing(name)
        return GameDisputes(tuple(sorted(found, key=_opened)), frozenset(missing))

    def about_each(self, games: Sequence[GameId], over: Sequence[GameId]) -> AboutEach:
        """Return for each game that has disputes those that can be read, as `about` has them.

        Asked are the store about `games`, and the list of archived ones about those that are `over`.
        """
        missing = set[Part]()
        found: dict[GameId, tuple[AggregateState[Dispute], ...]] = {}
        asked = tuple(dict.fromkeys([*games, *over]))
        for game, names in zip(asked, self._named(asked, over, missing), strict=True):
            standings: list[AggregateState[Dispute]] = []
            for name in names:
                with passed_over(missing), suppress(*ILLEGIBLE, DamagedBlob, RecordRemoved):
                    standings += self._existing(name)
            if standings:
                found[game] = tuple(sorted(standings, key=_opened))
        return AboutEach(found, frozenset(missing))

    def _named(
        self, games: Sequence[GameId], over: Sequence[GameId], missing: set[Part]
    ) -> list[set[GameId]]:
        """For each of `games` the names of its disputes; the archive is asked about those that are `over`."""
        named = [set(names) for names in self._links.of(games)] if games else []
        with passed_over(missing):
            for game, dispute in self._archived(over) if over else ():
                named[games.index(GameId(game))].add(GameId(dispute))
        return named

    def goes_on(self, dispute: GameId) -> bool:
        """Whether there is such a dispute that is not over."""
        with suppress(*ILLEGIBLE, DamagedBlob, RecordRemoved):
            return any(not one.state.is_over for one in self._existing(dispute))
        return False

    def unsettled(
        self, wanted: Callable[[Dispute], bool], limit: int, before: LiveGame | None = None
    ) -> Unsettled:
        """At most `limit` disputes that are not over and `wanted`, newest first, after `before`.

        A page may be short, or empty: so many are looked at.
        """
        names = self._links.unsettled(_LOOKS, before)
        found, missing = list[AggregateState[Dispute]](), set[Part]()
        for one in names:
            if len(found) == limit:
                return Unsettled(tuple(found), before, frozenset(missing))
            with passed_over(missing), suppress(NoSuchLog, *ILLEGIBLE, DamagedBlob):
                standing = self._running(one.game)
                if standing is not None and wanted(standing.state):
                    found.append(standing)
            before = one
        return Unsettled(tuple(found), before if len(names) == _LOOKS else None, frozenset(missing))

    def _running(self, name: GameId) -> AggregateState[Dispute] | None:
        """A dispute that is listed as not over, None if it is: then it is listed no longer."""
        with suppress(RecordRemoved):
            standing = self.current(name)
            if not standing.state.is_over:
                return standing
        self._links.settled(name)
        return None

    def open(
        self, position: Position, seat: Seat, complaint: Complaint, once: IdempotencyKey | None
    ) -> Accepted[AggregateState[Dispute]]:
        """The dispute that `seat` opens about a game; DisputeRefused if it may not (RULES 13.1).

        Of a game whose log is damaged `position` is the last that can be read.

        A claim that was made without its evidence and not upheld is made again with it, if that can no longer
        be added: the second dispute has a log of its own, and a first one of version 1 is withdrawn.
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
            parties=tuple({"seat": one, "player": table.places[one].player} for one in table.persons),
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
            self._links.add(game, dispute, self._clock())
            self._tell_tournament(publics, dispute)
            return opening

        done = self._log.act(dispute, f"seat:{seat}", command, once)
        self._remake_reports(publics)
        return done

    def _digest(self, left: ReadableLog, game: GameId, ply: int) -> str:
        """The digest of an entry; of one that cannot be read the one stored beside it, zeros without any."""
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
        """The judged dispute that lacks the evidence which `complaint` brings, and takes no more.

        None if there is no such dispute, if it was upheld, or if an arbiter ruled on it.
        """
        given = complaint.evidence
        for standing in self._existing(dispute):
            first = standing.state
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
                return standing
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
        """What came of evidence that `seat` adds; errors as `act`, `position` as in `open` (RULES 13.9)."""
        standing, table = self.current(dispute), position.table
        state = standing.state
        command = evidence.refused or state.command
        hand = HandSpan(state.hand_number, state.first, state.last, revealed=False, settled=None)
        with _decided_on(standing.ply):
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

        return self._done(self._log.act(dispute, actor, checked, once))

    def _done(self, written: Accepted[AggregateState[Dispute]]) -> Accepted[AggregateState[Dispute]]:
        """What was written; a dispute that is over is among the unsettled no more."""
        state = written.position.state
        if state.is_over:
            self._links.settled(GameId(state.id))
        with passed_over(set()), suppress(*ILLEGIBLE, DamagedBlob, RecordRemoved):
            self._remake_reports([parse(one.public) for one in self._games.entries(GameId(state.game), 0, 1)])
        return written

    def settle(self, dispute: GameId) -> DisputeState | None:
        """Does what the service itself owes a dispute, as a job; its state then, None where there is none."""
        with suppress(DisputeRefused, TooManyConflicts, NoSuchLog):  # another copy of the job was faster
            standing = self.current(dispute)
            command = self._owed(standing.state)
            if command is not None:
                self._done(self._log.act(dispute, SYSTEM, lambda _: command))
            elif standing.state.state is DisputeState.AWAITING_REVEAL:
                self._games.store.postpone(dispute, _LOOK_AGAIN_MS)
        with suppress(NoSuchLog):
            return self.current(dispute).state.state
        return None

    def _owed(self, state: Dispute) -> Command | None:
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

    def _existing(self, name: GameId) -> Iterable[AggregateState[Dispute]]:
        with suppress(NoSuchLog):
            yield self.current(name)

    def _id(self, game: GameId, seat: Seat, hand: int, claim: Claim, *, again: bool = False) -> GameId:
        said = f"dispute\n{game}\n{seat}\n{hand}\n{claim}" + ("\nagain" if again else "")
        return game_id_from(hmac.digest(self._id_key, said.encode(), sha256), LogKind.DISPUTE)

    def _check_time(self, publics: Sequence[Json], hand: HandSpan, *, frozen: bool) -> None:
        if hand.last is None:
            raise DisputeRefused("dispute_hand_open", frozen=frozen)
        ended = ended_at(publics)
        if ended is not None and self._clock() > ended + self._limit_ms:
            raise DisputeRefused("dispute_closed")

    def _check_evidence(self, table: Table, about: Subject, given: Evidence) -> None:
        """Evidence belongs to the claim and is signed by this service; else DisputeRefused."""
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
    """What is refused within was decided after this ply."""
    try:
        yield
    except DisputeRefused as refusal:
        refusal.ply = ply
        raise


def _read(left: ReadableLog, ply: int) -> tuple[Sequence[Json], HandSpan | None]:
    """What is public of a log, and the hand that entry `ply` belongs to."""
    publics = [parse(entry.public) for entry in left.entries]
    return publics, hand_at(publics, ply) if left.damage is None else hand_before(publics, ply, left.plies)


def _tournament_in(publics: Sequence[Json]) -> Json | None:
    """What the first entry of a game says of its tournament; None without one, or where it cannot be read."""
    named: Json | None = publics[0]["events"][0].get("tournament") if publics else None
    return named


def _opened(one: AggregateState[Dispute]) -> tuple[int, str]:
    """The place of a dispute in the order in which they were opened."""
    return one.state.since, one.log
