"""A client of the Conquián service, typed. Generated from its OpenAPI document by `make client`: do not edit.

Standard library only, Python 3.11 or newer; copy this file wherever it is needed.

    client = Client("http://127.0.0.1:8000")
    me = client.players_register({"name": "Lupe"})
    client = Client("http://127.0.0.1:8000", me["key"])
    made = client.games_create({"variant": "north-american", "seats": ["me", {"bot": "greedy"}]})

A request is sent again while the service is away or asks to wait; every write carries an Idempotency-Key, so
it counts once. What the service refuses is raised as Refused.
"""

from __future__ import annotations

import http.client
import json
import time
import urllib.error
import urllib.request
import uuid
from collections.abc import Mapping
from hashlib import sha256
from typing import Any, Literal, Required, TypedDict, cast
from urllib.parse import quote, urlencode

_JSON = "application/json"
_FAILURES = (OSError, http.client.HTTPException)


def entropy_commitment(game: str, seat: int, entropy: bytes) -> str:
    """What a seat commits to by `ready` before it opens `entropy`, 16 to 64 bytes, by `reveal` (12.2)."""
    text = b"conquian/entropy/1" + bytes([len(game)]) + game.encode() + bytes([seat]) + entropy
    return sha256(text).hexdigest()


class Refused(Exception):
    """The service has refused a request; `problem` is its document (RFC 9457)."""

    def __init__(self, status: int, problem: Mapping[str, Any]) -> None:
        super().__init__(f"{status} {problem.get('code')}: {problem.get('detail')}")
        self.status = status
        self.problem = problem

    @property
    def code(self) -> str:
        """The stable name of the refusal; /problems has them all."""
        return str(self.problem.get("code", ""))

    @property
    def refusal(self) -> Mapping[str, Any] | None:
        """The signed refusal, where the rules refused a command; keep it with what you sent."""
        return self.problem.get("refusal")


class _Wire:
    """Sends requests of one caller, again while the service is away."""

    def __init__(self, url: str, token: str | None = None, patience: float = 30.0) -> None:
        self._url = url.rstrip("/")
        self._token = token
        self._patience = patience

    def _call(
        self,
        method: str,
        path: str,
        accept: str,
        body: object = None,
        query: Mapping[str, object] | None = None,
        headers: Mapping[str, str | None] | None = None,
        sends: str = _JSON,
    ) -> Any:
        given = {name: _word(value) for name, value in (query or {}).items() if value is not None}
        url = f"{self._url}{path}" + (f"?{urlencode(given)}" if given else "")
        data = None if body is None else body.encode() if isinstance(body, str) else json.dumps(body).encode()
        named = {name: text for name, text in (headers or {}).items() if text is not None}
        named |= {"Accept": accept} | ({} if data is None else {"Content-Type": sends})
        if method != "GET":
            named.setdefault("Idempotency-Key", str(uuid.uuid4()))
        if self._token is not None:
            named["Authorization"] = f"Bearer {self._token}"
        return self._patiently(urllib.request.Request(url, data, named, method=method))

    def _patiently(self, request: urllib.request.Request) -> Any:
        ends = time.monotonic() + self._patience
        while True:
            try:
                with urllib.request.urlopen(request, timeout=60) as answer:
                    return _read(answer.headers.get_content_type(), answer.read())
            except urllib.error.HTTPError as refusal:
                wait = float(refusal.headers.get("Retry-After") or 1)
                if (refusal.code < 500 and refusal.code != 429) or time.monotonic() + wait > ends:
                    raise Refused(refusal.code, _problem(refusal)) from None
                time.sleep(wait)
            except _FAILURES:
                if time.monotonic() > ends:
                    raise
                time.sleep(0.2)


def _problem(refusal: urllib.error.HTTPError) -> Mapping[str, Any]:
    try:
        found = json.load(refusal)
    except ValueError:
        found = None
    return found if isinstance(found, dict) else {}


def _read(media_type: str, body: bytes) -> Any:
    if media_type == _JSON or media_type.endswith("+json"):
        return json.loads(body)
    return body if media_type == "application/zip" else body.decode()


def _word(value: object) -> str:
    return str(int(value)) if isinstance(value, bool) else str(value)


def _tag(ply: int | None) -> str | None:
    return None if ply is None else f'"{ply}"'


class AboutView(TypedDict, total=False):
    game: Required[str]
    ply: Required[int]
    digest: Required[str]
    hand_number: Required[int]
    first: Required[int]
    last: Required[int]


class Adjudication(TypedDict, total=False):
    fixture: Required[int]
    balances: Required[list[int]]
    text: Required[str]


class AnswerView(TypedDict, total=False):
    ply: Required[int]
    receipt: Required[ReceiptView | None]
    view: Required[View]


class BankView(TypedDict, total=False):
    team: Required[int]
    banker: Required[int]
    balance: Required[int]


class BotView(TypedDict, total=False):
    bot: Required[str]
    difficulty: Required[Literal["easy", "normal", "hard", "expert", "master"]]
    sentence: Required[dict[str, str]]
    milliseconds: Required[int]


class BotsView(TypedDict, total=False):
    bots: Required[list[BotView]]


class BriefView(TypedDict, total=False):
    tournament: Required[str]
    name: Required[str]
    variant: Required[str]
    state: Required[Literal["running", "paused", "finished", "aborted"]]
    waits_for: Required[Literal["archive", "catalogue", "tree", "store", None]]
    played: Required[int]
    planned: Required[int | None]
    started: Required[int]
    ended: Required[int | None]
    format: Required[str]
    entrants: Required[int]


class CellView(TypedDict, total=False):
    points: Required[float]
    score: Required[float]
    margin: Required[float | None]
    games: Required[int]
    wins: Required[int]
    draws: Required[int]
    losses: Required[int]


class CentreView(TypedDict, total=False):
    card: Required[str]
    source: Required[Literal["stock", "discard"]]
    left_by: Required[int | None]


class CheckView(TypedDict, total=False):
    check: Required[
        Literal[
            "format",
            "header",
            "rulebook",
            "gaps",
            "digests",
            "actors",
            "times",
            "rules",
            "seals",
            "commitments",
            "reveal",
            "deal",
            "decisions",
            "cards",
            "money",
            "receipts",
            "inclusion",
            "end",
            "parent",
        ]
    ]
    looked: Required[int]
    left_out: Required[int]


class CheckpointView(TypedDict, total=False):
    size: Required[int]
    root: Required[str]
    time: Required[int]
    note: Required[str]


class CheckpointsView(TypedDict, total=False):
    checkpoints: Required[list[CheckpointView]]
    next: Required[int]


class ConfrontedView(TypedDict, total=False):
    game: Required[str]
    ply: Required[int]
    status: Required[
        Literal[
            "waiting", "committing", "revealing", "playing", "between_hands", "finished", "void", "frozen"
        ]
    ]
    consistent: Required[bool | None]
    two_signatures: SignedTwiceView
    damaged_at: int


class ConsistencyView(TypedDict, total=False):
    old: Required[int]
    new: Required[int]
    path: Required[list[str]]


class ContradictionView(TypedDict, total=False):
    ply: Required[int]
    digest: Required[str]
    held_ply: Required[int]
    held_digest: Required[str]


class CorrectionView(TypedDict, total=False):
    hand_number: Required[int]
    dispute: Required[str]
    amounts: Required[list[int]]


class Create(TypedDict, total=False):
    variant: Literal[
        "mexican-3",
        "mexican-2",
        "paco",
        "paco-teams",
        "north-american",
        "foster-numeral",
        "encyclopedia-es",
        "french-page",
        "caesars-conquian",
        "navajo-tens",
        "four-deal",
    ]
    options: dict[str, bool | int | str | None]
    rules: dict[str, Any]
    seats: Required[list[Literal["me", "open"] | dict[str, Any]]]
    entropy: Literal["none", "seats"]
    start: Literal["full", "ready"]
    visibility: Literal["public", "unlisted", "private"]


class CreatedView(TypedDict, total=False):
    game: Required[str]
    ply: Required[int]
    receipt: Required[ReceiptView | None]
    seats: Required[list[SeatTokenView]]
    view: Required[View]


class CrossTableView(TypedDict, total=False):
    tournament: Required[str]
    ply: Required[int]
    names: Required[list[str]]
    rows: Required[list[list[CellView | None]]]


class DecisionView(TypedDict, total=False):
    game: Required[str]
    seat: Required[int]
    decision: Required[int]
    ply: Required[int]
    asked: Required[int | None]
    deadline: Required[int | None]
    moves: Required[list[LegalView]]
    view: Required[View]


class DecisionsView(TypedDict, total=False):
    as_of: Required[int]
    decisions: Required[list[DecisionView]]
    kept: Required[list[KeptView]]
    latency: Required[LatencyView]
    next: Required[str]


class DeliveriesView(TypedDict, total=False):
    deliveries: Required[list[DeliveryView]]
    next: Required[str | None]


class DeliveryView(TypedDict, total=False):
    delivery: Required[str]
    event: Required[
        Literal[
            "your_turn",
            "seat_kept",
            "game_started",
            "hand_over",
            "game_over",
            "dispute_opened",
            "dispute_ruled",
            "test",
        ]
    ]
    game: Required[str | None]
    ply: Required[int | None]
    made: Required[int]
    state: Required[Literal["pending", "delivered", "superseded", "given_up", "dropped"]]
    reason: Required[str | None]
    next_try: Required[int | None]
    tries: Required[list[TryView]]


class DisputeMarkView(TypedDict, total=False):
    dispute: Required[str]
    seat: Required[int]
    hand_number: Required[int]
    claim: Required[
        Literal[
            "deck_chosen",
            "illegal_move",
            "wrong_refusal",
            "history_altered",
            "wrong_payment",
            "time_out",
            "other",
        ]
    ]
    state: Required[Literal["open", "awaiting_reveal", "judged", "closed", "ruled"]]
    outcome: Required[Literal["upheld", "rejected", "undecided", None]]


