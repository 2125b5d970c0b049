"""Group D: unknown and wrong identities, hidden resources, and refusals that do not distinguish them."""

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple
from uuid import uuid4

import pytest

from app.games.cards import CARD_CODES
from app.http.credentials import mint
from app.service.job_queue import JobQueue
from app.store.keys import GameId
from tests.hostile.cases import Case, Send, table
from tests.hostile.service import Answer, Game, Service, bearer

Json = dict[str, Any]
NOWHERE: Final = "g-00" + "z" * 22
RECEIPT: Final = {
    "v": 1,
    "key": "00" * 8,
    "game": NOWHERE,
    "ply": 1,
    "digest": "00" * 32,
    "time": 1,
    "signature": "00" * 64,
}
BODIES: Final[Mapping[str, Json]] = {
    "/v1/games/{game}/moves": {"type": "pass", "expected_ply": 3},
    "/v1/games/{game}/forks": {"ply": 3, "seats": ["me", "open"]},
    "/v1/games/{game}/receipts": RECEIPT,
    "/v1/games/{game}/disputes": {"ply": 3, "claim": "other", "text": "hostile"},
    "/v1/games/{game}/phrases": {"phrase": "hello"},
}
"""Bodies that are right, for the writes that need one."""


class Asked(NamedTuple):
    """A request to a game, without the game."""

    method: str
    path: str
    body: Json | None

    def of(self, game: str) -> tuple[str, str, Json | None]:
        """Its arguments for a game, which a receipt in the body is of."""
        body = self.body if self.body is not RECEIPT else {**RECEIPT, "game": game}
        return self.method, self.path.replace("{game}", game), body


@pytest.fixture(scope="module")
def everything(service: Service) -> list[Asked]:
    """Every operation on a game that the service documents."""
    paths: Json = service.ask("GET", "/openapi.json").json["paths"]
    filled = {"{ply}": "3", "{seat}": "0"}
    requests = []
    for path, item in paths.items():
        if "{game}" not in path:
            continue
        plain = path
        for name, text in filled.items():
            plain = plain.replace(name, text)
        assert "{" not in plain.replace("{game}", ""), path
        requests += [
            Asked(method.upper(), plain, BODIES.get(path) if method == "post" else None)
            for method in item.keys() - {"parameters"}
        ]
    assert len(requests) > 12
    return requests


@pytest.fixture(scope="module")
def private(service: Service) -> Game:
    """A dealt game that exists for its seats alone."""
    return service.new_game(visibility="private")


@pytest.fixture(scope="module")
def people(service: Service) -> dict[str, str]:
    """Keys of players: good, revoked, replaced, and one that may play and not watch."""
    made = [service.ask("POST", "/v1/players", {"name": "Lupe"}).json["key"] for _ in range(3)]
    narrow = service.ask("POST", "/v1/players/me/keys", {"scopes": ["play"]}, bearer(made[0])).json["key"]
    assert service.ask("DELETE", "/v1/players/me/keys/1", headers=bearer(made[1])).status == 200
    assert service.ask("POST", "/v1/players/me/keys/1/rotate", headers=bearer(made[2])).status == 201
    return dict(zip(("good", "revoked", "replaced", "narrow"), [*made, narrow], strict=True))


def strangers(service: Service, game: Game, people: Mapping[str, str]) -> dict[str, Mapping[str, str]]:
    """Headers of who may not know of a private game, all of them in order."""
    other = service.new_game()
    return {
        "nobody": {},
        "a seat of another game": bearer(other.tokens[0]),
        "a player": bearer(people["good"]),
        "a key that may not watch": bearer(people["narrow"]),
    }


def impostors(game: str, token: str, people: Mapping[str, str]) -> dict[str, Mapping[str, str]]:
    """Headers with credentials that are valid nowhere."""
    wrong = "0" if token[-1] != "0" else "1"
    return {
        "garbled": bearer("cq_seat_nonsense"),
        "another scheme": {"Authorization": f"Basic {token}"},
        "no token": {"Authorization": "Bearer "},
        "two tokens": bearer(f"{token} {token}"),
        "a broken checksum": bearer(token[:-1] + wrong),
        "forged for this game": bearer(mint(b"x" * 32, game, 0, 0)),
        "forged for no game": bearer(mint(b"x" * 32, NOWHERE, 0, 0)),
        "a key that was revoked": bearer(people["revoked"]),
        "a key that was replaced": bearer(people["replaced"]),
        "the key of a player that is none": bearer(people["good"].replace("p-", "p-0", 1)),
    }


def test_34_every_invalid_credential_gets_the_same_bytes_from_every_operation(
    service: Service, game: Game, private: Game, people: dict[str, str], everything: list[Asked]
) -> None:
    before = service.stored()
    for asked in everything:
        answers = {
            (name, where): service.ask(*asked.of(where), headers=headers)
            for where in (game.id, private.id, NOWHERE)
            for name, headers in impostors(where, game.tokens[0], people).items()
        }
        for answer in answers.values():
            assert (answer.status, answer.code) == (401, "unauthenticated"), asked
        assert len({repr(answer.bytes) for answer in answers.values()}) == 1, asked
    assert service.stored() == before