class DisputeNewsView(TypedDict, total=False):
    time: Required[int]
    dispute: Required[str]
    game: Required[str]
    ply: Required[int]
    url: Required[str]
    entry: Required[dict[str, Any]]


class DisputeOpenedMessageView(TypedDict, total=False):
    type: Required[Literal["dispute_opened"]]
    timestamp: Required[str]
    data: Required[DisputeNewsView]


class DisputeRuledMessageView(TypedDict, total=False):
    type: Required[Literal["dispute_ruled"]]
    timestamp: Required[str]
    data: Required[DisputeNewsView]


class DisputeView(TypedDict, total=False):
    dispute: Required[str]
    ply: Required[int]
    digest: Required[str]
    about: Required[AboutView]
    seat: Required[int]
    claim: Required[
        Literal[
            "deck_chosen",
            "illegal_move",
            "wrong_refusal",
            "history_altered",
            "wrong_payment",
            "time_out",
            "other",
        ]
    ]
    text: Required[str]
    command: Required[dict[str, Any] | None]
    receipt: Required[dict[str, Any] | None]
    judge: int
    refusal: dict[str, Any] | None
    checkpoint: dict[str, Any] | None
    evidence: list[EvidenceView]
    state: Required[Literal["open", "awaiting_reveal", "judged", "closed", "ruled"]]
    since: Required[int]
    until: Required[int | None]
    for_arbiter: Required[bool]
    parties: Required[list[PartyView]]
    statements: Required[list[StatementView]]
    verdict: Required[VerdictView | None]
    ruling: Required[RulingView | None]
    closed: Required[Literal["withdrawn", "accepted", "expired", None]]
    correction: Required[list[int] | None]


class DisputesView(TypedDict, total=False):
    missing: list[Literal["catalogue", "archive"]]
    game: Required[str]
    disputes: Required[list[DisputeView]]


class EntrantView(TypedDict, total=False):
    entrant: Required[int]
    name: Required[str]
    engine: Required[Literal["bot", "python", "command", "player"]]
    out: Required[str | None]
    trial: Required[TrialView | None]


class EntryView(TypedDict, total=False):
    ply: Required[int]
    digest: Required[str]
    public: Required[PublicView]
    own: OwnView


class EqualsView(TypedDict, total=False):
    variant: Required[str]
    options: Required[dict[str, Any]]


class EventsView(TypedDict, total=False):
    game: Required[str]
    ply: Required[int]
    events: Required[list[EntryView]]
    next: Required[int]
    damaged_at: int


class EvidenceView(TypedDict, total=False):
    by: Required[str]
    at: Required[int]
    command: Required[dict[str, Any] | None]
    receipt: Required[dict[str, Any] | None]
    refusal: Required[dict[str, Any] | None]
    checkpoint: Required[dict[str, Any] | None]


class FailureDetailView(TypedDict, total=False):
    fixture: Required[int]
    game: Required[str | None]
    seat: Required[int | None]
    entrant: Required[int]
    kind: Required[Literal["not_started", "crashed", "timed_out", "illegal", "memory", "protocol", "left"]]
    ply: Required[int]
    question: Required[dict[str, Any] | None]
    answer: Required[str | None]
    stderr: Required[str | None]
    ended: Required[str | None]


class FailureDetailsView(TypedDict, total=False):
    tournament: Required[str]
    next: Required[int | None]
    failures: Required[list[FailureDetailView]]


class FailureView(TypedDict, total=False):
    fixture: Required[int]
    game: Required[str]
    seat: Required[int]
    entrant: Required[int]
    kind: Required[Literal["not_started", "crashed", "timed_out", "illegal", "memory", "protocol", "left"]]
    ply: Required[int]


class FailuresView(TypedDict, total=False):
    tournament: Required[str]
    next: Required[int | None]
    failures: Required[list[FailureView]]


class FindingView(TypedDict, total=False):
    ply: Required[int]
    check: Required[
        Literal[
            "format",
            "header",
            "rulebook",
            "gaps",
            "digests",
            "actors",
            "times",
            "rules",
            "seals",
            "commitments",
            "reveal",
            "deal",
            "decisions",
            "cards",
            "money",
            "receipts",
            "inclusion",
            "end",
            "parent",
        ]
    ]
    rule: Required[str | None]
    detail: Required[str]
    evidence: Required[dict[str, Any]]
    cause: Required[
        Literal[
            "file",
            "log",
            "play",
            "deck",
            "parent",
            "key",
            "receipt",
            "unsigned",
            "contradiction",
            "frozen",
            "damage",
            "two_signatures",
            "two_histories",
            "checkpoint",
        ]
    ]


class FixtureView(TypedDict, total=False):
    contradictions: list[ContradictionView]
    disputes: list[DisputeMarkView]
    fixture: Required[int]
    round: Required[int]
    table: Required[int]
    deck: Required[int]
    seats: Required[list[int]]
    names: Required[list[str]]
    game: Required[str | None]
    digest: Required[str | None]
    ending: Required[Literal["finished", "void", "adjudicated", "forfeit", "walkover", None]]
    balances: Required[list[int] | None]
    scores: Required[list[float] | None]
    at_fault: Required[list[int] | None]
    failure: Required[
        Literal["not_started", "crashed", "timed_out", "illegal", "memory", "protocol", "left", None]
    ]
    plies: Required[int | None]
    hands: Required[int | None]
    text: Required[str | None]


class FixturesView(TypedDict, total=False):
    missing: list[Literal["catalogue", "archive"]]
    tournament: Required[str]
    games: Required[list[FixtureView]]
    next: Required[int | None]


class ForeignPositionView(TypedDict, total=False):
    ply: Required[int]
    view: Required[dict[str, Any]]
    revealed: Required[dict[str, Any]]


class Forfeit(TypedDict, total=False):
    entrant: Required[int]
    text: Required[str]


class Fork(TypedDict, total=False):
    ply: Required[int]
    stock: Literal["same", "fresh"]
    seats: Required[list[Literal["me", "open"] | dict[str, Any]]]
    visibility: Literal["public", "unlisted", "private"]
    start: Literal["full", "ready"]


class ForkOfView(TypedDict, total=False):
    game: Required[str]
    ply: Required[int]
    digest: Required[str]
    stock: Required[Literal["same", "fresh"]]


class FrozenView(TypedDict, total=False):
    reason: Required[str]
    receipt: Required[ReceiptView]


class GameNewsView(TypedDict, total=False):
    time: Required[int]
    game: Required[str]
    ply: Required[int]
    seat: Required[int | None]
    url: Required[str]
    view: Required[View]


class GameOverMessageView(TypedDict, total=False):
    type: Required[Literal["game_over"]]
    timestamp: Required[str]
    data: Required[GameNewsView]


class GameStartedMessageView(TypedDict, total=False):
    type: Required[Literal["game_started"]]
    timestamp: Required[str]
    data: Required[GameNewsView]


class HandOverMessageView(TypedDict, total=False):
    type: Required[Literal["hand_over"]]
    timestamp: Required[str]
    data: Required[GameNewsView]


class HeadView(TypedDict, total=False):
    game: Required[str]
    ply: Required[int]
    status: Required[
        Literal[
            "waiting", "committing", "revealing", "playing", "between_hands", "finished", "void", "frozen"
        ]
    ]
    receipt: Required[ReceiptView]


ImportView = TypedDict(
    "ImportView",
    {
        "import": "Required[str]",
        "format": "Required[Literal['record', 'text']]",
        "size": "Required[int]",
        "imported": "Required[int]",
        "game": "Required[str | None]",
        "variant": "Required[str]",
        "plies": "Required[int]",
        "keyed": "Required[bool]",
        "head": "Required[str | None]",
        "ours": "Required[OursView | None]",
        "report": "Required[ReportView]",
    },
    total=False,
)


class InclusionView(TypedDict, total=False):
    leaf: Required[LeafView]
    index: Required[int]
    size: Required[int]
    path: Required[list[str]]
    note: Required[str | None]


class KeptGameView(TypedDict, total=False):
    game: Required[str]


class KeptSeatNewsView(TypedDict, total=False):
    time: Required[int]
    game: Required[str]
    ply: Required[int]
    seat: Required[int]
    url: Required[str]
    view: Required[View]


class KeptView(TypedDict, total=False):
    game: Required[str]
    seat: Required[int]
    since: Required[int]
    view: Required[View]


class Key(TypedDict, total=False):
    scopes: Required[list[Literal["play", "view", "spectate", "organise", "audit"]]]


class KeyListView(TypedDict, total=False):
    v: Required[int]
    origin: Required[str]
    keys: Required[list[SigningKeyView]]


class KeyView(TypedDict, total=False):
    number: Required[int]
    prefix: Required[str]
    scopes: Required[list[Literal["play", "view", "spectate", "organise", "audit"]]]
    made: Required[int]
    revoked: Required[int | None]


class KeysView(TypedDict, total=False):
    keys: Required[list[KeyView]]


class LatencyView(TypedDict, total=False):
    decisions: Required[int]
    median_ms: Required[int | None]
    p95_ms: Required[int | None]


class LeafView(TypedDict, total=False):
    v: Required[int]
    game: Required[str]
    plies: Required[int]
    digest: Required[str]


class LegalView(TypedDict, total=False):
    type: Required[
        Literal[
            "exchange",
            "meld",
            "pass",
            "force",
            "keep",
            "fold",
            "standing",
            "leave",
            "choose_dealer",
            "ready",
            "begin",
            "reveal",
        ]
    ]
    use: list[str]
    discards: list[str]
    discard: str
    card: str
    seat: int
    example: Move


class ListView(TypedDict, total=False):
    missing: list[Literal["catalogue", "archive"]]
    games: Required[list[ListedGameView]]
    next: Required[str | None]


class ListedGameView(TypedDict, total=False):
    contradictions: list[ContradictionView]
    disputes: list[DisputeMarkView]
    provisional: list[ProvisionalView]
    corrections: list[CorrectionView]
    corrected: list[int]
    game: Required[str]
    variant: Required[str]
    status: Required[
        Literal[
            "waiting", "committing", "revealing", "playing", "between_hands", "finished", "void", "frozen"
        ]
    ]
    outcome: Required[Literal["won", "tablas", "void", None]]
    fork_of: Required[str | None]
    hands: Required[int]
    tablas: Required[int]
    plies: Required[int]
    started: Required[int]
    ended: Required[int | None]
    record: Required[bool]
    seats: Required[list[ListedSeatView]]


class ListedSeatView(TypedDict, total=False):
    seat: Required[int]
    kind: Required[Literal["open", "person", "bot"]]
    player: Required[str | None]
    bot: Required[str | None]
    won: Required[int]
    balance: Required[int]


class ListedView(TypedDict, total=False):
    name: Required[str]
    plan: Required[dict[str, Any]]
    rating: Required[float]
    margin: Required[float]
    games: Required[int]


class LogView(TypedDict, total=False):
    dispute: Required[str]
    ply: Required[int]
    events: Required[list[LoggedView]]
    next: Required[int]


class LoggedView(TypedDict, total=False):
    ply: Required[int]
    digest: Required[str]
    public: Required[dict[str, Any]]


class Manifest(TypedDict, total=False):
    name: Required[str]
    variant: str
    options: dict[str, Any]
    rules: dict[str, Any]
    format: Required[dict[str, Any]]
    entrants: Required[list[dict[str, Any]]]
    decks_per_pairing: int
    duplicates: bool
    seat_orders: Literal["rotation", "all", "one"]
    deals: int
    tie_breaks: list[
        Literal[
            "head_to_head", "buchholz", "buchholz_cut", "median_buchholz", "sonneborn_berger", "wins", "chips"
        ]
    ]
    deck_seed: str
    bot_seed: str
    pairing_seed: str
    accept_memory: bool
    limits: dict[str, Any]


class MarkedGameView(TypedDict, total=False):
    contradictions: list[ContradictionView]
    disputes: list[DisputeMarkView]
    fixture: Required[int]
    game: Required[str]


class MeView(TypedDict, total=False):
    player: Required[str]
    name: Required[str]
    since: Required[int]
    bot: Required[bool]
    owner: Required[str | None]
    scopes: Required[list[Literal["play", "view", "spectate", "organise", "audit"]]]


class MomentView(TypedDict, total=False):
    tournament: Required[str]
    ended: Required[int]
    ratings: Required[list[PastView]]


class MoveBegin(TypedDict, total=False):
    type: Required[Literal["begin"]]
    bot: Required[Literal["random", "greedy", "careful", "counter", "searcher"]]
    expected_ply: int


class MoveChooseDealer(TypedDict, total=False):
    type: Required[Literal["choose_dealer"]]
    seat: Required[int]
    expected_ply: int


class MoveExchange(TypedDict, total=False):
    type: Required[Literal["exchange"]]
    card: Required[str]
    expected_ply: int


class MoveFold(TypedDict, total=False):
    type: Required[Literal["fold"]]
    expected_ply: int


class MoveForce(TypedDict, total=False):
    type: Required[Literal["force"]]
    seat: Required[int]
    expected_ply: int


class MoveKeep(TypedDict, total=False):
    type: Required[Literal["keep"]]
    discard: Required[str]
    expected_ply: int


class MoveLeave(TypedDict, total=False):
    type: Required[Literal["leave"]]
    expected_ply: int


class MoveMeld(TypedDict, total=False):
    type: Required[Literal["meld"]]
    melds: list[list[str]]
    use: list[str]
    discard: str
    expected_ply: int


class MovePass(TypedDict, total=False):
    type: Required[Literal["pass"]]
    expected_ply: int


class MoveReady(TypedDict, total=False):
    type: Required[Literal["ready"]]
    entropy_commitment: str
    expected_ply: int


class MoveReveal(TypedDict, total=False):
    type: Required[Literal["reveal"]]
    entropy: Required[str]
    expected_ply: int


class MoveStanding(TypedDict, total=False):
    type: Required[Literal["standing"]]
    claim: bool
    force: bool
    expected_ply: int


class MovesView(TypedDict, total=False):
    game: Required[str]
    ply: Required[int]
    decision: Required[int | None]
    moves: Required[list[LegalView]]


class NeighboursView(TypedDict, total=False):
    entrants: Required[list[int]]
    difference: Required[float]
    margin: Required[float]
    more_games: Required[int | None]


class NewKeyView(TypedDict, total=False):
    number: Required[int]
    prefix: Required[str]
    scopes: Required[list[Literal["play", "view", "spectate", "organise", "audit"]]]
    made: Required[int]
    revoked: Required[int | None]
    key: Required[str | None]


class NewWebhook(TypedDict, total=False):
    url: Required[str]
    events: Required[
        list[
            Literal[
                "your_turn",
                "seat_kept",
                "game_started",
                "hand_over",
                "game_over",
                "dispute_opened",
                "dispute_ruled",
            ]
        ]
    ]
    games: list[str] | None
    description: str


class NewWebhookView(TypedDict, total=False):
    webhook: Required[str]
    url: Required[str]
    events: Required[
        list[
            Literal[
                "your_turn",
                "seat_kept",
                "game_started",
                "hand_over",
                "game_over",
                "dispute_opened",
                "dispute_ruled",
            ]
        ]
    ]
    games: Required[list[str] | None]
    description: Required[str]
    enabled: Required[bool]
    disabled_for: Required[str | None]
    made: Required[int]
    old_secret_until: Required[int | None]
    secret: Required[str | None]


class Open(TypedDict, total=False):
    ply: Required[int]
    claim: Required[
        Literal[
            "deck_chosen",
            "illegal_move",
            "wrong_refusal",
            "history_altered",
            "wrong_payment",
            "time_out",
            "other",
        ]
    ]
    text: Required[str]
    command: dict[str, Any]
    receipt: dict[str, Any]
    refusal: dict[str, Any]
    checkpoint: dict[str, Any]


class OursView(TypedDict, total=False):
    game: Required[str]
    plies: Required[int]
    head: Required[str]
    same_head: Required[bool]
    differs_at: Required[int | None]


class OwnView(TypedDict, total=False):
    audience: Required[int]
    salt: Required[str]
    part: Required[dict[str, Any]]


class PairingView(TypedDict, total=False):
    table: Required[int]
    entrants: Required[list[int]]
    names: Required[list[str]]
    bye: Required[bool]
    played: Required[int]
    planned: Required[int]
    points: Required[list[float]]


class PairingsView(TypedDict, total=False):
    tournament: Required[str]
    round: Required[int]
    rounds: Required[int | None]
    pairings: Required[list[PairingView]]


class ParagraphView(TypedDict, total=False):
    language: Required[Literal["es", "fr"]]
    note: Required[str]
    paragraph: Required[str]


class ParameterView(TypedDict, total=False):
    name: Required[str]
    value: Required[Any]
    sentence: Required[dict[str, Any]]
    rule: Required[str]
    values: dict[str, Any]
    minimum: int
    maximum: int
    option: str
    allowed: list[Any] | None


class PartyView(TypedDict, total=False):
    seat: Required[int]
    player: Required[str | None]
    answer: Required[str | None]


class PastView(TypedDict, total=False):
    row: Required[int]
    rating: Required[float]
    margin: Required[float]
    games: Required[int]


PendingView = TypedDict(
    "PendingView",
    {
        "import": "Required[str]",
        "format": "Required[Literal['record', 'text']]",
        "size": "Required[int]",
        "imported": "Required[int]",
        "stage": "Required[Literal['waiting', 'reading', 'auditing']]",
        "read": "Required[int]",
    },
    total=False,
)


class PinView(TypedDict, total=False):
    edition: Required[int]
    hash: Required[str]


class PlayerView(TypedDict, total=False):
    player: Required[str]
    name: Required[str]
    since: Required[int]
    bot: Required[bool]
    owner: Required[str | None]
    games: Required[int]
    unrevealed: Required[int]


class PositionView(TypedDict, total=False):
    ply: Required[int]
    view: Required[View]
    revealed: RevealedView


class ProvisionalView(TypedDict, total=False):
    hand_number: Required[int]
    dispute: Required[str]
    state: Required[str]


class PublicView(TypedDict, total=False):
    v: Required[int]
    game: Required[str]
    ply: Required[int]
    time: Required[int]
    actor: Required[str]
    command: Required[dict[str, Any]]
    events: Required[list[dict[str, Any]]]
    seals: Required[list[list[int | str]]]


class RatingListView(TypedDict, total=False):
    system: Required[Literal["elo", "plackett_luce"]]
    rows: Required[list[ListedView]]
    history: Required[list[MomentView]]


class RatingsView(TypedDict, total=False):
    variant: Required[str]
    tournaments: Required[int]
    lists: Required[list[RatingListView]]


class ReasonView(TypedDict, total=False):
    rule: Required[str]
    text: Required[dict[str, str]]


class ReasonsView(TypedDict, total=False):
    tournament: Required[str]
    round: Required[int]
    reasons: Required[list[ReasonView]]


class Receipt(TypedDict, total=False):
    v: Required[int]
    key: Required[str]
    game: Required[str]
    ply: Required[int]
    digest: str
    seat: int | None
    command: str
    code: str
    rule: str
    time: Required[int]
    signature: Required[str]


class ReceiptView(TypedDict, total=False):
    v: Required[int]
    key: Required[str]
    game: Required[str]
    ply: Required[int]
    digest: Required[str]
    time: Required[int]
    signature: Required[str]


class Refusal(TypedDict, total=False):
    v: Required[int]
    key: Required[str]
    game: Required[str]
    ply: Required[int]
    seat: Required[int | None]
    command: Required[str]
    code: Required[str]
    rule: Required[str]
    time: Required[int]
    signature: Required[str]


class Register(TypedDict, total=False):
    name: Required[str]
    bot: bool


class RegisteredView(TypedDict, total=False):
    player: Required[str]
    name: Required[str]
    since: Required[int]
    bot: Required[bool]
    owner: Required[str | None]
    scopes: Required[list[Literal["play", "view", "spectate", "organise", "audit"]]]
    key: Required[str | None]