def test_34_a_private_game_and_no_game_are_answered_in_the_same_bytes(
    service: Service, private: Game, people: dict[str, str], everything: list[Asked]
) -> None:
    who = strangers(service, private, people)
    before = service.stored()
    for asked in everything:
        for name, headers in who.items():
            key = {"Idempotency-Key": str(uuid4())} if asked.method != "GET" else {}
            hidden, none = (
                service.ask(*asked.of(where), headers={**headers, **key}) for where in (private.id, NOWHERE)
            )
            assert hidden.bytes == none.bytes, (asked, name)
            codes = {"nobody": ("unauthenticated", "not_found")}.get(name, ("not_found",))
            # A receipt is verified before its game is looked up.
            expected = ("receipt_key_unknown",) if asked.body is RECEIPT else codes
            if asked.path.startswith("/v1/operator/"):  # who is no operator learns nothing of any game
                expected = ("unauthenticated", "scope_missing")
            assert hidden.code in expected, (asked, name, hidden.body)
    assert service.stored() == before


def test_34_a_replaced_token_is_refused_like_an_unknown_one(service: Service) -> None:
    made = service.new_game()
    old = made.tokens[1]
    new = service.ask("POST", f"{made.path}/seats/1/rotate", headers=bearer(old))
    assert new.status == 201
    forged = mint(b"x" * 32, made.id, 1, 0)
    for rest in ("", "/moves", "/events", "/audit"):
        ended, never = (
            service.ask("GET", made.path + rest, headers=bearer(token)) for token in (old, forged)
        )
        assert ended.bytes == never.bytes
        assert (ended.status, ended.code) == (401, "unauthenticated")
    assert service.ask("GET", made.path, headers=bearer(new.json["token"])).json["you"] == 1


def reading(path: str, seat: int | None = None, **headers: str) -> Send:
    """A GET of a seat or of a spectator."""

    def send(service: Service, game: Game) -> list[Answer]:
        who = {} if seat is None else bearer(game.tokens[seat])
        plain = path.format(game=game.path, id=game.id, token=game.tokens[0])
        return [service.ask("GET", plain, headers={**who, **headers})]

    return send


CASES: Final = [
    Case(35, "the view of another seat by its address", reading("{game}/seats/1", 0), 404, "not_found"),
    Case(35, "the view of another seat by its number", reading("{game}?seat=1", 0), 422, "unknown_field"),
    Case(36, "the record, by a spectator", reading("{game}/record"), 409, "not_before_end"),
    Case(36, "the seed", reading("{game}/seed"), 404, "not_found"),
    Case(36, "the deck", reading("{game}/deck", 0), 404, "not_found"),
    Case(37, "the record, by a seat", reading("{game}/record", 0), 409, "not_before_end"),
    Case(37, "the record as text", reading("{game}/record.txt", 0), 409, "not_before_end"),
    Case(37, "a game that cannot be read", reading(f"/v1/games/{NOWHERE}/record"), 404, "not_found"),
    Case(39, "a token in the query", reading("{game}?token={token}"), 400, "token_in_url"),
    Case(39, "any parameter for tokens", reading("{game}?access_token=x"), 400, "token_in_url"),
    Case(39, "a token in another parameter", reading("{game}/events?after={token}"), 400, "token_in_url"),
    Case(39, "a token in the path", reading("/v1/games/{token}"), 400, "token_in_url"),
    Case(39, "a token twice escaped", reading("{game}?x=cq%255fseat_1"), 400, "token_in_url"),
    Case(39, "a code in the query", reading("{game}?x=cq_inv_1"), 400, "token_in_url"),
    Case(39, "a ticket, of which there are none", reading("{game}/events?ticket=x"), 422, "unknown_field"),
]


@table(CASES)
def test_hidden_resources_are_refused_with_their_code_and_nothing_is_written(
    case: Case, service: Service, game: Game
) -> None:
    answer = case.check(service, game)
    assert game.tokens[0].encode() not in answer.body


def cards(text: bytes) -> set[str]:
    """The cards that stand in a text; a picture has none."""
    return set(re.findall(r'"([0-9A-Z]{1,2}[OCEBdshc])"', text.decode(errors="replace"))) & set(CARD_CODES)