class ReportView(TypedDict, total=False):
    contradictions: list[ContradictionView]
    disputes: list[DisputeMarkView]
    scope: Required[Literal["record", "public", "moves", "receipts"]]
    game: Required[str | None]
    plies: Required[int]
    digest: Required[str | None]
    clean: Required[bool]
    result: Required[Literal["clean", "incomplete", "findings"]]
    not_checked: Required[
        list[
            Literal[
                "keys",
                "signature",
                "checkpoint",
                "hidden",
                "deck",
                "parent_record",
                "log",
                "format",
                "header",
                "rulebook",
                "gaps",
                "digests",
                "actors",
                "times",
                "rules",
                "seals",
                "commitments",
                "reveal",
                "deal",
                "decisions",
                "cards",
                "money",
                "receipts",
                "inclusion",
                "end",
                "parent",
            ]
        ]
    ]
    findings: Required[list[FindingView]]
    checks: Required[list[CheckView]]
    page: str


class ResultView(TypedDict, total=False):
    termination: Required[Literal["went_out", "tablas"]]
    winner: Required[int | None]


class RevealedView(TypedDict, total=False):
    hands: Required[list[list[str]]]
    stock: Required[list[str]]


class RotatedView(TypedDict, total=False):
    game: Required[str]
    ply: Required[int]
    receipt: Required[ReceiptView | None]
    seat: Required[int]
    token: Required[str | None]


class RowView(TypedDict, total=False):
    rank: Required[int]
    entrant: Required[int]
    name: Required[str]
    points: Required[float]
    score: Required[float]
    games: Required[int]
    wins: Required[int]
    draws: Required[int]
    losses: Required[int]
    chips: Required[int]
    byes: Required[int]
    forfeits: Required[int]
    walkovers: Required[int]
    voids: Required[int]
    disputed: Required[int]
    open: Required[int]
    rating: Required[float | None]
    margin: Required[float | None]
    tie_breaks: Required[dict[str, Any]]
    time: Required[TimeView | None]


class RulebookView(TypedDict, total=False):
    edition: Required[int]
    hash: Required[str]
    paragraphs: Required[dict[str, str]]
    translation: TranslationView


class RulebooksView(TypedDict, total=False):
    current: Required[int]
    rulebooks: Required[list[PinView]]


class Rules(TypedDict, total=False):
    variant: Literal[
        "mexican-3",
        "mexican-2",
        "paco",
        "paco-teams",
        "north-american",
        "foster-numeral",
        "encyclopedia-es",
        "french-page",
        "caesars-conquian",
        "navajo-tens",
        "four-deal",
    ]
    options: dict[str, bool | int | str | None]
    rules: dict[str, Any]


class RulingView(TypedDict, total=False):
    by: Required[str]
    outcome: Required[str]
    reason: Required[str]
    paragraph: Required[str | None]


class SayAccept(TypedDict, total=False):
    type: Required[Literal["accept"]]
    expected_ply: int


class SayContest(TypedDict, total=False):
    type: Required[Literal["contest"]]
    text: Required[str]
    expected_ply: int


class SayEvidence(TypedDict, total=False):
    type: Required[Literal["evidence"]]
    command: dict[str, Any]
    receipt: dict[str, Any]
    refusal: dict[str, Any]
    checkpoint: dict[str, Any]
    expected_ply: int


class SayRule(TypedDict, total=False):
    type: Required[Literal["rule"]]
    outcome: Required[Literal["upheld", "rejected"]]
    reason: Required[str]
    paragraph: str
    correction: list[int]
    expected_ply: int


class SayStatement(TypedDict, total=False):
    type: Required[Literal["statement"]]
    text: Required[str]
    expected_ply: int


class SayWithdraw(TypedDict, total=False):
    type: Required[Literal["withdraw"]]
    expected_ply: int


class SeatKeptMessageView(TypedDict, total=False):
    type: Required[Literal["seat_kept"]]
    timestamp: Required[str]
    data: Required[KeptSeatNewsView]


class SeatTokenView(TypedDict, total=False):
    seat: Required[int]
    token: str | None
    invitation: str | None


class SeatView(TypedDict, total=False):
    seat: Required[int]
    kind: Required[Literal["open", "person", "bot"]]
    player: Required[str | None]
    bot: Required[str | None]
    invited: Required[bool]
    entropy: Required[Literal["committed", "server_supplied", None]]
    balance: Required[int]
    left: Required[bool]
    away: Required[bool]
    sits_out: Required[bool]
    hand_count: Required[int]
    table: Required[list[list[str]]]
    folded: Required[bool]


class SeatedView(TypedDict, total=False):
    game: Required[str]
    ply: Required[int]
    receipt: Required[ReceiptView | None]
    seat: Required[int]
    token: Required[str | None]
    view: Required[View]


class SeedsView(TypedDict, total=False):
    deck_seed: Required[str]
    bot_seed: Required[str]


class SheetView(TypedDict, total=False):
    variant: Required[str]
    name: Required[dict[str, Any]]
    sentence: Required[dict[str, Any]]
    custom: Required[bool]
    rules: Required[dict[str, Any]]
    rules_hash: Required[str]
    rules_version: Required[int]
    parameters: Required[list[ParameterView]]
    equals: Required[EqualsView | None]


class SignedTwiceView(TypedDict, total=False):
    ply: Required[int]
    detail: Required[str]
    receipts: Required[list[ReceiptView]]


class SignedView(TypedDict, total=False):
    dispute: Required[str]
    ply: Required[int]
    digest: Required[str]
    about: Required[AboutView]
    seat: Required[int]
    claim: Required[
        Literal[
            "deck_chosen",
            "illegal_move",
            "wrong_refusal",
            "history_altered",
            "wrong_payment",
            "time_out",
            "other",
        ]
    ]
    text: Required[str]
    command: Required[dict[str, Any] | None]
    receipt: Required[dict[str, Any] | None]
    judge: int
    refusal: dict[str, Any] | None
    checkpoint: dict[str, Any] | None
    evidence: list[EvidenceView]
    state: Required[Literal["open", "awaiting_reveal", "judged", "closed", "ruled"]]
    since: Required[int]
    until: Required[int | None]
    for_arbiter: Required[bool]
    parties: Required[list[PartyView]]
    statements: Required[list[StatementView]]
    verdict: Required[VerdictView | None]
    ruling: Required[RulingView | None]
    closed: Required[Literal["withdrawn", "accepted", "expired", None]]
    correction: Required[list[int] | None]
    signed: Required[dict[str, Any]]


SigningKeyView = TypedDict(
    "SigningKeyView",
    {
        "id": "Required[str]",
        "algorithm": "Required[str]",
        "public": "Required[str]",
        "from": "Required[int]",
        "until": "Required[int | None]",
    },
    total=False,
)


class Sit(TypedDict, total=False):
    seat: int
    invitation: str


class SprtView(TypedDict, total=False):
    elo0: Required[float]
    elo1: Required[float]
    alpha: Required[float]
    beta: Required[float]
    model: Required[Literal["logistic", "normalised"]]
    llr: Required[float]
    lower: Required[float]
    upper: Required[float]
    units: Required[int]
    counts: Required[list[int]]
    decision: Required[Literal["H0", "H1", None]]
    elo: Required[float]
    margin: Required[float]


class StandingView(TypedDict, total=False):
    claim: Required[bool]
    force: Required[bool]


class StandingsView(TypedDict, total=False):
    missing: list[Literal["catalogue", "archive"]]
    tournament: Required[str]
    ply: Required[int]
    provisional: Required[bool]
    memory_accepted: Required[bool]
    rating_system: Required[Literal["elo", "plackett_luce"]]
    unrated: Required[int]
    rows: Required[list[RowView]]
    neighbours: Required[list[NeighboursView]]
    sprt: Required[SprtView | None]


class StatementView(TypedDict, total=False):
    by: Required[str]
    text: Required[str]
    at: Required[int]


class TestMessageView(TypedDict, total=False):
    type: Required[Literal["test"]]
    timestamp: Required[str]
    data: Required[TrialNewsView]


class TimeView(TypedDict, total=False):
    decisions: Required[int]
    median_ms: Required[float | None]
    p95_ms: Required[float | None]


class TournamentEntryView(TypedDict, total=False):
    ply: Required[int]
    digest: Required[str]
    public: Required[dict[str, Any]]


class TournamentEventsView(TypedDict, total=False):
    tournament: Required[str]
    ply: Required[int]
    events: Required[list[TournamentEntryView]]
    next: Required[int]


class TournamentReportView(TypedDict, total=False):
    scope: Required[Literal["record", "public", "moves", "receipts"]]
    plies: Required[int]
    digest: Required[str | None]
    clean: Required[bool]
    result: Required[Literal["clean", "incomplete", "findings"]]
    not_checked: Required[
        list[
            Literal[
                "keys",
                "signature",
                "checkpoint",
                "hidden",
                "deck",
                "parent_record",
                "log",
                "format",
                "header",
                "rulebook",
                "gaps",
                "digests",
                "actors",
                "times",
                "rules",
                "seals",
                "commitments",
                "reveal",
                "deal",
                "decisions",
                "cards",
                "money",
                "receipts",
                "inclusion",
                "end",
                "parent",
            ]
        ]
    ]
    findings: Required[list[FindingView]]
    checks: Required[list[CheckView]]
    page: str
    tournament: Required[str | None]
    games: list[MarkedGameView]


class TournamentView(TypedDict, total=False):
    tournament: Required[str]
    name: Required[str]
    variant: Required[str]
    state: Required[Literal["running", "paused", "finished", "aborted"]]
    waits_for: Required[Literal["archive", "catalogue", "tree", "store", None]]
    played: Required[int]
    planned: Required[int | None]
    started: Required[int]
    ended: Required[int | None]
    ply: Required[int]
    format: Required[dict[str, Any]]
    paused_for: Required[str | None]
    entrants: Required[list[EntrantView]]
    round: Required[int]
    rounds: Required[int | None]
    paired: Required[int]
    games_per_second: Required[float | None]
    eta_seconds: Required[float | None]
    owner: Required[str | None]
    duplicates: Required[bool]
    memory_accepted: Required[bool]
    reproducible: Required[bool]
    organiser_seeded: Required[bool]
    commitment: Required[str]
    seeds: Required[SeedsView | None]
    manifest: Required[dict[str, Any]]


class TournamentsView(TypedDict, total=False):
    missing: list[Literal["catalogue", "archive"]]
    tournaments: Required[list[BriefView]]
    summing_up: Required[int]
    next: Required[str | None]


class TranslationView(TypedDict, total=False):
    language: Required[Literal["es", "fr"]]
    note: Required[str]
    paragraphs: Required[dict[str, str]]


class TrialNewsView(TypedDict, total=False):
    time: Required[int]
    webhook: Required[str]


class TrialView(TypedDict, total=False):
    game: Required[str]
    answered: Required[bool]


class TryView(TypedDict, total=False):
    at: Required[int]
    status: Required[int | None]
    latency_ms: Required[int]
    error: Required[str | None]
    answer: Required[str]
    command: Required[str | None]
    refusal: Required[Refusal | None]


class TurnAnswer(TypedDict, total=False):
    command: Move


class TurnNewsView(TypedDict, total=False):
    time: Required[int]
    game: Required[str]
    ply: Required[int]
    seat: Required[int | None]
    url: Required[str]
    view: Required[View]
    decision: Required[int]
    deadline: Required[int | None]
    moves: Required[list[LegalView]]


class TurnView(TypedDict, total=False):
    game: Required[str]
    decision: Required[int]


class TurnsView(TypedDict, total=False):
    as_of: Required[int]
    turns: Required[list[TurnView]]
    kept: Required[list[KeptGameView]]
    next: Required[str]


class UnsettledView(TypedDict, total=False):
    missing: list[Literal["catalogue", "archive"]]
    disputes: Required[list[DisputeView]]
    next: Required[str | None]


class VariantView(TypedDict, total=False):
    variant: Required[str]
    name: Required[dict[str, Any]]
    sentence: Required[dict[str, Any]]
    custom: Required[bool]
    rules: Required[dict[str, Any]]
    rules_hash: Required[str]
    rules_version: Required[int]
    parameters: Required[list[ParameterView]]
    options: Required[dict[str, Any]]


class VariantsView(TypedDict, total=False):
    variants: Required[list[VariantView]]


class VerdictReasonView(TypedDict, total=False):
    rule: Required[str]
    sentence: Required[str]
    paragraph: Required[str | None]


class VerdictSentencesView(TypedDict, total=False):
    reason: Required[str]
    consequence: Required[str]


class VerdictView(TypedDict, total=False):
    outcome: Required[Literal["upheld", "rejected", "undecided"]]
    code: Literal[
        "deck_not_from_key",
        "deck_with_chance_of_seats",
        "deck_of_service_alone",
        "move_forbidden",
        "move_lawful",
        "entry_lawful",
        "command_missing",
        "command_forbidden",
        "refusal_unproved",
        "refusal_proved",
        "receipt_contradicted",
        "checkpoint_contradicted",
        "chain_broken",
        "history_unproved",
        "evidence_too_early",
        "evidence_borne_out",
        "nothing_paid",
        "payment_right",
        "payment_wrong",
        "nobody_timed_out",
        "seat_was_absent",
        "time_was_over",
        "time_was_left",
        "for_arbiter",
        "log_senseless",
        "entry_unreadable",
    ]
    consequence: Literal[
        "none",
        "arbiter",
        "payment_corrected",
        "hand_annulled",
        "hand_annulled_unpaid",
        "hand_annulled_unread",
    ]
    sentences: VerdictSentencesView
    rule: Required[str | None]
    paragraph: Required[str | None]
    translation: ParagraphView
    reason: VerdictReasonView
    head: Required[dict[str, Any] | None]
    revealed: Required[bool]
    facts: Required[dict[str, Any]]
    findings: Required[list[dict[str, Any]]]
    legal: Required[dict[str, Any] | None]
    correction: Required[list[int] | None]


class View(TypedDict, total=False):
    missing: list[Literal["catalogue", "archive"]]
    contradictions: list[ContradictionView]
    disputes: list[DisputeMarkView]
    provisional: list[ProvisionalView]
    corrections: list[CorrectionView]
    corrected: list[int]
    game: Required[str]
    variant: Required[str]
    visibility: Required[Literal["public", "unlisted", "private"]]
    start: Required[Literal["full", "ready"]]
    host: Required[int | None]
    rematch_of: Required[str | None]
    fork_of: Required[ForkOfView | None]
    ply: Required[int]
    decision: Required[int | None]
    status: Required[
        Literal[
            "waiting", "committing", "revealing", "playing", "between_hands", "finished", "void", "frozen"
        ]
    ]
    frozen: Required[FrozenView | None]
    void: Required[VoidView | None]
    pack: Required[Literal["spanish40", "french40", "numeral40", "french52"]]
    target: Required[int | None]
    phase: Required[
        Literal["exchange", "offer", "left", "new", "force_window", "claim_window", "forced", "over", None]
    ]
    hand_number: Required[int]
    dealer: Required[int | None]
    turn: Required[int | None]
    awaited: Required[list[int]]
    answered: Required[list[int]]
    deadline: int | None
    centre: Required[CentreView | None]
    stock_count: Required[int | None]
    discards: list[str]
    discard_count: int
    seats: Required[list[SeatView]]
    you: Required[int | None]
    hand: Required[list[str] | None]
    answer: Required[Move | None]
    standing: Required[StandingView | None]
    stake: Required[int]
    money: Required[Literal["money", "chips"]]
    house: Required[int]
    banks: Required[list[BankView]]
    chosen_dealer: Required[int | None]
    result: Required[ResultView | None]


class VoidView(TypedDict, total=False):
    reason: Required[str]
    seats: Required[list[int]]


class WaitingView(TypedDict, total=False):
    tournament: Required[str | None]
    waits_for: Required[Literal["worker", "end"]]
    state: Required[str | None]
    played: Required[int | None]
    planned: Required[int | None]
    retry_after: Required[int]


class WebhookChange(TypedDict, total=False):
    url: str
    events: list[
        Literal[
            "your_turn",
            "seat_kept",
            "game_started",
            "hand_over",
            "game_over",
            "dispute_opened",
            "dispute_ruled",
        ]
    ]
    games: list[str] | None
    description: str
    enabled: bool


class WebhookView(TypedDict, total=False):
    webhook: Required[str]
    url: Required[str]
    events: Required[
        list[
            Literal[
                "your_turn",
                "seat_kept",
                "game_started",
                "hand_over",
                "game_over",
                "dispute_opened",
                "dispute_ruled",
            ]
        ]
    ]
    games: Required[list[str] | None]
    description: Required[str]
    enabled: Required[bool]
    disabled_for: Required[str | None]
    made: Required[int]
    old_secret_until: Required[int | None]


class WebhooksView(TypedDict, total=False):
    webhooks: Required[list[WebhookView]]


class YourTurnMessageView(TypedDict, total=False):
    type: Required[Literal["your_turn"]]
    timestamp: Required[str]
    data: Required[TurnNewsView]


Move = (
    MoveExchange
    | MoveMeld
    | MovePass
    | MoveForce
    | MoveKeep
    | MoveFold
    | MoveStanding
    | MoveLeave
    | MoveChooseDealer
    | MoveReady
    | MoveBegin
    | MoveReveal
)


Say = SayStatement | SayAccept | SayContest | SayWithdraw | SayEvidence | SayRule