def test_35_36_a_reader_sees_only_its_own_cards_and_open_cards(
    service: Service, game: Game, everything: list[Asked]
) -> None:
    hand = service.game_service().current(GameId(game.id)).table.hand
    hidden: dict[int | None, set[str]] = {None: {*hand.stock, *hand.hands[0], *hand.hands[1]}}
    hidden |= {seat: {*hand.stock, *hand.hands[1 - seat]} for seat in (0, 1)}
    seen = 0
    for asked in everything:
        for seat in (0, 1, None) if asked.method == "GET" else ():
            headers = {} if seat is None else bearer(game.tokens[seat])
            headers |= {"Accept": "application/json, */*;q=0.5"}
            answer = service.ask(*asked.of(game.id), headers=headers)
            assert not cards(answer.body) & hidden[seat], (asked, seat)
            assert b"game_key" not in answer.body
            seen += len(cards(answer.body))
    assert seen > 20, "nothing was looked at"


def test_37_the_audit_of_a_running_game_covers_public_data(service: Service, game: Game) -> None:
    report = service.ask("GET", f"{game.path}/audit")
    assert (report.status, report.json["scope"], report.json["result"]) == (200, "public", "incomplete")


def test_40_commitments_to_hidden_cards_are_salted_with_secret_salts(service: Service, game: Game) -> None:
    entries = service.ask("GET", f"{game.path}/events").json["events"]
    assert any(entry["public"]["seals"] for entry in entries)
    assert not any("own" in entry for entry in entries)
    own = service.ask("GET", f"{game.path}/events", headers=bearer(game.tokens[0])).json["events"]
    salts = [entry["own"]["salt"] for entry in own if "own" in entry]
    assert salts
    assert {len(salt) for salt in salts} == {64}
    assert not [salt for salt in salts if salt in repr(entries)]
    parts = service.game_service().entries(GameId(game.id), 0)
    every = [part.salt for entry in parts for part in entry.parts]
    assert len(every) == len(set(every))


def test_41_no_log_no_slow_log_and_no_job_holds_a_secret_or_a_hidden_card(
    service: Service, queue_url: str, people: dict[str, str]
) -> None:
    redis = service.redis
    redis.config_set("slowlog-log-slower-than", 0)
    redis.config_set("slowlog-max-len", 5000)
    redis.slowlog_reset()
    made = service.new_game()
    invited = service.ask("POST", "/v1/games", {"variant": "paco", "seats": ["me", {"invitation": True}]})
    code = invited.json["seats"][1]["invitation"]
    secrets = [*made.tokens, *people.values(), code, invited.json["seats"][0]["token"]]
    for secret in secrets:
        service.ask("GET", made.path, headers=bearer(secret))
        service.ask("GET", f"{made.path}?token={secret}")
        service.ask("GET", f"/v1/games/{secret}")
        service.ask("POST", f"{made.path}/seats", {"invitation": secret[:200]})
        service.ask("POST", f"{made.path}/moves", {"type": secret}, bearer(made.tokens[0]))
        service.ask("GET", made.path, headers={"User-Agent": secret, "Referer": f"http://x/{secret}"})
    slow = repr(redis.slowlog_get(5000)).encode()
    redis.config_set("slowlog-log-slower-than", 10_000)
    JobQueue(queue_url).enqueue(made.id)
    with type(redis).from_url(queue_url) as queue:
        jobs = b"".join(queue.dump(key) or b"" for key in queue.scan_iter("*"))
    assert made.id.encode() in jobs
    log = service.log.read_bytes()
    assert made.id.encode() in log or b"/v1/games" in log
    for secret in secrets:
        tail = secret.rpartition("_")[2].encode()
        assert not [where for where in (log, slow, jobs) if tail in where], secret[:8]
    hand = service.game_service().current(GameId(made.id)).table.hand
    assert len(slow) > 10_000
    for where in (log, slow, jobs):
        assert not re.findall(rb'\[(?:"[0-9A-Z]{1,2}[dshc]",?){4,}', where)
    assert hand.stock


@pytest.fixture
def queue_url(service: Service) -> Iterator[str]:
    """The address of a queue beside the store of the service."""
    path = service.redis.connection_pool.connection_kwargs["path"]
    url = f"unix://{path}?db=5"
    with type(service.redis).from_url(url) as queue:
        queue.flushdb()
        yield url
        queue.flushdb()


def test_42_a_page_of_another_site_has_no_rights(service: Service, game: Game) -> None:
    foreign = {"Origin": "https://evil.example", "Cookie": f"token={game.tokens[0]}; session=1"}
    before = service.stored()
    response = service.ask("GET", game.path, headers=foreign)
    assert response.json["you"] is None
    moved = service.ask("POST", f"{game.path}/moves", {"type": "pass", "expected_ply": 3}, foreign)
    assert (moved.status, moved.code) == (401, "unauthenticated")
    simple = foreign | {"Content-Type": "text/plain"}
    assert service.ask("POST", "/v1/games", b'{"variant":"paco"}', simple).code == "unsupported_media_type"
    for answer in (response, moved):
        assert not answer.header("Set-Cookie")
        assert not answer.header("Access-Control-Allow-Credentials")
        assert answer.header("Access-Control-Allow-Origin") in ("", "*")
    assert service.stored() == before