class Client(_Wire):
    """Every operation of the service; a `token` is an API key or that of a seat."""

    def listing_games(
        self,
        *,
        status: Literal[
            "live",
            "waiting",
            "committing",
            "revealing",
            "playing",
            "between_hands",
            "finished",
            "void",
            "frozen",
        ]
        | None = None,
        variant: Literal[
            "mexican-3",
            "mexican-2",
            "paco",
            "paco-teams",
            "north-american",
            "foster-numeral",
            "encyclopedia-es",
            "french-page",
            "caesars-conquian",
            "navajo-tens",
            "four-deal",
        ]
        | None = None,
        player: str | None = None,
        bot: str | None = None,
        since: int | None = None,
        until: int | None = None,
        outcome: Literal["won", "tablas", "void"] | None = None,
        length_min: int | None = None,
        length_max: int | None = None,
        fork_of: str | None = None,
        cursor: str | None = None,
        limit: int | None = None,
    ) -> ListView:
        """List public games, newest first.

        GET /v1/games
        """
        return cast(
            ListView,
            self._call(
                "GET",
                "/v1/games",
                "application/json",
                query={
                    "status": status,
                    "variant": variant,
                    "player": player,
                    "bot": bot,
                    "since": since,
                    "until": until,
                    "outcome": outcome,
                    "length_min": length_min,
                    "length_max": length_max,
                    "fork_of": fork_of,
                    "cursor": cursor,
                    "limit": limit,
                },
            ),
        )

    def games_create(self, body: Create, *, idempotency_key: str | None = None) -> CreatedView:
        """Create a game.

        POST /v1/games
        """
        return cast(
            CreatedView,
            self._call(
                "POST", "/v1/games", "application/json", body, headers={"Idempotency-Key": idempotency_key}
            ),
        )

    def games_show(self, game: str) -> View:
        """Get the view of a game.

        GET /v1/games/{game}
        """
        return cast(View, self._call("GET", f"/v1/games/{quote(str(game), safe='')}", "application/json"))

    def seats_sit(
        self, game: str, body: Sit | None = None, *, idempotency_key: str | None = None
    ) -> SeatedView:
        """Take a free seat and get its token.

        POST /v1/games/{game}/seats
        """
        return cast(
            SeatedView,
            self._call(
                "POST",
                f"/v1/games/{quote(str(game), safe='')}/seats",
                "application/json",
                body,
                headers={"Idempotency-Key": idempotency_key},
            ),
        )

    def rotation_rotate(self, game: str, seat: int, *, idempotency_key: str | None = None) -> RotatedView:
        """Replace the token of a seat.

        POST /v1/games/{game}/seats/{seat}/rotate
        """
        return cast(
            RotatedView,
            self._call(
                "POST",
                f"/v1/games/{quote(str(game), safe='')}/seats/{quote(str(seat), safe='')}/rotate",
                "application/json",
                headers={"Idempotency-Key": idempotency_key},
            ),
        )

    def rematch(self, game: str, *, idempotency_key: str | None = None) -> SeatedView:
        """Play the same game again.

        POST /v1/games/{game}/rematch
        """
        return cast(
            SeatedView,
            self._call(
                "POST",
                f"/v1/games/{quote(str(game), safe='')}/rematch",
                "application/json",
                headers={"Idempotency-Key": idempotency_key},
            ),
        )

    def forks_fork(self, game: str, body: Fork, *, idempotency_key: str | None = None) -> CreatedView:
        """Continue a finished game from one of its plies.

        POST /v1/games/{game}/forks
        """
        return cast(
            CreatedView,
            self._call(
                "POST",
                f"/v1/games/{quote(str(game), safe='')}/forks",
                "application/json",
                body,
                headers={"Idempotency-Key": idempotency_key},
            ),
        )

    def moves(self, game: str, *, expand: bool | None = None) -> MovesView:
        """List the legal moves of a seat.

        GET /v1/games/{game}/moves
        """
        return cast(
            MovesView,
            self._call(
                "GET",
                f"/v1/games/{quote(str(game), safe='')}/moves",
                "application/json",
                query={"expand": expand},
            ),
        )

    def moves_move(
        self, game: str, body: Move, *, idempotency_key: str | None = None, if_match: int | None = None
    ) -> AnswerView:
        """Send a command.

        POST /v1/games/{game}/moves
        """
        return cast(
            AnswerView,
            self._call(
                "POST",
                f"/v1/games/{quote(str(game), safe='')}/moves",
                "application/json",
                body,
                headers={"Idempotency-Key": idempotency_key, "If-Match": _tag(if_match)},
            ),
        )

    def receipts_signed_head(self, game: str) -> HeadView:
        """Get a signed receipt for the last entry of the log.

        GET /v1/games/{game}/head
        """
        return cast(
            HeadView, self._call("GET", f"/v1/games/{quote(str(game), safe='')}/head", "application/json")
        )

    def receipts_contradicted(self, game: str) -> list[ReceiptView]:
        """List the receipts that the log contradicts.

        GET /v1/games/{game}/receipts
        """
        return cast(
            list[ReceiptView],
            self._call("GET", f"/v1/games/{quote(str(game), safe='')}/receipts", "application/json"),
        )

    def receipts_confront(
        self, game: str, body: Receipt, *, idempotency_key: str | None = None
    ) -> ConfrontedView:
        """Compare a receipt or a signed refusal with the log.

        POST /v1/games/{game}/receipts
        """
        return cast(
            ConfrontedView,
            self._call(
                "POST",
                f"/v1/games/{quote(str(game), safe='')}/receipts",
                "application/json",
                body,
                headers={"Idempotency-Key": idempotency_key},
            ),
        )

    def events(
        self, game: str, *, after: int | None = None, wait: int | None = None, limit: int | None = None
    ) -> EventsView:
        """Get or stream the entries of the log after a ply.

        GET /v1/games/{game}/events
        """
        return cast(
            EventsView,
            self._call(
                "GET",
                f"/v1/games/{quote(str(game), safe='')}/events",
                "application/json",
                query={"after": after, "wait": wait, "limit": limit},
            ),
        )

    def events_position_at(self, game: str, ply: int, *, seat: int | None = None) -> PositionView:
        """Get the position after a ply.

        GET /v1/games/{game}/positions/{ply}
        """
        return cast(
            PositionView,
            self._call(
                "GET",
                f"/v1/games/{quote(str(game), safe='')}/positions/{quote(str(ply), safe='')}",
                "application/json",
                query={"seat": seat},
            ),
        )

    def variants(self, *, lang: Literal["es", "en", "fr"] | None = None) -> VariantsView:
        """List the variants with their rules sheets and options.

        GET /v1/variants
        """
        return cast(VariantsView, self._call("GET", "/v1/variants", "application/json", query={"lang": lang}))

    def variants_variant(self, name: str, *, lang: Literal["es", "en", "fr"] | None = None) -> VariantView:
        """Get one variant.

        GET /v1/variants/{name}
        """
        return cast(
            VariantView,
            self._call(
                "GET", f"/v1/variants/{quote(str(name), safe='')}", "application/json", query={"lang": lang}
            ),
        )

    def bots(self, *, lang: Literal["es", "en", "fr"] | None = None) -> BotsView:
        """List the bots, weakest first.

        GET /v1/bots
        """
        return cast(BotsView, self._call("GET", "/v1/bots", "application/json", query={"lang": lang}))

    def rules_check(
        self,
        body: Rules,
        *,
        lang: Literal["es", "en", "fr"] | None = None,
        idempotency_key: str | None = None,
    ) -> SheetView:
        """Check a rules sheet.

        POST /v1/rules
        """
        return cast(
            SheetView,
            self._call(
                "POST",
                "/v1/rules",
                "application/json",
                body,
                query={"lang": lang},
                headers={"Idempotency-Key": idempotency_key},
            ),
        )

    def rulebooks(self) -> RulebooksView:
        """List the editions of the rulebook, oldest first.

        GET /v1/rulebooks
        """
        return cast(RulebooksView, self._call("GET", "/v1/rulebooks", "application/json"))

    def rulebooks_rulebook(
        self, number: int, *, lang: Literal["es", "en", "fr"] | None = None
    ) -> RulebookView:
        """Get an edition of the rulebook.

        GET /v1/rulebooks/{number}
        """
        return cast(
            RulebookView,
            self._call(
                "GET",
                f"/v1/rulebooks/{quote(str(number), safe='')}",
                "application/json",
                query={"lang": lang},
            ),
        )

    def players_register(self, body: Register, *, idempotency_key: str | None = None) -> RegisteredView:
        """Register a player or a bot.

        POST /v1/players
        """
        return cast(
            RegisteredView,
            self._call(
                "POST", "/v1/players", "application/json", body, headers={"Idempotency-Key": idempotency_key}
            ),
        )

    def players_show(self, player: str) -> PlayerView:
        """Get the public profile of a player.

        GET /v1/players/{player}
        """
        return cast(
            PlayerView, self._call("GET", f"/v1/players/{quote(str(player), safe='')}", "application/json")
        )

    def players_me(self) -> MeView:
        """Get the player of the API key.

        GET /v1/players/me
        """
        return cast(MeView, self._call("GET", "/v1/players/me", "application/json"))

    def players_keys(self) -> KeysView:
        """List the API keys of the player.

        GET /v1/players/me/keys
        """
        return cast(KeysView, self._call("GET", "/v1/players/me/keys", "application/json"))

    def players_add_key(self, body: Key, *, idempotency_key: str | None = None) -> NewKeyView:
        """Add an API key.

        POST /v1/players/me/keys
        """
        return cast(
            NewKeyView,
            self._call(
                "POST",
                "/v1/players/me/keys",
                "application/json",
                body,
                headers={"Idempotency-Key": idempotency_key},
            ),
        )

    def players_rotate(self, number: int, *, idempotency_key: str | None = None) -> NewKeyView:
        """Replace an API key.

        POST /v1/players/me/keys/{number}/rotate
        """
        return cast(
            NewKeyView,
            self._call(
                "POST",
                f"/v1/players/me/keys/{quote(str(number), safe='')}/rotate",
                "application/json",
                headers={"Idempotency-Key": idempotency_key},
            ),
        )

    def players_revoke(self, number: int, *, idempotency_key: str | None = None) -> KeysView:
        """Revoke an API key.

        DELETE /v1/players/me/keys/{number}
        """
        return cast(
            KeysView,
            self._call(
                "DELETE",
                f"/v1/players/me/keys/{quote(str(number), safe='')}",
                "application/json",
                headers={"Idempotency-Key": idempotency_key},
            ),
        )

    def turns(
        self,
        *,
        after: str | None = None,
        wait: int | None = None,
        decisions: bool | None = None,
        expand: bool | None = None,
    ) -> TurnsView:
        """List or stream the games in which it is the player's turn.

        GET /v1/players/me/events
        """
        return cast(
            TurnsView,
            self._call(
                "GET",
                "/v1/players/me/events",
                "application/json",
                query={"after": after, "wait": wait, "decisions": decisions, "expand": expand},
            ),
        )

    def decisions(
        self,
        *,
        wait: int | None = None,
        after: str | None = None,
        limit: int | None = None,
        expand: bool | None = None,
    ) -> DecisionsView:
        """List the pending decisions of the player in all games.

        GET /v1/players/me/decisions
        """
        return cast(
            DecisionsView,
            self._call(
                "GET",
                "/v1/players/me/decisions",
                "application/json",
                query={"wait": wait, "after": after, "limit": limit, "expand": expand},
            ),
        )

    def keys(self) -> KeyListView:
        """List the keys for receipts, records and checkpoints.

        GET /.well-known/conquian-keys.json
        """
        return cast(KeyListView, self._call("GET", "/.well-known/conquian-keys.json", "application/json"))

    def replays_record(self, game: str) -> str:
        """Get the record of a finished game.

        GET /v1/games/{game}/record
        """
        return cast(
            str, self._call("GET", f"/v1/games/{quote(str(game), safe='')}/record", "application/x-ndjson")
        )

    def replays_record_lines(self, game: str) -> str:
        """Download the record of a finished game as JSON lines.

        GET /v1/games/{game}/record.jsonl
        """
        return cast(
            str,
            self._call("GET", f"/v1/games/{quote(str(game), safe='')}/record.jsonl", "application/x-ndjson"),
        )

    def replays_record_text(self, game: str) -> str:
        """Download a finished game in the notation.

        GET /v1/games/{game}/record.txt
        """
        return cast(str, self._call("GET", f"/v1/games/{quote(str(game), safe='')}/record.txt", "text/plain"))

    def replays_audit_game(self, game: str, *, lang: Literal["es", "en", "fr"] | None = None) -> ReportView:
        """Audit a game.

        GET /v1/games/{game}/audit
        """
        return cast(
            ReportView,
            self._call(
                "GET",
                f"/v1/games/{quote(str(game), safe='')}/audit",
                "application/json",
                query={"lang": lang},
            ),
        )

    def imports_send(self, body: str, *, idempotency_key: str | None = None) -> ImportView | PendingView:
        """Import a game, audit it and keep it.

        POST /v1/imports
        """
        return cast(
            ImportView | PendingView,
            self._call(
                "POST",
                "/v1/imports",
                "application/json",
                body,
                headers={"Idempotency-Key": idempotency_key},
                sends="application/octet-stream",
            ),
        )

    def imports_tell(self, name: str) -> ImportView | PendingView:
        """Get an imported game and its audit.

        GET /v1/imports/{name}
        """
        return cast(
            ImportView | PendingView,
            self._call("GET", f"/v1/imports/{quote(str(name), safe='')}", "application/json"),
        )

    def imports_record(self, name: str) -> str:
        """Download an imported game.

        GET /v1/imports/{name}/record
        """
        return cast(
            str, self._call("GET", f"/v1/imports/{quote(str(name), safe='')}/record", "application/x-ndjson")
        )

    def imports_position(self, name: str, ply: int) -> ForeignPositionView:
        """Get a position of an imported game.

        GET /v1/imports/{name}/positions/{ply}
        """
        return cast(
            ForeignPositionView,
            self._call(
                "GET",
                f"/v1/imports/{quote(str(name), safe='')}/positions/{quote(str(ply), safe='')}",
                "application/json",
            ),
        )

    def log_checkpoint(self) -> str:
        """Get the latest checkpoint, as a signed note.

        GET /v1/log/checkpoint
        """
        return cast(str, self._call("GET", "/v1/log/checkpoint", "text/plain"))

    def log_checkpoints(self, *, cursor: int | None = None, limit: int | None = None) -> CheckpointsView:
        """List the checkpoints, smallest tree first.

        GET /v1/log/checkpoints
        """
        return cast(
            CheckpointsView,
            self._call(
                "GET", "/v1/log/checkpoints", "application/json", query={"cursor": cursor, "limit": limit}
            ),
        )

    def log_inclusion(self, *, game: str | None = None, size: int | None = None) -> InclusionView:
        """Get the proof that a finished game is in the transparency log.

        GET /v1/log/proof/inclusion
        """
        return cast(
            InclusionView,
            self._call(
                "GET", "/v1/log/proof/inclusion", "application/json", query={"game": game, "size": size}
            ),
        )

    def log_consistency(self, *, old: int | None = None, new: int | None = None) -> ConsistencyView:
        """Get the proof that one tree is the beginning of another.

        GET /v1/log/proof/consistency
        """
        return cast(
            ConsistencyView,
            self._call(
                "GET", "/v1/log/proof/consistency", "application/json", query={"old": old, "new": new}
            ),
        )

    def disputes_list_disputes(self, game: str) -> DisputesView:
        """List the disputes about a game, oldest first.

        GET /v1/games/{game}/disputes
        """
        return cast(
            DisputesView,
            self._call("GET", f"/v1/games/{quote(str(game), safe='')}/disputes", "application/json"),
        )

    def disputes_open_dispute(
        self, game: str, body: Open, *, idempotency_key: str | None = None
    ) -> SignedView:
        """Dispute a hand of a game.

        POST /v1/games/{game}/disputes
        """
        return cast(
            SignedView,
            self._call(
                "POST",
                f"/v1/games/{quote(str(game), safe='')}/disputes",
                "application/json",
                body,
                headers={"Idempotency-Key": idempotency_key},
            ),
        )

    def disputes_unsettled_disputes(
        self,
        *,
        state: Literal["open", "awaiting_reveal", "judged"] | None = None,
        for_arbiter: bool | None = None,
        cursor: str | None = None,
        limit: int | None = None,
    ) -> UnsettledView:
        """List the disputes that are not over, newest first.

        GET /v1/disputes
        """
        return cast(
            UnsettledView,
            self._call(
                "GET",
                "/v1/disputes",
                "application/json",
                query={"state": state, "for_arbiter": for_arbiter, "cursor": cursor, "limit": limit},
            ),
        )

    def disputes_show_dispute(self, dispute: str) -> SignedView:
        """Get a dispute.

        GET /v1/disputes/{dispute}
        """
        return cast(
            SignedView, self._call("GET", f"/v1/disputes/{quote(str(dispute), safe='')}", "application/json")
        )

    def disputes_dispute_events(self, dispute: str, *, after: int | None = None) -> LogView:
        """Get the log of a dispute.

        GET /v1/disputes/{dispute}/events
        """
        return cast(
            LogView,
            self._call(
                "GET",
                f"/v1/disputes/{quote(str(dispute), safe='')}/events",
                "application/json",
                query={"after": after},
            ),
        )

    def disputes_dispute_bundle(self, dispute: str) -> bytes:
        """Download the evidence of a dispute as a zip file.

        GET /v1/disputes/{dispute}/bundle
        """
        return cast(
            bytes, self._call("GET", f"/v1/disputes/{quote(str(dispute), safe='')}/bundle", "application/zip")
        )

    def disputes_say(
        self, dispute: str, body: Say, *, idempotency_key: str | None = None, if_match: int | None = None
    ) -> SignedView:
        """Send a command to a dispute.

        POST /v1/disputes/{dispute}/moves
        """
        return cast(
            SignedView,
            self._call(
                "POST",
                f"/v1/disputes/{quote(str(dispute), safe='')}/moves",
                "application/json",
                body,
                headers={"Idempotency-Key": idempotency_key, "If-Match": _tag(if_match)},
            ),
        )

    def webhooks_list_all(self) -> WebhooksView:
        """List your webhooks, oldest first.

        GET /v1/webhooks
        """
        return cast(WebhooksView, self._call("GET", "/v1/webhooks", "application/json"))

    def webhooks_register(self, body: NewWebhook, *, idempotency_key: str | None = None) -> NewWebhookView:
        """Register a webhook.

        POST /v1/webhooks
        """
        return cast(
            NewWebhookView,
            self._call(
                "POST", "/v1/webhooks", "application/json", body, headers={"Idempotency-Key": idempotency_key}
            ),
        )

    def webhooks_show(self, webhook: str) -> WebhookView:
        """Get one of your webhooks.

        GET /v1/webhooks/{webhook}
        """
        return cast(
            WebhookView, self._call("GET", f"/v1/webhooks/{quote(str(webhook), safe='')}", "application/json")
        )

    def webhooks_change(
        self, webhook: str, body: WebhookChange, *, idempotency_key: str | None = None
    ) -> WebhookView:
        """Change a webhook.

        PATCH /v1/webhooks/{webhook}
        """
        return cast(
            WebhookView,
            self._call(
                "PATCH",
                f"/v1/webhooks/{quote(str(webhook), safe='')}",
                "application/json",
                body,
                headers={"Idempotency-Key": idempotency_key},
            ),
        )

    def webhooks_remove(self, webhook: str, *, idempotency_key: str | None = None) -> None:
        """Delete a webhook and the log of its deliveries.

        DELETE /v1/webhooks/{webhook}
        """
        self._call(
            "DELETE",
            f"/v1/webhooks/{quote(str(webhook), safe='')}",
            "application/json",
            headers={"Idempotency-Key": idempotency_key},
        )

    def webhooks_rotate(self, webhook: str, *, idempotency_key: str | None = None) -> NewWebhookView:
        """Replace the secret of a webhook.

        POST /v1/webhooks/{webhook}/rotate
        """
        return cast(
            NewWebhookView,
            self._call(
                "POST",
                f"/v1/webhooks/{quote(str(webhook), safe='')}/rotate",
                "application/json",
                headers={"Idempotency-Key": idempotency_key},
            ),
        )

    def webhooks_deliveries(
        self, webhook: str, *, cursor: str | None = None, limit: int | None = None
    ) -> DeliveriesView:
        """List the deliveries of a webhook, newest first.

        GET /v1/webhooks/{webhook}/deliveries
        """
        return cast(
            DeliveriesView,
            self._call(
                "GET",
                f"/v1/webhooks/{quote(str(webhook), safe='')}/deliveries",
                "application/json",
                query={"cursor": cursor, "limit": limit},
            ),
        )

    def webhooks_send_test(self, webhook: str, *, idempotency_key: str | None = None) -> DeliveryView:
        """Send a test message.

        POST /v1/webhooks/{webhook}/test
        """
        return cast(
            DeliveryView,
            self._call(
                "POST",
                f"/v1/webhooks/{quote(str(webhook), safe='')}/test",
                "application/json",
                headers={"Idempotency-Key": idempotency_key},
            ),
        )

    def webhooks_redeliver(
        self, webhook: str, delivery: str, *, idempotency_key: str | None = None
    ) -> DeliveryView:
        """Send a message again.

        POST /v1/webhooks/{webhook}/deliveries/{delivery}/redeliver
        """
        return cast(
            DeliveryView,
            self._call(
                "POST",
                f"/v1/webhooks/{quote(str(webhook), safe='')}/deliveries/{quote(str(delivery), safe='')}/redeliver",
                "application/json",
                headers={"Idempotency-Key": idempotency_key},
            ),
        )

    def tournaments_list_all(self, *, cursor: str | None = None, limit: int | None = None) -> TournamentsView:
        """List the tournaments, newest first.

        GET /v1/tournaments
        """
        return cast(
            TournamentsView,
            self._call(
                "GET", "/v1/tournaments", "application/json", query={"cursor": cursor, "limit": limit}
            ),
        )

    def tournaments_begin(self, body: Manifest, *, idempotency_key: str | None = None) -> TournamentView:
        """Create a tournament.

        POST /v1/tournaments
        """
        return cast(
            TournamentView,
            self._call(
                "POST",
                "/v1/tournaments",
                "application/json",
                body,
                headers={"Idempotency-Key": idempotency_key},
            ),
        )

    def tournaments_show(self, tournament: str) -> TournamentView | WaitingView:
        """Get a tournament.

        GET /v1/tournaments/{tournament}
        """
        return cast(
            TournamentView | WaitingView,
            self._call("GET", f"/v1/tournaments/{quote(str(tournament), safe='')}", "application/json"),
        )

    def tournaments_standings(self, tournament: str) -> StandingsView | WaitingView:
        """Get the standings of a tournament.

        GET /v1/tournaments/{tournament}/standings
        """
        return cast(
            StandingsView | WaitingView,
            self._call(
                "GET", f"/v1/tournaments/{quote(str(tournament), safe='')}/standings", "application/json"
            ),
        )

    def tournaments_cross_table(self, tournament: str) -> CrossTableView | WaitingView:
        """Get the cross table of a tournament.

        GET /v1/tournaments/{tournament}/cross-table
        """
        return cast(
            CrossTableView | WaitingView,
            self._call(
                "GET", f"/v1/tournaments/{quote(str(tournament), safe='')}/cross-table", "application/json"
            ),
        )

    def tournaments_games(
        self,
        tournament: str,
        *,
        cursor: int | None = None,
        limit: int | None = None,
        entrant: int | None = None,
        result: Literal["won", "drawn", "lost"] | None = None,
    ) -> FixturesView | WaitingView:
        """List the games of a tournament in the order of the schedule.

        GET /v1/tournaments/{tournament}/games
        """
        return cast(
            FixturesView | WaitingView,
            self._call(
                "GET",
                f"/v1/tournaments/{quote(str(tournament), safe='')}/games",
                "application/json",
                query={"cursor": cursor, "limit": limit, "entrant": entrant, "result": result},
            ),
        )

    def tournaments_pairings_of(self, tournament: str, round: int) -> PairingsView | WaitingView:
        """Get the pairings of a round.

        GET /v1/tournaments/{tournament}/pairings/{round}
        """
        return cast(
            PairingsView | WaitingView,
            self._call(
                "GET",
                f"/v1/tournaments/{quote(str(tournament), safe='')}/pairings/{quote(str(round), safe='')}",
                "application/json",
            ),
        )

    def tournaments_explain(
        self, tournament: str, round: int, *, lang: Literal["es", "en", "fr"] | None = None
    ) -> ReasonsView | WaitingView:
        """Explain the pairings of a round.

        GET /v1/tournaments/{tournament}/pairings/{round}/explain
        """
        return cast(
            ReasonsView | WaitingView,
            self._call(
                "GET",
                f"/v1/tournaments/{quote(str(tournament), safe='')}/pairings/{quote(str(round), safe='')}/explain",
                "application/json",
                query={"lang": lang},
            ),
        )

    def tournaments_events(
        self, tournament: str, *, after: int | None = None, wait: int | None = None, limit: int | None = None
    ) -> TournamentEventsView | WaitingView:
        """Get or stream the entries of a tournament's log after a ply.

        GET /v1/tournaments/{tournament}/events
        """
        return cast(
            TournamentEventsView | WaitingView,
            self._call(
                "GET",
                f"/v1/tournaments/{quote(str(tournament), safe='')}/events",
                "application/json",
                query={"after": after, "wait": wait, "limit": limit},
            ),
        )

    def tournaments_pause(self, tournament: str, *, idempotency_key: str | None = None) -> TournamentView:
        """Pause a tournament.

        POST /v1/tournaments/{tournament}/pause
        """
        return cast(
            TournamentView,
            self._call(
                "POST",
                f"/v1/tournaments/{quote(str(tournament), safe='')}/pause",
                "application/json",
                headers={"Idempotency-Key": idempotency_key},
            ),
        )

    def tournaments_resume(self, tournament: str, *, idempotency_key: str | None = None) -> TournamentView:
        """Resume a paused tournament.

        POST /v1/tournaments/{tournament}/resume
        """
        return cast(
            TournamentView,
            self._call(
                "POST",
                f"/v1/tournaments/{quote(str(tournament), safe='')}/resume",
                "application/json",
                headers={"Idempotency-Key": idempotency_key},
            ),
        )

    def tournaments_abort(self, tournament: str, *, idempotency_key: str | None = None) -> TournamentView:
        """Abort a tournament.

        POST /v1/tournaments/{tournament}/abort
        """
        return cast(
            TournamentView,
            self._call(
                "POST",
                f"/v1/tournaments/{quote(str(tournament), safe='')}/abort",
                "application/json",
                headers={"Idempotency-Key": idempotency_key},
            ),
        )

    def tournaments_adjudicate(
        self, tournament: str, body: Adjudication, *, idempotency_key: str | None = None
    ) -> TournamentView:
        """Adjudicate a game of a tournament.

        POST /v1/tournaments/{tournament}/adjudications
        """
        return cast(
            TournamentView,
            self._call(
                "POST",
                f"/v1/tournaments/{quote(str(tournament), safe='')}/adjudications",
                "application/json",
                body,
                headers={"Idempotency-Key": idempotency_key},
            ),
        )

    def tournaments_forfeit(
        self, tournament: str, body: Forfeit, *, idempotency_key: str | None = None
    ) -> TournamentView:
        """Withdraw an entrant from a tournament.

        POST /v1/tournaments/{tournament}/forfeits
        """
        return cast(
            TournamentView,
            self._call(
                "POST",
                f"/v1/tournaments/{quote(str(tournament), safe='')}/forfeits",
                "application/json",
                body,
                headers={"Idempotency-Key": idempotency_key},
            ),
        )

    def tournament_records_record(self, tournament: str) -> str:
        """Download the record of a finished tournament.

        GET /v1/tournaments/{tournament}/record
        """
        return cast(
            str,
            self._call(
                "GET", f"/v1/tournaments/{quote(str(tournament), safe='')}/record", "application/x-ndjson"
            ),
        )

    def tournament_records_audit_tournament_log(self, tournament: str) -> TournamentReportView | WaitingView:
        """Audit the log of a tournament.

        GET /v1/tournaments/{tournament}/audit
        """
        return cast(
            TournamentReportView | WaitingView,
            self._call("GET", f"/v1/tournaments/{quote(str(tournament), safe='')}/audit", "application/json"),
        )

    def tournament_files_picture_svg(
        self,
        tournament: str,
        name: str,
        *,
        lang: Literal["es", "en", "fr"] | None = None,
        theme: Literal["light", "dark"] | None = None,
    ) -> str:
        """Draw a tournament as SVG.

        GET /v1/tournaments/{tournament}/plots/{name}.svg
        """
        return cast(
            str,
            self._call(
                "GET",
                f"/v1/tournaments/{quote(str(tournament), safe='')}/plots/{quote(str(name), safe='')}.svg",
                "image/svg+xml",
                query={"lang": lang, "theme": theme},
            ),
        )

    def tournament_files_picture_png(
        self,
        tournament: str,
        name: str,
        *,
        lang: Literal["es", "en", "fr"] | None = None,
        theme: Literal["light", "dark"] | None = None,
    ) -> str:
        """Draw a tournament as PNG.

        GET /v1/tournaments/{tournament}/plots/{name}.png
        """
        return cast(
            str,
            self._call(
                "GET",
                f"/v1/tournaments/{quote(str(tournament), safe='')}/plots/{quote(str(name), safe='')}.png",
                "image/png",
                query={"lang": lang, "theme": theme},
            ),
        )

    def tournament_files_export_csv(
        self, tournament: str, *, what: Literal["games", "standings"] | None = None
    ) -> str:
        """Download the games or the standings of a tournament as CSV.

        GET /v1/tournaments/{tournament}/export.csv
        """
        return cast(
            str,
            self._call(
                "GET",
                f"/v1/tournaments/{quote(str(tournament), safe='')}/export.csv",
                "text/csv",
                query={"what": what},
            ),
        )

    def tournament_files_export_trf(self, tournament: str) -> str:
        """Download a Swiss tournament of two as a FIDE report file (TRF16).

        GET /v1/tournaments/{tournament}/export.trf
        """
        return cast(
            str,
            self._call("GET", f"/v1/tournaments/{quote(str(tournament), safe='')}/export.trf", "text/plain"),
        )

    def tournament_files_export_json(self, tournament: str) -> dict[str, Any] | WaitingView:
        """Download all results of a tournament as JSON.

        GET /v1/tournaments/{tournament}/export.json
        """
        return cast(
            dict[str, Any] | WaitingView,
            self._call(
                "GET", f"/v1/tournaments/{quote(str(tournament), safe='')}/export.json", "application/json"
            ),
        )

    def tournament_failures_of_tournament(
        self, tournament: str, *, cursor: int | None = None, limit: int | None = None
    ) -> FailuresView | WaitingView:
        """List the games of a tournament that entrants forfeited by failing.

        GET /v1/tournaments/{tournament}/failures
        """
        return cast(
            FailuresView | WaitingView,
            self._call(
                "GET",
                f"/v1/tournaments/{quote(str(tournament), safe='')}/failures",
                "application/json",
                query={"cursor": cursor, "limit": limit},
            ),
        )

    def tournament_failures_details(
        self,
        tournament: str,
        *,
        cursor: int | None | None = None,
        limit: int | None = None,
        entrant: int | None = None,
    ) -> FailureDetailsView | WaitingView:
        """Get the failures of entrants with what was asked and answered.

        GET /v1/tournaments/{tournament}/failures/details
        """
        return cast(
            FailureDetailsView | WaitingView,
            self._call(
                "GET",
                f"/v1/tournaments/{quote(str(tournament), safe='')}/failures/details",
                "application/json",
                query={"cursor": cursor, "limit": limit, "entrant": entrant},
            ),
        )

    def ratings_show(self, name: str) -> RatingsView | WaitingView:
        """Get the ratings of a variant.

        GET /v1/ratings/{name}
        """
        return cast(
            RatingsView | WaitingView,
            self._call("GET", f"/v1/ratings/{quote(str(name), safe='')}", "application/json"),
        )
